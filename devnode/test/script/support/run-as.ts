import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { ScriptFlags } from '../../../src/script/flags.ts';
import { pushOf } from '../../../src/script/script-bytes.ts';
import type { ScriptErrorName } from '../../../src/script/script-error.ts';
import type { ScriptVersion } from '../../../src/script/signature.ts';
import { verifyInput } from '../../../src/script/verify.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { creditAndSpend, oneLeaf } from './credit-and-spend.ts';

const NONE = new Uint8Array(0);

/** What satisfies a script: the stack it starts with, and fields of the spending transaction. */
export interface RunOptions {
  readonly stack?: readonly Uint8Array[];
  readonly annex?: Uint8Array;
  readonly version?: number;
  readonly lockTime?: number;
  readonly sequence?: number;
}

/** Spends an output locked by `script`: bare, as P2WSH or as the only leaf of a taproot output. */
export function runAs(
  as: ScriptVersion,
  script: Uint8Array,
  flags: ScriptFlags,
  options: RunOptions = {},
): ScriptErrorName | 'OK' {
  const stack = options.stack ?? [];
  const { tx, spent } = creditAndSpend({ valueSats: 1000, ...lockAs(as, script, stack, options.annex) });
  const spending: Transaction = {
    ...tx,
    version: options.version ?? 2,
    lockTime: options.lockTime ?? 0,
    inputs: [{ ...tx.inputs[0]!, sequence: options.sequence ?? 0xfffffffe }],
  };
  return verifyInput(spending, 0, [spent], flags)?.name ?? 'OK';
}

function lockAs(
  as: ScriptVersion,
  script: Uint8Array,
  stack: readonly Uint8Array[],
  annex: Uint8Array | undefined,
) {
  if (as === 'legacy')
    return { scriptSig: concatBytes(...stack.map(pushOf)), scriptPubKey: script, witness: [] };
  if (as === 'v0') {
    const scriptPubKey = Uint8Array.of(0, 32, ...sha256(script));
    return { scriptSig: NONE, scriptPubKey, witness: [...stack, script] };
  }
  const { leaf, control, outputKey } = oneLeaf(script);
  const witness = [...stack, leaf, control, ...(annex ? [annex] : [])];
  return { scriptSig: NONE, scriptPubKey: Uint8Array.of(0x51, 32, ...outputKey), witness };
}
