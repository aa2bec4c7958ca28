import { OP } from '../script/opcodes.ts';
import { operationAt } from '../script/script-bytes.ts';

/** One element of a script: a push (OP_0 pushes nothing) or another opcode. */
export interface Instruction {
  readonly opcode: number;
  readonly push: Uint8Array | undefined;
}

/** Reads a script element by element, with one element of lookahead. */
export interface Instructions {
  peek(): Instruction | undefined;
  next(): Instruction | undefined;
  /** Steps over the next element if `wanted` says so. */
  accept(wanted: (next: Instruction) => boolean): boolean;
  /** True once a push that overruns the script's end was met; nothing is read after it. */
  broken(): boolean;
}

export function instructionsOf(script: Uint8Array): Instructions {
  let at = 0;
  let broken = false;
  let peeked: Instruction | undefined;

  const read = (): Instruction | undefined => {
    if (broken || at >= script.length) return undefined;
    const operation = operationAt(script, at);
    broken = operation === null;
    if (operation === null) return undefined;
    at = operation.next;
    const { opcode, data } = operation;
    return { opcode, push: opcode <= OP.PUSHDATA4 ? data : undefined };
  };
  const peek = (): Instruction | undefined => {
    peeked ??= read();
    return peeked;
  };
  const next = (): Instruction | undefined => {
    const instruction = peek();
    peeked = undefined;
    return instruction;
  };
  return {
    peek,
    next,
    accept(wanted) {
      const instruction = peek();
      const accepted = instruction !== undefined && wanted(instruction);
      if (accepted) next();
      return accepted;
    },
    broken: () => broken,
  };
}
