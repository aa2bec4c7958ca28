import { SCRIPT_FLAGS, type ScriptFlags } from './flags.ts';
import { ScriptFailure } from './script-error.ts';
import { decodeScriptNumber } from './script-number.ts';
import type { TaprootContext } from './sighash-taproot.ts';
import type { ScriptVersion } from './signature.ts';
import type { Spend } from './spend.ts';
import { need, peek, type Stack } from './stack.ts';

/** Operations a script may count outside tapscript. */
const MAX_OPERATIONS = 201;

/** What a script may ask about the input it guards. */
export interface InputContext {
  readonly spend: Spend;
  readonly inputIndex: number;
  readonly flags: ScriptFlags;
}

/** A tapscript's own context: its leaf and annex, and the validation weight its signatures may still use. */
export interface TapscriptContext {
  readonly leafHash: Uint8Array;
  readonly annex: Uint8Array | null;
  weightLeft: number;
}

/** A running script. Operations change the stacks, the counters and the conditions. */
export interface Execution {
  readonly script: Uint8Array;
  readonly version: ScriptVersion;
  readonly input: InputContext;
  readonly tapscript: TapscriptContext | null;
  readonly stack: Stack;
  readonly altStack: Stack;
  readonly conditions: Conditions;
  /** Operations counted so far (not in tapscript). */
  operationCount: number;
  /** Where the next operation starts, and how many operations came before the current one. */
  next: number;
  position: number;
  /** Where the signed script code starts, and the position of the OP_CODESEPARATOR before it. */
  codeStart: number;
  codeSeparator: number;
}

/** An operation; it finds its operands on the stack. */
export type OperationCode = (execution: Execution, opcode: number) => void;

/** Operations by opcode byte. */
export type OperationTable = ReadonlyMap<number, OperationCode>;

/** True when a flag is set. */
export function hasFlag(execution: Execution, flag: keyof typeof SCRIPT_FLAGS): boolean {
  return (execution.input.flags & SCRIPT_FLAGS[flag]) !== 0;
}

/** The number `depth` below the top, which stays there. */
export function peekNumber(execution: Execution, depth = 0, maxBytes?: number): number {
  return decodeScriptNumber(peek(execution.stack, depth), hasFlag(execution, 'MINIMALDATA'), maxBytes);
}

/** Takes `count` numbers off, deepest first. All must be there before any is read. */
export function popNumbers(execution: Execution, count: number): number[] {
  const { stack } = execution;
  need(stack, count);
  const numbers: number[] = [];
  for (let depth = count - 1; depth >= 0; depth--) numbers.push(peekNumber(execution, depth));
  stack.length -= count;
  return numbers;
}

/** Counts operations against the limit of legacy and v0 scripts. */
export function countOperations(execution: Execution, count: number): void {
  execution.operationCount += count;
  if (execution.operationCount > MAX_OPERATIONS) throw new ScriptFailure('OP_COUNT');
}

/** What a taproot signature of this script signs besides the transaction. */
export function taprootContextOf(execution: Execution, tapscript: TapscriptContext): TaprootContext {
  return {
    annex: tapscript.annex,
    leaf: { hash: tapscript.leafHash, codeSeparator: execution.codeSeparator },
  };
}

/**
 * The nesting of OP_IF, as a depth and the outermost level that is false: a deep nest of conditions, which
 * tapscript allows, then costs the same per operation as a shallow one.
 */
export interface Conditions {
  depth: number;
  firstFalse: number | null;
}

/** True when every enclosing condition holds. */
export function isExecuting(conditions: Conditions): boolean {
  return conditions.firstFalse === null;
}

/** Enters a condition. */
export function enterCondition(conditions: Conditions, holds: boolean): void {
  if (conditions.firstFalse === null && !holds) conditions.firstFalse = conditions.depth;
  conditions.depth++;
}

/** Turns the innermost condition around. */
export function toggleCondition(conditions: Conditions): void {
  if (conditions.firstFalse === null) conditions.firstFalse = conditions.depth - 1;
  else if (conditions.firstFalse === conditions.depth - 1) conditions.firstFalse = null;
}

/** Leaves the innermost condition. */
export function leaveCondition(conditions: Conditions): void {
  conditions.depth--;
  if (conditions.firstFalse === conditions.depth) conditions.firstFalse = null;
}
