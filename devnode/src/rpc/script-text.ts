import { hex } from '@scure/base';
import { isStrictDer } from '../script/der.ts';
import { OP } from '../script/opcodes.ts';
import { operationAt } from '../script/script-bytes.ts';
import { decodeScriptNumber } from '../script/script-number.ts';
import { isUnspendable } from '../script/templates.ts';

const NAMES = new Map<number, string>(
  Object.entries(OP).map(([name, opcode]) => [opcode, name.startsWith('OP_') ? name : `OP_${name}`]),
);
/** Sighash types by their byte, as Core names them. */
export const SIGHASH_NAMES = new Map([
  [0x01, 'ALL'],
  [0x02, 'NONE'],
  [0x03, 'SINGLE'],
  [0x81, 'ALL|ANYONECANPAY'],
  [0x82, 'NONE|ANYONECANPAY'],
  [0x83, 'SINGLE|ANYONECANPAY'],
]);

/** A script as Core prints it; in a scriptSig, signatures are shown with the name of their sighash type. */
export function asmOf(script: Uint8Array, signatures = false): string {
  const words: string[] = [];
  for (let at = 0; at < script.length; ) {
    const operation = operationAt(script, at);
    if (!operation) {
      words.push('[error]');
      break;
    }
    words.push(wordOf(operation.opcode, operation.data, signatures && !isUnspendable(script)));
    at = operation.next;
  }
  return words.join(' ');
}

function wordOf(opcode: number, data: Uint8Array, signatures: boolean): string {
  if (opcode <= OP.PUSHDATA4) {
    if (data.length <= 4) return String(decodeScriptNumber(data, false));
    const sighash = SIGHASH_NAMES.get(data.at(-1)!);
    if (signatures && sighash && isStrictDer(data)) return `${hex.encode(data.subarray(0, -1))}[${sighash}]`;
    return hex.encode(data);
  }
  if (opcode === OP['1NEGATE']) return '-1';
  if (opcode >= OP.OP_1 && opcode <= OP.OP_16) return String(opcode - OP.OP_1 + 1);
  return NAMES.get(opcode) ?? 'OP_UNKNOWN';
}
