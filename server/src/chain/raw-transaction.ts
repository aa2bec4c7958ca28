import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import { RawTx } from '@scure/btc-signer';

/** The txid of a raw transaction in hex (BIP-141: the witness does not count). Throws on anything else. */
export function txidOf(rawTransaction: string): string {
  const { witnesses: _, ...transaction } = RawTx.decode(hex.decode(rawTransaction));
  const stripped = RawTx.encode({ ...transaction, segwitFlag: false });
  return hex.encode(sha256(sha256(stripped)).reverse());
}
