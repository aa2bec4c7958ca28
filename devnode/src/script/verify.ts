import type { Transaction, TransactionOutput } from '../transaction/transaction.ts';
import type { InputContext } from './execution.ts';
import { SCRIPT_FLAGS, type ScriptFlags } from './flags.ts';
import { runScript } from './interpreter.ts';
import { isPushOnly, pushOf, sameBytes } from './script-bytes.ts';
import { type ScriptError, ScriptFailure, scriptError } from './script-error.ts';
import { type Spend, spendOf } from './spend.ts';
import { isTrue, pop, type Stack } from './stack.ts';
import { isP2sh, witnessProgramOf } from './templates.ts';
import { verifyWitnessProgram } from './witness.ts';

/** A failed input of a transaction. */
export interface InputError extends ScriptError {
  readonly inputIndex: number;
}

/**
 * Verifies that an input may spend its output: legacy scripts, P2SH (BIP16), segwit v0 (BIP141, BIP143) and
 * taproot (BIP341, BIP342), complete, under the given flags. Amounts, maturity and lock times of the
 * transaction itself are not looked at.
 *
 * `spentOutputs` holds one output per input of `tx`, in order. Pass the same `spend` (from `spendOf`) for all
 * inputs of a transaction to hash the shared parts once.
 *
 * Returns null when the input is valid, else Core's name and text of the first failure. Throws only on a
 * caller's bug: a missing input or a wrong number of spent outputs.
 */
export function verifyInput(
  tx: Transaction,
  inputIndex: number,
  spentOutputs: readonly TransactionOutput[],
  flags: ScriptFlags,
  spend: Spend = spendOf(tx, spentOutputs),
): ScriptError | null {
  const txInput = tx.inputs[inputIndex];
  if (!txInput) throw new Error(`transaction has no input ${inputIndex}`);
  try {
    verifyScript(txInput.scriptSig, spentOutputs[inputIndex]!.script, txInput.witness, {
      spend,
      inputIndex,
      flags,
    });
    return null;
  } catch (error) {
    if (error instanceof ScriptFailure) return scriptError(error.reason);
    throw error;
  }
}

/** Verifies all inputs of a transaction, in order; the first failure or null. See `verifyInput`. */
export function verifyTransaction(
  tx: Transaction,
  spentOutputs: readonly TransactionOutput[],
  flags: ScriptFlags,
): InputError | null {
  const spend = spendOf(tx, spentOutputs);
  for (const inputIndex of tx.inputs.keys()) {
    const error = verifyInput(tx, inputIndex, spentOutputs, flags, spend);
    if (error) return { ...error, inputIndex };
  }
  return null;
}

/** Core's VerifyScript. */
function verifyScript(
  scriptSig: Uint8Array,
  scriptPubKey: Uint8Array,
  witness: readonly Uint8Array[],
  input: InputContext,
): void {
  const has = (flag: keyof typeof SCRIPT_FLAGS) => (input.flags & SCRIPT_FLAGS[flag]) !== 0;
  const rules = { version: 'legacy', input } as const;
  if (has('SIGPUSHONLY') && !isPushOnly(scriptSig)) throw new ScriptFailure('SIG_PUSHONLY');
  let stack: Stack = [];
  runScript(stack, scriptSig, rules);
  const afterScriptSig = [...stack];
  runScript(stack, scriptPubKey, rules);
  requireTrue(stack);

  let program = has('WITNESS') ? witnessProgramOf(scriptPubKey) : null;
  if (program) {
    if (scriptSig.length > 0) throw new ScriptFailure('WITNESS_MALLEATED');
    verifyWitnessProgram(program, witness, input, false);
    stack.length = 1;
  }

  if (has('P2SH') && isP2sh(scriptPubKey)) {
    if (!isPushOnly(scriptSig)) throw new ScriptFailure('SIG_PUSHONLY');
    stack = afterScriptSig;
    const redeemScript = pop(stack);
    runScript(stack, redeemScript, rules);
    requireTrue(stack);
    program = has('WITNESS') ? witnessProgramOf(redeemScript) : null;
    if (program) {
      // The redeem script must be the whole scriptSig, or third parties could pad it.
      if (!sameBytes(scriptSig, pushOf(redeemScript))) throw new ScriptFailure('WITNESS_MALLEATED_P2SH');
      verifyWitnessProgram(program, witness, input, true);
      stack.length = 1;
    }
  }

  if (has('CLEANSTACK') && stack.length !== 1) throw new ScriptFailure('CLEANSTACK');
  if (has('WITNESS') && !program && witness.length > 0) throw new ScriptFailure('WITNESS_UNEXPECTED');
}

function requireTrue(stack: Stack): void {
  const top = stack.at(-1);
  if (!top || !isTrue(top)) throw new ScriptFailure('EVAL_FALSE');
}
