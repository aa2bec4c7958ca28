import { bytesToHex, txidBytes } from '../bitcoin/bytes.ts';
import { type Pay, pay } from '../layout/layout.ts';

/**
 * The output that names a passthrough: OP_RETURN and the txid of its transaction, 32 bytes in the order of
 * inputs. A signature over all outputs then commits to this passthrough (its vout is always 0), whatever
 * inputs are added.
 */
export function namingOutput(transferTxid: string): Pay {
  return pay('names the passthrough', 0, `6a20${bytesToHex(txidBytes(transferTxid))}`);
}
