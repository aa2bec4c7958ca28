import type { Location } from '../signing/location.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { transactionOrNull } from '../source/raw-transaction.ts';

/** The transfer of a listing, proven by its hash: what a sale or a counter stands on. Scripts are hex. */
export interface ProvenTransfer {
  readonly txid: string;
  /** The output that held the inscription. */
  readonly inscriptionCoin: { readonly txid: string; readonly vout: number };
  /** Output 0. */
  readonly passthrough: { readonly valueSats: number; readonly script: string };
  /** Output 1. */
  readonly anchorChange: { readonly valueSats: number; readonly script: string };
}

/**
 * Reads a transfer. Throws `UnsafePsbt` unless it is a transaction of two inputs and two outputs whose hash
 * is `txid`.
 */
export function readTransfer(what: string, rawHex: string, txid: string): ProvenTransfer {
  const read = transactionOrNull(rawHex);
  demand(read !== null, () => `${what} is not a transaction: ${rawHex.slice(0, 40)}`);
  const { txid: hash, inputs, outputs } = read;
  demand(hash === txid, () => `${what} has the hash ${hash}, but the service announced ${txid}`);
  demand(inputs.length === 2 && outputs.length === 2, () => {
    return `${what} has ${inputs.length} inputs and ${outputs.length} outputs, not two of each`;
  });
  const [inscriptionCoin] = inputs;
  const [passthrough, anchorChange] = outputs;
  return {
    txid,
    inscriptionCoin: inscriptionCoin!,
    passthrough: passthrough!,
    anchorChange: anchorChange!,
  };
}

/**
 * Throws `UnsafePsbt` unless the inscription's sat, which our own source knows to be at `location`, goes into
 * the passthrough at the same offset, or is there already.
 */
export function checkOrigin(what: string, transfer: ProvenTransfer, location: Location): void {
  const { inscriptionCoin, passthrough, txid } = transfer;
  const from = `${location.txid}:${location.vout}`;
  const places = [`${inscriptionCoin.txid}:${inscriptionCoin.vout}`, `${txid}:0`];
  demand(places.includes(from), () => {
    return `${what} moves the sats of ${places[0]}, but the inscription is on ${from}`;
  });
  demand((location.valueSats ?? passthrough.valueSats) === passthrough.valueSats, () => {
    return `${what} puts ${passthrough.valueSats} sats into the passthrough, but ${from} holds ${location.valueSats}`;
  });
  demand((location.offset ?? 0) < passthrough.valueSats, () => {
    return `the inscription is at sat ${location.offset} of ${from}, which ${what} does not put into the passthrough`;
  });
}
