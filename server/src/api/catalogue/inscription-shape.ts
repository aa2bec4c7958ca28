import type { ContentUrl } from '../settings.ts';

/** A row's location columns; null until the inscription has been read from the index. */
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

/** The title, or else a name made of the number, or of the id while the number is unknown. */
export function nameOf(inscriptionId: string, title: string | null, number: number | null): string {
  return title ?? `Inscription ${number ?? inscriptionId.slice(0, 8)}`;
}

/** The URL of the content. */
export function imageOf(inscriptionId: string, { contentUrl }: ContentUrl): string {
  return `${contentUrl}/${inscriptionId}`;
}

/** The number as text; empty until the inscription has been read from the index. */
export function numberText(number: number | null): string {
  return number === null ? '' : String(number);
}

/**
 * The element that a page needs to show a MIME type: a picture, a player, plain text, or a frame for anything
 * else.
 */
export function contentTypeOf(mime: string | null): 'image' | 'html' | 'video' | 'text' {
  const type = (mime ?? 'text/plain').split(';')[0]!.trim().toLowerCase();
  if (type === 'text/html') return 'html';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/') || type.startsWith('audio/')) return 'video';
  return /^text\/|json|javascript|yaml/.test(type) ? 'text' : 'html';
}

/** How to scale a picture; null for other content. */
export function renderingHint(contentType: string | null, isPixelArt: boolean): 'auto' | 'pixelated' | null {
  if (contentTypeOf(contentType) !== 'image') return null;
  return isPixelArt ? 'pixelated' : 'auto';
}
