import { RawTx } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import type { Outpoint } from '../outpoint.ts';
import type { Sats } from '../sats.ts';
import { bytesToHex, hexToBytes, sha256d } from './bytes.ts';

/** A decoded transaction. Byte strings are hex. */
export interface RawTransaction {
  readonly txid: string;
  /** vB. Source: BIP141. */
  readonly vsize: number;
  readonly inputs: readonly (Outpoint & { readonly witness: readonly string[] })[];
  readonly outputs: readonly { readonly valueSats: Sats; readonly script: string }[];
}

/**
 * Reads raw transaction hex, with or without witnesses. Throws an Error of the decoder on anything else.
 */
export function readTransaction(hex: string): RawTransaction {
  const { version, inputs, outputs, witnesses, lockTime } = RawTx.decode(hexToBytes(hex));
  const stripped = RawOldTx.encode({ version, inputs, outputs, lockTime });
  return {
    txid: bytesToHex(sha256d(stripped).reverse()),
    vsize: Math.ceil((3 * stripped.length + hex.length / 2) / 4),
    inputs: inputs.map(({ txid, index }, i) => ({
      txid: bytesToHex(txid),
      vout: index,
      witness: (witnesses?.[i] ?? []).map((item) => bytesToHex(item)),
    })),
    outputs: outputs.map(({ amount, script }) => ({ valueSats: Number(amount), script: bytesToHex(script) })),
  };
}
