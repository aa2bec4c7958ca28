import { type Execution, type OperationTable, popNumbers } from './execution.ts';
import { OP } from './opcodes.ts';
import { ScriptFailure } from './script-error.ts';
import { encodeScriptNumber } from './script-number.ts';
import { truth } from './stack.ts';

function unary(compute: (a: number) => number) {
  return (execution: Execution): void => {
    const [a] = popNumbers(execution, 1);
    execution.stack.push(encodeScriptNumber(compute(a!)));
  };
}

function binary(compute: (a: number, b: number) => number | boolean) {
  return (execution: Execution): void => {
    const [a, b] = popNumbers(execution, 2);
    execution.stack.push(encodeScriptNumber(Number(compute(a!, b!))));
  };
}

function within(execution: Execution): void {
  const [value, from, to] = popNumbers(execution, 3);
  execution.stack.push(truth(from! <= value! && value! < to!));
}

function numEqualVerify(execution: Execution): void {
  const [a, b] = popNumbers(execution, 2);
  if (a !== b) throw new ScriptFailure('NUMEQUALVERIFY');
}

/** Operations on numbers of at most four bytes. */
export const ARITHMETIC_OPERATIONS: OperationTable = new Map<number, (execution: Execution) => void>([
  [OP['1ADD'], unary((a) => a + 1)],
  [OP['1SUB'], unary((a) => a - 1)],
  [OP.NEGATE, unary((a) => -a)],
  [OP.ABS, unary(Math.abs)],
  [OP.NOT, unary((a) => (a === 0 ? 1 : 0))],
  [OP['0NOTEQUAL'], unary((a) => (a === 0 ? 0 : 1))],
  [OP.ADD, binary((a, b) => a + b)],
  [OP.SUB, binary((a, b) => a - b)],
  [OP.BOOLAND, binary((a, b) => a !== 0 && b !== 0)],
  [OP.BOOLOR, binary((a, b) => a !== 0 || b !== 0)],
  [OP.NUMEQUAL, binary((a, b) => a === b)],
  [OP.NUMEQUALVERIFY, numEqualVerify],
  [OP.NUMNOTEQUAL, binary((a, b) => a !== b)],
  [OP.LESSTHAN, binary((a, b) => a < b)],
  [OP.GREATERTHAN, binary((a, b) => a > b)],
  [OP.LESSTHANOREQUAL, binary((a, b) => a <= b)],
  [OP.GREATERTHANOREQUAL, binary((a, b) => a >= b)],
  [OP.MIN, binary(Math.min)],
  [OP.MAX, binary(Math.max)],
  [OP.WITHIN, within],
]);
