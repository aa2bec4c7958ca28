import { place } from '../../app/place.ts';
import { readCbor } from '../../format/cbor.ts';

export interface Relatives {
  readonly ids: readonly string[];
  /** There are others after these. */
  readonly more: boolean;
}

/** Longest metadata that is shown, in hex digits and in characters. */
const MOST_DIGITS = 100_000;
const MOST_CHARACTERS = 20_000;

/** What the index tells at one of `ord`'s recursive endpoints; null: it has nothing there. */
async function read<Value>(path: string, signal: AbortSignal): Promise<Value | null> {
  const response = await fetch(`${place.serviceUrl}/r/${path}`, { signal, credentials: 'omit' });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as Value;
}

/** Up to 100 of each; the oldest children. Throws what `fetch` throws, and an Error for a status of 500. */
export async function relativesOf(
  id: string,
  side: 'parents' | 'children',
  signal: AbortSignal,
): Promise<Relatives> {
  return (await read<Relatives>(`${side}/${id}`, signal)) ?? { ids: [], more: false };
}

/** The metadata as text; null: it has none. Throws as `relativesOf`. */
export async function metadataOf(id: string, signal: AbortSignal): Promise<string | null> {
  const hex = await read<string>(`metadata/${id}`, signal);
  return hex === null ? null : metadataText(hex);
}

/** Of hex digits; null: it is too long, or no CBOR that can be shown. */
export function metadataText(hex: string): string | null {
  if (hex.length > MOST_DIGITS) return null;
  try {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    return JSON.stringify(readCbor(bytes), null, 2).slice(0, MOST_CHARACTERS);
  } catch {
    return null;
  }
}
