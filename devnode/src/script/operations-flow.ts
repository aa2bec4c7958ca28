import {
  type Execution,
  enterCondition,
  hasFlag,
  isExecuting,
  leaveCondition,
  type OperationTable,
  toggleCondition,
} from './execution.ts';
import { OP } from './opcodes.ts';
import { ScriptFailure } from './script-error.ts';
import { isTrue, need, pop } from './stack.ts';

function beginIf(execution: Execution, opcode: number): void {
  let holds = false;
  if (isExecuting(execution.conditions)) {
    need(execution.stack, 1);
    const argument = pop(execution.stack);
    const minimal = argument.length === 0 || (argument.length === 1 && argument[0] === 1);
    if (!minimal && execution.version === 'tapscript') throw new ScriptFailure('TAPSCRIPT_MINIMALIF');
    if (!minimal && execution.version === 'v0' && hasFlag(execution, 'MINIMALIF'))
      throw new ScriptFailure('MINIMALIF');
    holds = isTrue(argument) === (opcode === OP.IF);
  }
  enterCondition(execution.conditions, holds);
}

function insideIf(change: (conditions: Execution['conditions']) => void): (execution: Execution) => void {
  return ({ conditions }) => {
    if (conditions.depth === 0) throw new ScriptFailure('UNBALANCED_CONDITIONAL');
    change(conditions);
  };
}

function verify({ stack }: Execution): void {
  need(stack, 1);
  if (!isTrue(pop(stack))) throw new ScriptFailure('VERIFY');
}

function fail(): never {
  throw new ScriptFailure('OP_RETURN');
}

function upgradableNop(execution: Execution): void {
  if (hasFlag(execution, 'DISCOURAGE_UPGRADABLE_NOPS')) throw new ScriptFailure('DISCOURAGE_UPGRADABLE_NOPS');
}

/** Conditions, OP_VERIFY, OP_RETURN and the operations that do nothing. */
export const FLOW_OPERATIONS: OperationTable = new Map([
  [OP.NOP, () => {}],
  [OP.IF, beginIf],
  [OP.NOTIF, beginIf],
  [OP.ELSE, insideIf(toggleCondition)],
  [OP.ENDIF, insideIf(leaveCondition)],
  [OP.VERIFY, verify],
  [OP.RETURN, fail],
  ...[OP.NOP1, OP.NOP4, OP.NOP5, OP.NOP6, OP.NOP7, OP.NOP8, OP.NOP9, OP.NOP10].map(
    (opcode) => [opcode, upgradableNop] as const,
  ),
]);
