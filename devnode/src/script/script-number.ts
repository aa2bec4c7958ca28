import { ScriptFailure } from './script-error.ts';

/** Largest operand of arithmetic, in bytes; results may be longer. */
const ARITHMETIC_BYTES = 4;

/**
 * Reads a script number: little-endian, sign in the top bit. At most `maxBytes` long and, with `minimal`, in
 * its shortest form. Five bytes (lock times) still fit a double exactly.
 * @throws ScriptFailure SCRIPTNUM
 */
export function decodeScriptNumber(bytes: Uint8Array, minimal: boolean, maxBytes = ARITHMETIC_BYTES): number {
  const { length } = bytes;
  if (length > maxBytes) throw new ScriptFailure('SCRIPTNUM');
  if (length === 0) return 0;
  const last = bytes[length - 1]!;
  if (minimal && (last & 0x7f) === 0 && (length === 1 || (bytes[length - 2]! & 0x80) === 0))
    throw new ScriptFailure('SCRIPTNUM');
  let magnitude = last & 0x7f;
  for (let i = length - 2; i >= 0; i--) magnitude = magnitude * 256 + bytes[i]!;
  return (last & 0x80) !== 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** The shortest form of a script number; zero is the empty string. */
export function encodeScriptNumber(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = Math.abs(value);
  while (rest > 0) {
    bytes.push(rest % 256);
    rest = Math.floor(rest / 256);
  }
  const last = bytes.at(-1);
  if (last !== undefined) {
    if ((last & 0x80) !== 0) bytes.push(value < 0 ? 0x80 : 0);
    else if (value < 0) bytes[bytes.length - 1] = last | 0x80;
  }
  return Uint8Array.from(bytes);
}
