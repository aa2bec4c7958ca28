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

/**
 * A number to look a coin up among millions; equals the database's `coin_key`. Two coins may have the same
 * key, however unlikely: always compare outpoints too.
 */
export function coinKey({ txid, vout }: Outpoint): number {
  return Number.parseInt(txid.slice(0, KEY_DIGITS), 16) + vout;
}

export function sameOutpoint(a: Outpoint, b: Outpoint): boolean {
  return a.txid === b.txid && a.vout === b.vout;
}
