import { hex } from '@scure/base';
import type { Psbt } from '../signing/psbt.ts';
import { inputSeen } from '../signing/rebuilt.ts';
import { demand } from '../signing/unsafe-psbt.ts';

/** `<seller> OP_CHECKSIG <market> OP_CHECKSIGADD OP_2 OP_NUMEQUAL`, and the version of leaves. */
const PASSTHROUGH_LEAF = /^20[0-9a-f]{64}ac20([0-9a-f]{64})ba529cc0$/;

/**
 * The market's key in the leaf of a passthrough that input 0 shows, x-only hex. The leaf is a claim: build
 * with the key and compare. Throws `UnsafePsbt` without such a leaf, and when `wanted` (hex) is another key.
 */
export function marketKeySeen(what: string, psbt: Psbt, wanted: string | undefined): string {
  const leaf = hex.encode(inputSeen(what, psbt, 0).fields.tapLeafScript?.[0]?.[1] ?? new Uint8Array());
  const [, key] = PASSTHROUGH_LEAF.exec(leaf) ?? [];
  demand(
    key !== undefined,
    () => `${what} has the leaf ${leaf || 'of no script'}, not that of a passthrough`,
  );
  demand(!wanted || key === wanted.slice(-64), () => {
    return `${what} is co-signed by ${key}, not by the market's ${wanted}`;
  });
  return key;
}
