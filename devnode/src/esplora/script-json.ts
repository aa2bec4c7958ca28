import { hex } from '@scure/base';
import { addressOf } from '../address/address.ts';
import { OP } from '../script/opcodes.ts';
import { operationAt } from '../script/script-bytes.ts';
import { outputTypeOf } from '../script/templates.ts';
import type { TransactionOutput } from '../transaction/transaction.ts';

/** Esplora's names of output types. */
const ESPLORA_TYPES: Readonly<Record<string, string>> = {
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  multisig: 'multisig',
  nulldata: 'op_return',
  anchor: 'anchor',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
};

const OPCODE_NAMES = new Map<number, string>(
  Object.entries(OP).map(([name, opcode]) => [opcode, name.startsWith('OP_') ? name : `OP_${name}`]),
);

/** A script in the words of Esplora: `OP_PUSHBYTES_20 <hex>`, `OP_PUSHNUM_2`, `OP_CHECKSIG`. */
export function scriptAsm(script: Uint8Array): string {
  const words: string[] = [];
  for (let at = 0; at < script.length; ) {
    const operation = operationAt(script, at);
    if (operation === null) return [...words, '<unexpected end>'].join(' ');
    words.push(opcodeName(operation.opcode));
    if (operation.data.length > 0) words.push(hex.encode(operation.data));
    at = operation.next;
  }
  return words.join(' ');
}

function opcodeName(opcode: number): string {
  if (opcode > OP.OP_0 && opcode < OP.PUSHDATA1) return `OP_PUSHBYTES_${opcode}`;
  if (opcode >= OP.OP_1 && opcode <= OP.OP_16) return `OP_PUSHNUM_${opcode - OP.OP_1 + 1}`;
  if (opcode === OP['1NEGATE']) return 'OP_PUSHNUM_NEG1';
  const alias: Readonly<Record<number, string>> = {
    [OP.CHECKLOCKTIMEVERIFY]: 'OP_CLTV',
    [OP.CHECKSEQUENCEVERIFY]: 'OP_CSV',
  };
  return alias[opcode] ?? OPCODE_NAMES.get(opcode) ?? `OP_RETURN_${opcode}`;
}

/** An output as Esplora writes it, in a transaction and as the `prevout` of an input. */
export function outputJson({ valueSats, script }: TransactionOutput) {
  const address = addressOf(script);
  return {
    scriptpubkey: hex.encode(script),
    scriptpubkey_asm: scriptAsm(script),
    scriptpubkey_type: ESPLORA_TYPES[outputTypeOf(script)] ?? 'unknown',
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value: valueSats,
  };
}
