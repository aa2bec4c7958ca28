/**
 * A typeface of five by eight points for drawn cards: the printable characters of ASCII, from the space on,
 * each as five columns of eight bits, the lowest bit on top.
 */
const COLUMNS = Buffer.from(
  [
    'AAAAAAAAAF8AAAAHAAcAFH8UfxQkKn8qEiMTCGRiNklWIFAACAcDAAAcIkEAAEEiHAAqHH8cKggIPggIAIBwMAAICAgI',
    'CAAAYGAAIBAIBAI+UUlFPgBCf0AAcklJSUYhQUlNMxgUEn8QJ0VFRTk8SklJMUEhEQkHNklJSTZGSUkpHgAAFAAAAEA0',
    'AAAACBQiQRQUFBQUAEEiFAgCAVkJBj5BXVlOfBIREnx/SUlJNj5BQUEif0FBQT5/SUlJQX8JCQkBPkFBUXN/CAgIfwBB',
    'f0EAIEBBPwF/CBQiQX9AQEBAfwIcAn9/BAgQfz5BQUE+fwkJCQY+QVEhXn8JGSlGJklJSTIDAX8BAz9AQEA/HyBAIB8/',
    'QDhAP2MUCBRjAwR4BANhWUlNQwB/QUFBAgQIECAAQUFBfwQCAQIEQEBAQEAAAwcIACBUVHhAfyhERDg4REREKDhERCh/',
    'OFRUVBgACH4JAhikpJx4fwgEBHgARH1AACBAQD0AfxAoRAAAQX9AAHwEeAR4fAgEBHg4REREOPwYJCQYGCQkGPx8CAQE',
    'CEhUVFQkBAQ/RCQ8QEAgfBwgQCAcPEAwQDxEKBAoREyQkJB8RGRUTEQACDZBAAAAdwAAAEE2CAACAQIEAg==',
  ].join(''),
  'base64',
);

/** Points of a character, with the one between it and the next; and of a line. */
export const [GLYPH_WIDTH, GLYPH_HEIGHT] = [6, 8] as const;

/** The columns of a character; those of a question mark where the typeface has none. */
export function glyphOf(character: string): Uint8Array {
  const place = character.charCodeAt(0) - 32;
  const known = place >= 0 && place < COLUMNS.length / 5 ? place : '?'.charCodeAt(0) - 32;
  return COLUMNS.subarray(5 * known, 5 * known + 5);
}

/** Text in the characters of the typeface: without accents; null where too little of it would be left. */
export function drawable(text: string): string | null {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll('…', '...');
  const shown = [...plain].map((character) => (/^[ -~]$/.test(character) ? character : '?'));
  const unknown = shown.filter((character, place) => character === '?' && [...plain][place] !== '?').length;
  return unknown * 3 > shown.length ? null : shown.join('');
}
