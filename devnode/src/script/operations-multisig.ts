import { countOperations, type Execution, hasFlag, peekNumber } from './execution.ts';
import { OP } from './opcodes.ts';
import { ecdsaScriptCode } from './script-code.ts';
import { ScriptFailure } from './script-error.ts';
import { checkPublicKeyEncoding, checkSignatureEncoding, ecdsaSigns } from './signature.ts';
import { need, peek, truth } from './stack.ts';

const MAX_KEYS = 20;

interface MultisigOperands {
  /** From the top of the stack down, which is the order in which they are tried. */
  readonly keys: readonly Uint8Array[];
  readonly signatures: readonly Uint8Array[];
  /** The extra element that OP_CHECKMULTISIG has always taken. */
  readonly dummy: Uint8Array;
  /** Elements in all. */
  readonly count: number;
}

/** Stack, top first: n, n keys, m, m signatures, one dummy. */
function readOperands(execution: Execution): MultisigOperands {
  const { stack } = execution;
  const elements = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => peek(stack, from + i));
  need(stack, 1);
  const keyCount = peekNumber(execution, 0);
  if (keyCount < 0 || keyCount > MAX_KEYS) throw new ScriptFailure('PUBKEY_COUNT');
  countOperations(execution, keyCount);
  need(stack, keyCount + 2);
  const signatureCount = peekNumber(execution, keyCount + 1);
  if (signatureCount < 0 || signatureCount > keyCount) throw new ScriptFailure('SIG_COUNT');
  const count = keyCount + signatureCount + 3;
  need(stack, count);
  return {
    keys: elements(1, keyCount),
    signatures: elements(keyCount + 2, signatureCount),
    dummy: peek(stack, count - 1),
    count,
  };
}

function signaturesHold(execution: Execution, { keys, signatures }: MultisigOperands): boolean {
  const { spend, inputIndex, flags } = execution.input;
  const scriptCode = ecdsaScriptCode(execution, signatures);
  let signature = 0;
  for (let key = 0; signature < signatures.length; key++) {
    if (signatures.length - signature > keys.length - key) return false;
    const candidate = signatures[signature]!;
    const publicKey = keys[key]!;
    checkSignatureEncoding(candidate, flags);
    checkPublicKeyEncoding(publicKey, flags, execution.version);
    if (ecdsaSigns(spend, inputIndex, scriptCode, execution.version, candidate, publicKey)) signature++;
  }
  return true;
}

/** OP_CHECKMULTISIG and OP_CHECKMULTISIGVERIFY: m of n, both in the same order. */
export function checkMultisig(execution: Execution, opcode: number): void {
  const { stack } = execution;
  if (execution.version === 'tapscript') throw new ScriptFailure('TAPSCRIPT_CHECKMULTISIG');
  const operands = readOperands(execution);
  const holds = signaturesHold(execution, operands);
  if (!holds && hasFlag(execution, 'NULLFAIL') && operands.signatures.some((s) => s.length > 0))
    throw new ScriptFailure('SIG_NULLFAIL');
  if (hasFlag(execution, 'NULLDUMMY') && operands.dummy.length > 0) throw new ScriptFailure('SIG_NULLDUMMY');
  stack.length -= operands.count;
  if (opcode === OP.CHECKMULTISIG) stack.push(truth(holds));
  else if (!holds) throw new ScriptFailure('CHECKMULTISIGVERIFY');
}
