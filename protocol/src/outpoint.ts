import type { Sats } from './sats.ts';

/** A coin's outpoint: output `vout` of transaction `txid` (64 lowercase hex, as explorers show it). */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/** An outpoint and its value: the API's UTXO object. */
export interface Utxo extends Outpoint {
  readonly valueSats: Sats;
}

/** `txid:vout`, the text form that Bitcoin Core and ord use. */
export function outpointText(outpoint: Outpoint): string {
  return `${outpoint.txid}:${outpoint.vout}`;
}

/** Reads `txid:vout`; throws a RangeError on anything else. */
export function parseOutpoint(text: string): Outpoint {
  const match = /^([0-9a-f]{64}):(\d{1,10})$/.exec(text);
  if (!match) throw new RangeError(`not an outpoint: ${text}`);
  return { txid: match[1]!, vout: Number(match[2]) };
}

/** Hex digits of a txid used for a coin key: 52 bits, so that adding the vout stays exact. */
const KEY_DIGITS = 13;
/** The first of them, and those after them, are numbers of 32 bits, which are added up fast. */
const HIGH_DIGITS = 6;
const LOW_RANGE = 16 ** (KEY_DIGITS - HIGH_DIGITS);

/**
 * A number to look a coin up among millions; equals the database's `coin_key`. Two coins may have the same
 * key, however unlikely: always compare outpoints too.
 */
export function coinKey({ txid, vout }: Outpoint): number {
  return digitsOf(txid, 0, HIGH_DIGITS) * LOW_RANGE + digitsOf(txid, HIGH_DIGITS, KEY_DIGITS) + vout;
}

/**
 * The hex digits of a txid from `start` to before `end`, at most seven, as a number. It makes no text, as
 * blocks have thousands of inputs.
 */
export function digitsOf(txid: string, start: number, end: number): number {
  let number = 0;
  for (let i = start; i < end; i += 1) {
    const code = txid.charCodeAt(i);
    // 0 to 9 are 0x30 to 0x39, a to f are 0x61 to 0x66
    number = (number << 4) | ((code & 15) + (code > 0x39 ? 9 : 0));
  }
  return number;
}

export function sameOutpoint(a: Outpoint, b: Outpoint): boolean {
  return a.txid === b.txid && a.vout === b.vout;
}
