import { ScriptFailure } from './script-error.ts';

/** A script's stack, top last. Elements are shared between places and never changed in place. */
export type Stack = Uint8Array[];

/** What a true result pushes. */
export const TRUE = Uint8Array.of(1);
/** What a false result pushes. */
export const FALSE = new Uint8Array(0);

/** Refuses an operation that needs `count` elements (INVALID_STACK_OPERATION). */
export function need(stack: Stack, count: number): void {
  if (stack.length < count) throw new ScriptFailure('INVALID_STACK_OPERATION');
}

/** The element `depth` below the top (0 is the top), which must be there. */
export function peek(stack: Stack, depth = 0): Uint8Array {
  const element = stack[stack.length - 1 - depth];
  if (!element) throw new ScriptFailure('INVALID_STACK_OPERATION');
  return element;
}

/** Takes the top element off. */
export function pop(stack: Stack): Uint8Array {
  const element = stack.pop();
  if (!element) throw new ScriptFailure('INVALID_STACK_OPERATION');
  return element;
}

/** An element as a boolean: false when empty, zero or negative zero. */
export function isTrue(element: Uint8Array): boolean {
  const last = element.length - 1;
  return element.some((byte, index) => byte !== 0 && !(index === last && byte === 0x80));
}

/** A boolean as an element. */
export function truth(value: boolean): Uint8Array {
  return value ? TRUE : FALSE;
}
