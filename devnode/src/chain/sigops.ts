import { OP } from '../script/opcodes.ts';
import { isPushOnly, operationAt } from '../script/script-bytes.ts';
import { isP2sh, witnessProgramOf } from '../script/templates.ts';
import { isCoinbase, type Transaction } from '../transaction/transaction.ts';

const WITNESS_SCALE = 4;
const UNKNOWN_MULTISIG_KEYS = 20;

/** Signature operations of a script; `accurate` reads the key count before OP_CHECKMULTISIG instead of taking 20. */
export function countSigops(script: Uint8Array, accurate: boolean): number {
  let count = 0;
  let previous = -1;
  for (let at = 0; at < script.length; ) {
    const operation = operationAt(script, at);
    if (!operation) break;
    const { opcode } = operation;
    if (opcode === OP.CHECKSIG || opcode === OP.CHECKSIGVERIFY) count += 1;
    else if (opcode === OP.CHECKMULTISIG || opcode === OP.CHECKMULTISIGVERIFY) {
      const known = accurate && previous >= OP.OP_1 && previous <= OP.OP_16;
      count += known ? previous - OP.OP_1 + 1 : UNKNOWN_MULTISIG_KEYS;
    }
    previous = opcode;
    at = operation.next;
  }
  return count;
}

/** The last element a push-only script leaves: the redeem script of a P2SH spend. Undefined when it leaves none. */
export function lastPush(scriptSig: Uint8Array): Uint8Array | undefined {
  if (!isPushOnly(scriptSig)) return undefined;
  let last: Uint8Array | undefined;
  for (let at = 0; at < scriptSig.length; ) {
    const operation = operationAt(scriptSig, at)!;
    last = operation.data;
    at = operation.next;
  }
  return last;
}

/** Signature operations of the redeem script when the coin is P2SH, else 0. */
export function p2shSigops(coinScript: Uint8Array, scriptSig: Uint8Array): number {
  if (!isP2sh(coinScript)) return 0;
  const redeemScript = lastPush(scriptSig);
  return redeemScript ? countSigops(redeemScript, true) : 0;
}

function witnessSigops(
  coinScript: Uint8Array,
  scriptSig: Uint8Array,
  witness: readonly Uint8Array[],
): number {
  const program =
    witnessProgramOf(coinScript) ??
    (isP2sh(coinScript) ? witnessProgramOf(lastPush(scriptSig) ?? new Uint8Array()) : null);
  if (program?.version !== 0) return 0;
  if (program.program.length === 20) return 1;
  const witnessScript = witness.at(-1);
  return witnessScript ? countSigops(witnessScript, true) : 0;
}

/** Sigop cost of a transaction (BIP141); `spentScripts` holds one scriptPubKey per input. */
export function sigopCost(tx: Transaction, spentScripts: readonly Uint8Array[]): number {
  let legacy = 0;
  for (const output of tx.outputs) legacy += countSigops(output.script, false);
  for (const input of tx.inputs) legacy += countSigops(input.scriptSig, false);
  let cost = legacy * WITNESS_SCALE;
  if (isCoinbase(tx)) return cost;
  tx.inputs.forEach((input, index) => {
    const script = spentScripts[index]!;
    cost += p2shSigops(script, input.scriptSig) * WITNESS_SCALE;
    cost += witnessSigops(script, input.scriptSig, input.witness);
  });
  return cost;
}
