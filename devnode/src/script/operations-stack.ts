import { type Execution, type OperationTable, popNumbers } from './execution.ts';
import { OP } from './opcodes.ts';
import { sameBytes } from './script-bytes.ts';
import { ScriptFailure } from './script-error.ts';
import { encodeScriptNumber } from './script-number.ts';
import { isTrue, need, peek, pop, type Stack, truth } from './stack.ts';

/** An operation that replaces the top `count` elements (deepest first) by what `change` returns. */
function rearrange(count: number, change: (...elements: Uint8Array[]) => Uint8Array[]) {
  return ({ stack }: Execution): void => {
    need(stack, count);
    stack.push(...change(...stack.splice(stack.length - count)));
  };
}

/** OP_PICK and OP_ROLL. Two elements are needed before the index is read. */
function fromDepth(take: (stack: Stack, index: number) => Uint8Array) {
  return (execution: Execution): void => {
    const { stack } = execution;
    need(stack, 2);
    const depth = popNumbers(execution, 1)[0]!;
    if (depth < 0 || depth >= stack.length) throw new ScriptFailure('INVALID_STACK_OPERATION');
    stack.push(take(stack, stack.length - 1 - depth));
  };
}

function toAltStack({ stack, altStack }: Execution): void {
  need(stack, 1);
  altStack.push(pop(stack));
}

function fromAltStack({ stack, altStack }: Execution): void {
  const element = altStack.pop();
  if (!element) throw new ScriptFailure('INVALID_ALTSTACK_OPERATION');
  stack.push(element);
}

function ifDup({ stack }: Execution): void {
  need(stack, 1);
  const top = peek(stack);
  if (isTrue(top)) stack.push(top);
}

function equalVerify({ stack }: Execution): void {
  need(stack, 2);
  if (!sameBytes(pop(stack), pop(stack))) throw new ScriptFailure('EQUALVERIFY');
}

/** Operations that move elements around, measure or compare them. */
export const STACK_OPERATIONS: OperationTable = new Map<number, (execution: Execution) => void>([
  [OP.TOALTSTACK, toAltStack],
  [OP.FROMALTSTACK, fromAltStack],
  [OP['2DROP'], rearrange(2, () => [])],
  [OP['2DUP'], rearrange(2, (a, b) => [a!, b!, a!, b!])],
  [OP['3DUP'], rearrange(3, (a, b, c) => [a!, b!, c!, a!, b!, c!])],
  [OP['2OVER'], rearrange(4, (a, b, c, d) => [a!, b!, c!, d!, a!, b!])],
  [OP['2ROT'], rearrange(6, (a, b, c, d, e, f) => [c!, d!, e!, f!, a!, b!])],
  [OP['2SWAP'], rearrange(4, (a, b, c, d) => [c!, d!, a!, b!])],
  [OP.IFDUP, ifDup],
  [OP.DEPTH, ({ stack }) => void stack.push(encodeScriptNumber(stack.length))],
  [OP.DROP, rearrange(1, () => [])],
  [OP.DUP, rearrange(1, (a) => [a!, a!])],
  [OP.NIP, rearrange(2, (_a, b) => [b!])],
  [OP.OVER, rearrange(2, (a, b) => [a!, b!, a!])],
  [OP.PICK, fromDepth((stack, index) => stack[index]!)],
  [OP.ROLL, fromDepth((stack, index) => stack.splice(index, 1)[0]!)],
  [OP.ROT, rearrange(3, (a, b, c) => [b!, c!, a!])],
  [OP.SWAP, rearrange(2, (a, b) => [b!, a!])],
  [OP.TUCK, rearrange(2, (a, b) => [b!, a!, b!])],
  [OP.SIZE, rearrange(1, (a) => [a!, encodeScriptNumber(a!.length)])],
  [OP.EQUAL, rearrange(2, (a, b) => [truth(sameBytes(a!, b!))])],
  [OP.EQUALVERIFY, equalVerify],
]);
