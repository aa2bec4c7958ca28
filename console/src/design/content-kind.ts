/** What a page does with the content of an inscription, by its MIME type as inscribed. */
export type ContentKind = 'picture' | 'drawing' | 'text' | 'audio' | 'video' | 'font' | 'page' | 'file';

interface Typed {
  /** As the service sorts it: what is known where the MIME type is not. */
  readonly contentType: string;
  readonly rawContentType: string | null;
}

const mimeOf = ({ rawContentType }: Typed) => (rawContentType ?? '').split(';')[0]!.trim().toLowerCase();

/** A drawing is an SVG, which may be a program; a file is what no browser shows. */
export function kindOf(of: Typed): ContentKind {
  const mime = mimeOf(of);
  if (mime === '') return of.contentType === 'image' ? 'picture' : 'file';
  if (mime === 'text/html' || mime === 'application/xhtml+xml') return 'page';
  if (mime.startsWith('image/svg')) return 'drawing';
  if (/^text\/|json|javascript|yaml/.test(mime) && !mime.startsWith('model/')) return 'text';
  const part = mime.split('/')[0];
  if (part === 'image') return 'picture';
  if (part === 'audio' || part === 'video' || part === 'font') return part;
  return /font|woff/.test(mime) ? 'font' : 'file';
}

/** Whether it is read by a program rather than by people. */
export const isCode = (of: Typed) => !/^text\/(plain|markdown)$/.test(mimeOf(of));

const NAMES: Readonly<Record<string, string>> = {
  'image/svg+xml': 'SVG',
  'text/plain': 'Text',
  'text/html': 'Page',
  'audio/mpeg': 'MP3',
  'video/quicktime': 'MOV',
  'model/gltf-binary': '3D model',
  'model/gltf+json': '3D model',
};

/** A short name of its type: `PNG`; null: it names none that one can show. */
export function typeName(of: Typed): string | null {
  const mime = mimeOf(of);
  const subtype = /^[a-z0-9]+\/(?:x-|vnd\.)?([a-z0-9.+-]{1,16})$/.exec(mime)?.[1];
  return NAMES[mime] ?? (subtype && subtype !== 'octet-stream' ? subtype.toUpperCase() : null);
}
