import { OP } from './opcodes.ts';

/**
 * One operation of a script: its opcode, the data it pushes (empty for other opcodes) and where the next
 * starts.
 */
export interface Operation {
  readonly opcode: number;
  readonly data: Uint8Array;
  readonly next: number;
}

const NOTHING = new Uint8Array(0);

/** Reads the operation at `at`; null when the script ends inside a push (Core's GetScriptOp). */
export function operationAt(script: Uint8Array, at: number): Operation | null {
  const opcode = script[at];
  if (opcode === undefined) return null;
  let start = at + 1;
  if (opcode > OP.PUSHDATA4) return { opcode, data: NOTHING, next: start };
  let length = opcode;
  if (opcode >= OP.PUSHDATA1) {
    const width = opcode === OP.PUSHDATA1 ? 1 : opcode === OP.PUSHDATA2 ? 2 : 4;
    if (start + width > script.length) return null;
    length = 0;
    for (let i = width - 1; i >= 0; i--) length = length * 256 + script[start + i]!;
    start += width;
  }
  if (start + length > script.length) return null;
  return { opcode, data: script.subarray(start, start + length), next: start + length };
}

/** True when `data` is pushed in the shortest way (BIP62 rule 3). */
export function isMinimalPush(opcode: number, data: Uint8Array): boolean {
  if (data.length === 0) return opcode === OP.OP_0;
  if (data.length === 1 && data[0]! >= 1 && data[0]! <= 16) return false;
  if (data.length === 1 && data[0] === 0x81) return false;
  if (data.length <= 75) return opcode === data.length;
  if (data.length <= 255) return opcode === OP.PUSHDATA1;
  return data.length > 65535 || opcode === OP.PUSHDATA2;
}

/** True when a script does nothing but push, OP_RESERVED included, and does not end inside a push. */
export function isPushOnly(script: Uint8Array): boolean {
  for (let at = 0; at < script.length; ) {
    const operation = operationAt(script, at);
    if (!operation || operation.opcode > OP.OP_16) return false;
    at = operation.next;
  }
  return true;
}

/** The push of `data` by length alone, never as OP_1..OP_16 (Core's `CScript() << bytes`). */
export function pushOf(data: Uint8Array): Uint8Array {
  const { length } = data;
  const prefix =
    length < OP.PUSHDATA1
      ? [length]
      : length <= 0xff
        ? [OP.PUSHDATA1, length]
        : length <= 0xffff
          ? [OP.PUSHDATA2, length & 0xff, length >> 8]
          : [OP.PUSHDATA4, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24];
  const push = new Uint8Array(prefix.length + length);
  push.set(prefix);
  push.set(data, prefix.length);
  return push;
}

/** True when two byte strings are equal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
