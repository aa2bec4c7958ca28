/** A row's columns about where its inscription is; null while the index has not been read for it. */
export interface LocationColumns {
  readonly txid: string | null;
  readonly vout: number | null;
  readonly satOffset: number | null;
}

export function locationShape({ txid, vout, satOffset }: LocationColumns) {
  const known = txid !== null && vout !== null && satOffset !== null;
  return {
    locationTxid: txid,
    locationVout: vout,
    locationSatpoint: known ? `${txid}:${vout}:${satOffset}` : null,
  };
}

/** The title, or a name made of the number, or of the id while the number is not known. */
export function nameOf(inscriptionId: string, title: string | null, number: number | null): string {
  return title ?? `Inscription ${number ?? inscriptionId.slice(0, 8)}`;
}

/** The number as text; empty while the index has not been read for the inscription. */
export function numberText(number: number | null): string {
  return number === null ? '' : String(number);
}

/** What a page needs to show content of a MIME type: a picture, a player, plain text, or a frame for all the rest. */
export function contentTypeOf(mime: string | null): 'image' | 'html' | 'video' | 'text' {
  const type = (mime ?? 'text/plain').split(';')[0]!.trim().toLowerCase();
  if (type === 'text/html') return 'html';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/') || type.startsWith('audio/')) return 'video';
  return /^text\/|json|javascript|yaml/.test(type) ? 'text' : 'html';
}

/** How a picture is to be scaled; null for what is no picture. */
export function renderingHint(contentType: string | null, isPixelArt: boolean): 'auto' | 'pixelated' | null {
  if (contentTypeOf(contentType) !== 'image') return null;
  return isPixelArt ? 'pixelated' : 'auto';
}
