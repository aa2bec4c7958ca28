import { isCoinbase, type Transaction, type TransactionOutput } from '../transaction/transaction.ts';
import { SCRIPT_FLAGS, type ScriptFlags } from './flags.ts';
import { OP } from './opcodes.ts';
import { isPushOnly, operationAt } from './script-bytes.ts';
import { isP2sh, type WitnessProgram, witnessProgramOf } from './templates.ts';

/** What a legacy signature operation costs; a witness one costs 1 (BIP141). */
const LEGACY_SIGOP_COST = 4;
/** Counted for an OP_CHECKMULTISIG whose number of keys is not looked at. */
const MULTISIG_SIGOPS = 20;

/**
 * Signature operations in a script as written, executed or not. With `accurate`, an OP_CHECKMULTISIG right
 * after OP_1..OP_16 counts that many, otherwise 20. Counting stops where the script ends inside a push.
 */
export function countSigops(script: Uint8Array, accurate: boolean): number {
  let count = 0;
  let previous = -1;
  for (let at = 0; at < script.length; ) {
    const operation = operationAt(script, at);
    if (!operation) break;
    const { opcode } = operation;
    if (opcode === OP.CHECKSIG || opcode === OP.CHECKSIGVERIFY) count++;
    if (opcode === OP.CHECKMULTISIG || opcode === OP.CHECKMULTISIGVERIFY)
      count +=
        accurate && previous >= OP.OP_1 && previous <= OP.OP_16 ? previous - OP.RESERVED : MULTISIG_SIGOPS;
    previous = opcode;
    at = operation.next;
  }
  return count;
}

/**
 * The sigop cost of a transaction as blocks (at most 80,000 in all) and the mempool (at most 16,000 each, 20
 * vB per unit of cost) count it (Core's GetTransactionSigOpCost). `spentOutputs` as in `verifyInput`; not
 * looked at for a coinbase. Tapscript has its own budget and counts nothing here.
 */
export function sigopCostOf(
  tx: Transaction,
  spentOutputs: readonly TransactionOutput[],
  flags: ScriptFlags,
): number {
  let legacy = 0;
  for (const input of tx.inputs) legacy += countSigops(input.scriptSig, false);
  for (const output of tx.outputs) legacy += countSigops(output.script, false);
  let cost = legacy * LEGACY_SIGOP_COST;
  if (isCoinbase(tx)) return cost;
  for (const [index, input] of tx.inputs.entries()) {
    const { script } = spentOutputs[index]!;
    const redeem = isP2sh(script) && isPushOnly(input.scriptSig) ? lastPush(input.scriptSig) : null;
    if (redeem && (flags & SCRIPT_FLAGS.P2SH) !== 0) cost += countSigops(redeem, true) * LEGACY_SIGOP_COST;
    const program = witnessProgramOf(redeem ?? script);
    if (program && (flags & SCRIPT_FLAGS.WITNESS) !== 0) cost += witnessSigops(program, input.witness);
  }
  return cost;
}

function witnessSigops({ version, program }: WitnessProgram, witness: readonly Uint8Array[]): number {
  if (version !== 0) return 0;
  if (program.length === 20) return 1;
  const script = witness.at(-1);
  return program.length === 32 && script ? countSigops(script, true) : 0;
}

/** The data of the last operation, which for OP_1..OP_16 is empty. */
function lastPush(script: Uint8Array): Uint8Array {
  let data = new Uint8Array(0) as Uint8Array;
  for (let at = 0; at < script.length; ) {
    const operation = operationAt(script, at);
    if (!operation) break;
    data = operation.data;
    at = operation.next;
  }
  return data;
}
