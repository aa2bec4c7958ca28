import { sha256 } from '@noble/hashes/sha2.js';
import { compactSizeLength } from '../transaction/byte-writer.ts';
import type { InputContext, TapscriptContext } from './execution.ts';
import { SCRIPT_FLAGS } from './flags.ts';
import { MAX_ELEMENT_BYTES, MAX_STACK_ELEMENTS, runScript, type ScriptRules } from './interpreter.ts';
import { isOpSuccess, OP } from './opcodes.ts';
import { operationAt, sameBytes } from './script-bytes.ts';
import { ScriptFailure } from './script-error.ts';
import { checkSchnorrSignature } from './signature.ts';
import { isTrue, peek, type Stack } from './stack.ts';
import {
  ANNEX_TAG,
  commitsToLeaf,
  isControlSize,
  leafVersionOf,
  TAPSCRIPT_LEAF_VERSION,
  tapLeafHash,
} from './taproot.ts';
import type { WitnessProgram } from './templates.ts';

/** Validation weight every tapscript input starts with, besides its witness's size (BIP342). */
const VALIDATION_WEIGHT_OFFSET = 50;
const ANCHOR_PROGRAM = Uint8Array.of(0x4e, 0x73);

/**
 * Verifies the witness of an input that spends a witness program, bare or inside P2SH (BIP141, BIP341).
 * @throws ScriptFailure
 */
export function verifyWitnessProgram(
  { version, program }: WitnessProgram,
  witness: readonly Uint8Array[],
  input: InputContext,
  insideP2sh: boolean,
): void {
  const knownOutsideP2sh = version === 1 && !insideP2sh;
  if (version === 0) {
    verifyV0(program, witness, input);
  } else if (knownOutsideP2sh && program.length === 32) {
    if ((input.flags & SCRIPT_FLAGS.TAPROOT) !== 0) verifyTaproot(program, witness, input);
  } else if (!knownOutsideP2sh || !sameBytes(program, ANCHOR_PROGRAM)) {
    refuseByPolicy(input, 'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM');
  }
}

function refuseByPolicy(
  input: InputContext,
  flag:
    | 'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM'
    | 'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION'
    | 'DISCOURAGE_OP_SUCCESS',
): void {
  if ((input.flags & SCRIPT_FLAGS[flag]) !== 0) throw new ScriptFailure(flag);
}

function verifyV0(program: Uint8Array, witness: readonly Uint8Array[], input: InputContext): void {
  if (program.length === 20) {
    if (witness.length !== 2) throw new ScriptFailure('WITNESS_PROGRAM_MISMATCH');
    const script = Uint8Array.of(OP.DUP, OP.HASH160, 20, ...program, OP.EQUALVERIFY, OP.CHECKSIG);
    runWitnessScript([...witness], script, { version: 'v0', input });
  } else if (program.length === 32) {
    const script = witness.at(-1);
    if (!script) throw new ScriptFailure('WITNESS_PROGRAM_WITNESS_EMPTY');
    if (!sameBytes(sha256(script), program)) throw new ScriptFailure('WITNESS_PROGRAM_MISMATCH');
    runWitnessScript(witness.slice(0, -1), script, { version: 'v0', input });
  } else {
    throw new ScriptFailure('WITNESS_PROGRAM_WRONG_LENGTH');
  }
}

function verifyTaproot(outputKey: Uint8Array, witness: readonly Uint8Array[], input: InputContext): void {
  const last = witness.at(-1);
  if (!last) throw new ScriptFailure('WITNESS_PROGRAM_WITNESS_EMPTY');
  const annex = witness.length >= 2 && last[0] === ANNEX_TAG ? last : null;
  const elements = annex ? witness.slice(0, -1) : witness;
  if (elements.length === 1) {
    checkSchnorrSignature(input.spend, input.inputIndex, { annex, leaf: null }, elements[0]!, outputKey);
    return;
  }
  const control = elements.at(-1)!;
  const script = elements.at(-2)!;
  if (!isControlSize(control.length)) throw new ScriptFailure('TAPROOT_WRONG_CONTROL_SIZE');
  const leafHash = tapLeafHash(leafVersionOf(control), script);
  if (!commitsToLeaf(control, outputKey, leafHash)) throw new ScriptFailure('WITNESS_PROGRAM_MISMATCH');
  if (leafVersionOf(control) !== TAPSCRIPT_LEAF_VERSION) {
    refuseByPolicy(input, 'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION');
    return;
  }
  const weightLeft = witnessBytes(witness) + VALIDATION_WEIGHT_OFFSET;
  runTapscript(elements.slice(0, -2), script, { leafHash, annex, weightLeft }, input);
}

function runTapscript(
  stack: Stack,
  script: Uint8Array,
  tapscript: TapscriptContext,
  input: InputContext,
): void {
  // OP_SUCCESSx comes before every other rule, also where it would never be executed.
  for (let at = 0; at < script.length; ) {
    const operation = operationAt(script, at);
    if (!operation) throw new ScriptFailure('BAD_OPCODE');
    if (isOpSuccess(operation.opcode)) {
      refuseByPolicy(input, 'DISCOURAGE_OP_SUCCESS');
      return;
    }
    at = operation.next;
  }
  if (stack.length > MAX_STACK_ELEMENTS) throw new ScriptFailure('STACK_SIZE');
  runWitnessScript(stack, script, { version: 'tapscript', input, tapscript });
}

/** Witness scripts are clean by consensus: exactly one element is left, and it is true. */
function runWitnessScript(stack: Stack, script: Uint8Array, rules: ScriptRules): void {
  if (stack.some((element) => element.length > MAX_ELEMENT_BYTES)) throw new ScriptFailure('PUSH_SIZE');
  runScript(stack, script, rules);
  if (stack.length !== 1) throw new ScriptFailure('CLEANSTACK');
  if (!isTrue(peek(stack))) throw new ScriptFailure('EVAL_FALSE');
}

/** Size of a serialised witness stack, in bytes. */
function witnessBytes(witness: readonly Uint8Array[]): number {
  return witness.reduce(
    (sum, element) => sum + compactSizeLength(element.length) + element.length,
    compactSizeLength(witness.length),
  );
}
