import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hex } from '@scure/base';
import { OP } from '../../../src/script/opcodes.ts';
import { pushOf } from '../../../src/script/script-bytes.ts';
import { encodeScriptNumber } from '../../../src/script/script-number.ts';

/**
 * A script from the notation of Bitcoin Core's test data: decimal numbers and 'quoted text' are pushed, 0x…
 * is inserted as it is, everything else is the name of an opcode with or without OP_.
 */
export function asm(text: string): Uint8Array {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return concatBytes(...words.map(wordBytes));
}

function wordBytes(word: string): Uint8Array {
  if (/^-?\d+$/.test(word)) return numberPush(Number(word));
  if (word.startsWith('0x')) return hex.decode(word.slice(2));
  if (word.length >= 2 && word.startsWith("'") && word.endsWith("'"))
    return pushOf(utf8ToBytes(word.slice(1, -1)));
  const name = word.replace(/^OP_/, '');
  const opcode = OP[name as keyof typeof OP];
  if (opcode === undefined) throw new Error(`unknown word in a script: ${word}`);
  return Uint8Array.of(opcode);
}

function numberPush(value: number): Uint8Array {
  if (value === -1 || (value >= 1 && value <= 16)) return Uint8Array.of(value + OP.RESERVED);
  return pushOf(encodeScriptNumber(value));
}
