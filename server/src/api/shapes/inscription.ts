/** Parts of a row that say where an inscription is; outputs of the follower's tip. */
export interface Located {
  readonly txid: string;
  readonly vout: number;
  readonly satOffset: number;
}

export function locationShape({ txid, vout, satOffset }: Located) {
  return { locationTxid: txid, locationVout: vout, locationSatpoint: `${txid}:${vout}:${satOffset}` };
}

/** The title, or a name made of the number. */
export function nameOf(inscription: { readonly title: string | null; readonly number: number }): string {
  return inscription.title ?? `Inscription ${inscription.number}`;
}

/** What a page needs to show content of a MIME type: anything that is no picture, page or film is text to it. */
export function contentTypeOf(mime: string | null): 'image' | 'html' | 'video' | 'text' {
  const type = (mime ?? '').split(';')[0]!.trim().toLowerCase();
  if (type.startsWith('image/')) return type === 'image/svg+xml' ? 'html' : 'image';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return type.startsWith('video/') ? 'video' : 'text';
}
