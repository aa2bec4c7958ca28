import { bytesToHex, txidBytes } from '../bitcoin/bytes.ts';
import { type Pay, pay } from '../layout/layout.ts';

/**
 * The output that names a passthrough: OP_RETURN and the 32 bytes of its transaction's id, as inputs write it. A signature over
 * all outputs then commits to this one passthrough (its vout is always 0), whatever other inputs are added.
 */
export function namingOutput(transferTxid: string): Pay {
  return pay('names the passthrough', 0, `6a20${bytesToHex(txidBytes(transferTxid))}`);
}
