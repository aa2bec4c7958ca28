import {
  countOperations,
  type Execution,
  hasFlag,
  type InputContext,
  isExecuting,
  type OperationCode,
  type TapscriptContext,
} from './execution.ts';
import { isDisabled, OP } from './opcodes.ts';
import { ARITHMETIC_OPERATIONS } from './operations-arithmetic.ts';
import { CRYPTO_OPERATIONS } from './operations-crypto.ts';
import { FLOW_OPERATIONS } from './operations-flow.ts';
import { LOCKTIME_OPERATIONS } from './operations-locktime.ts';
import { STACK_OPERATIONS } from './operations-stack.ts';
import { isMinimalPush, operationAt } from './script-bytes.ts';
import { ScriptFailure } from './script-error.ts';
import { encodeScriptNumber } from './script-number.ts';
import { NO_CODE_SEPARATOR } from './sighash-taproot.ts';
import type { ScriptVersion } from './signature.ts';
import type { Stack } from './stack.ts';

/** Longest script outside tapscript, in bytes. */
const MAX_SCRIPT_BYTES = 10_000;
/** Longest element a script may push, in bytes. */
export const MAX_ELEMENT_BYTES = 520;
/** Most elements on the stack and the alternative stack together. */
export const MAX_STACK_ELEMENTS = 1000;

const OPERATIONS: ReadonlyMap<number, OperationCode> = new Map([
  ...FLOW_OPERATIONS,
  ...STACK_OPERATIONS,
  ...ARITHMETIC_OPERATIONS,
  ...CRYPTO_OPERATIONS,
  ...LOCKTIME_OPERATIONS,
]);

/** How a script runs: whose rules, for which input and, in tapscript, under which leaf. */
export interface ScriptRules {
  readonly version: ScriptVersion;
  readonly input: InputContext;
  readonly tapscript?: TapscriptContext;
}

/**
 * Runs a script on `stack`, which it changes (Core's EvalScript). Returning means that nothing failed;
 * whether the result is true is for the caller to see on the stack.
 * @throws ScriptFailure at the first failure
 */
export function runScript(stack: Stack, script: Uint8Array, rules: ScriptRules): void {
  if (rules.version !== 'tapscript' && script.length > MAX_SCRIPT_BYTES)
    throw new ScriptFailure('SCRIPT_SIZE');
  const execution: Execution = {
    script,
    version: rules.version,
    input: rules.input,
    tapscript: rules.tapscript ?? null,
    stack,
    altStack: [],
    conditions: { depth: 0, firstFalse: null },
    operationCount: 0,
    next: 0,
    position: 0,
    codeStart: 0,
    codeSeparator: NO_CODE_SEPARATOR,
  };
  for (; execution.next < script.length; execution.position++) {
    step(execution);
    if (stack.length + execution.altStack.length > MAX_STACK_ELEMENTS) throw new ScriptFailure('STACK_SIZE');
  }
  if (execution.conditions.depth > 0) throw new ScriptFailure('UNBALANCED_CONDITIONAL');
}

function step(execution: Execution): void {
  const operation = operationAt(execution.script, execution.next);
  if (!operation) throw new ScriptFailure('BAD_OPCODE');
  const { opcode, data } = operation;
  execution.next = operation.next;
  if (data.length > MAX_ELEMENT_BYTES) throw new ScriptFailure('PUSH_SIZE');
  if (execution.version !== 'tapscript' && opcode > OP.OP_16) countOperations(execution, 1);
  if (isDisabled(opcode)) throw new ScriptFailure('DISABLED_OPCODE');
  if (opcode === OP.CODESEPARATOR && execution.version === 'legacy' && hasFlag(execution, 'CONST_SCRIPTCODE'))
    throw new ScriptFailure('OP_CODESEPARATOR');
  const executing = isExecuting(execution.conditions);
  if (opcode <= OP.PUSHDATA4) {
    if (executing) push(execution, opcode, data);
  } else if (executing || (opcode >= OP.IF && opcode <= OP.ENDIF)) {
    execute(execution, opcode);
  }
}

function push(execution: Execution, opcode: number, data: Uint8Array): void {
  if (hasFlag(execution, 'MINIMALDATA') && !isMinimalPush(opcode, data))
    throw new ScriptFailure('MINIMALDATA');
  execution.stack.push(data);
}

function execute(execution: Execution, opcode: number): void {
  if (opcode === OP['1NEGATE'] || (opcode >= OP.OP_1 && opcode <= OP.OP_16)) {
    execution.stack.push(encodeScriptNumber(opcode - OP.RESERVED));
    return;
  }
  const operation = OPERATIONS.get(opcode);
  if (!operation) throw new ScriptFailure('BAD_OPCODE');
  operation(execution, opcode);
}
