import { ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  type Execution,
  hasFlag,
  type OperationTable,
  peekNumber,
  type TapscriptContext,
  taprootContextOf,
} from './execution.ts';
import { hash160, hash256 } from './hashes.ts';
import { OP } from './opcodes.ts';
import { checkMultisig } from './operations-multisig.ts';
import { ecdsaScriptCode } from './script-code.ts';
import { ScriptFailure } from './script-error.ts';
import { encodeScriptNumber } from './script-number.ts';
import {
  checkPublicKeyEncoding,
  checkSchnorrSignature,
  checkSignatureEncoding,
  ecdsaSigns,
} from './signature.ts';
import { need, peek, pop, truth } from './stack.ts';

/** Validation weight a signature check costs (BIP342). */
const SIGNATURE_WEIGHT = 50;

function hashTop(hash: (bytes: Uint8Array) => Uint8Array) {
  return ({ stack }: Execution): void => {
    need(stack, 1);
    stack.push(hash(pop(stack)));
  };
}

function codeSeparator(execution: Execution): void {
  execution.codeStart = execution.next;
  execution.codeSeparator = execution.position;
}

/** True when the signature is good, false when it is empty or may fail; everything else throws. */
function signatureHolds(execution: Execution, signature: Uint8Array, publicKey: Uint8Array): boolean {
  return execution.tapscript
    ? tapscriptSignatureHolds(execution, execution.tapscript, signature, publicKey)
    : ecdsaSignatureHolds(execution, signature, publicKey);
}

function ecdsaSignatureHolds(execution: Execution, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const { spend, inputIndex, flags } = execution.input;
  const scriptCode = ecdsaScriptCode(execution, [signature]);
  checkSignatureEncoding(signature, flags);
  checkPublicKeyEncoding(publicKey, flags, execution.version);
  const holds = ecdsaSigns(spend, inputIndex, scriptCode, execution.version, signature, publicKey);
  if (!holds && hasFlag(execution, 'NULLFAIL') && signature.length > 0)
    throw new ScriptFailure('SIG_NULLFAIL');
  return holds;
}

function tapscriptSignatureHolds(
  execution: Execution,
  tapscript: TapscriptContext,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const signed = signature.length > 0;
  if (signed) {
    tapscript.weightLeft -= SIGNATURE_WEIGHT;
    if (tapscript.weightLeft < 0) throw new ScriptFailure('TAPSCRIPT_VALIDATION_WEIGHT');
  }
  if (publicKey.length === 0) throw new ScriptFailure('TAPSCRIPT_EMPTY_PUBKEY');
  if (publicKey.length === 32) {
    const { spend, inputIndex } = execution.input;
    if (signed)
      checkSchnorrSignature(spend, inputIndex, taprootContextOf(execution, tapscript), signature, publicKey);
  } else if (hasFlag(execution, 'DISCOURAGE_UPGRADABLE_PUBKEYTYPE')) {
    throw new ScriptFailure('DISCOURAGE_UPGRADABLE_PUBKEYTYPE');
  }
  return signed;
}

function checkSig(execution: Execution, opcode: number): void {
  const { stack } = execution;
  need(stack, 2);
  const holds = signatureHolds(execution, peek(stack, 1), peek(stack, 0));
  stack.length -= 2;
  if (opcode === OP.CHECKSIG) stack.push(truth(holds));
  else if (!holds) throw new ScriptFailure('CHECKSIGVERIFY');
}

function checkSigAdd(execution: Execution): void {
  const { stack } = execution;
  if (execution.version !== 'tapscript') throw new ScriptFailure('BAD_OPCODE');
  need(stack, 3);
  const count = peekNumber(execution, 1);
  const holds = signatureHolds(execution, peek(stack, 2), peek(stack, 0));
  stack.length -= 3;
  stack.push(encodeScriptNumber(count + (holds ? 1 : 0)));
}

/** Hashes, OP_CODESEPARATOR and the signature checks. */
export const CRYPTO_OPERATIONS: OperationTable = new Map<
  number,
  (execution: Execution, opcode: number) => void
>([
  [OP.RIPEMD160, hashTop(ripemd160)],
  [OP.SHA1, hashTop(sha1)],
  [OP.SHA256, hashTop(sha256)],
  [OP.HASH160, hashTop(hash160)],
  [OP.HASH256, hashTop(hash256)],
  [OP.CODESEPARATOR, codeSeparator],
  [OP.CHECKSIG, checkSig],
  [OP.CHECKSIGVERIFY, checkSig],
  [OP.CHECKSIGADD, checkSigAdd],
  [OP.CHECKMULTISIG, checkMultisig],
  [OP.CHECKMULTISIGVERIFY, checkMultisig],
]);
