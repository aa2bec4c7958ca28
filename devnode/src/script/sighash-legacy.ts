import {
  type ByteWriter,
  byteWriter,
  writeAmount,
  writeBytes,
  writeCompactSize,
  writeUint32,
  writeVariableBytes,
  written,
} from '../transaction/byte-writer.ts';
import { writeOutpoint, writeOutput } from '../transaction/serialize.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { hash256 } from './hashes.ts';
import { OP } from './opcodes.ts';
import { operationAt } from './script-bytes.ts';
import { anyoneCanPay, outputsSigned } from './sighash-type.ts';

const NO_SCRIPT = new Uint8Array(0);

/**
 * The hash a pre-segwit signature signs. `scriptCode` is the running script from the last executed
 * OP_CODESEPARATOR; `hashType` is the signature's last byte (any int32 is accepted, as in Core's vectors).
 */
export function sighashLegacy(
  tx: Transaction,
  inputIndex: number,
  scriptCode: Uint8Array,
  hashType: number,
): Uint8Array {
  const outputs = outputsSigned(hashType);
  // A quirk of the first client that is consensus now: without a matching output the hash is the number one.
  if (outputs === 'single' && inputIndex >= tx.outputs.length) return Uint8Array.of(1, ...new Uint8Array(31));
  const writer = byteWriter();
  writeUint32(writer, tx.version);
  writeInputs(writer, tx, inputIndex, withoutCodeSeparators(scriptCode), hashType);
  writeOutputs(writer, tx, inputIndex, outputs);
  writeUint32(writer, tx.lockTime);
  writeUint32(writer, hashType);
  return hash256(written(writer));
}

function writeInputs(
  writer: ByteWriter,
  tx: Transaction,
  inputIndex: number,
  scriptCode: Uint8Array,
  hashType: number,
): void {
  const alone = anyoneCanPay(hashType);
  const othersMayChange = outputsSigned(hashType) !== 'all';
  writeCompactSize(writer, alone ? 1 : tx.inputs.length);
  for (const [index, input] of tx.inputs.entries()) {
    const signed = index === inputIndex;
    if (alone && !signed) continue;
    writeOutpoint(writer, input);
    writeVariableBytes(writer, signed ? scriptCode : NO_SCRIPT);
    writeUint32(writer, !signed && othersMayChange ? 0 : input.sequence);
  }
}

function writeOutputs(
  writer: ByteWriter,
  tx: Transaction,
  inputIndex: number,
  signed: 'all' | 'none' | 'single',
): void {
  const count = signed === 'none' ? 0 : signed === 'single' ? inputIndex + 1 : tx.outputs.length;
  writeCompactSize(writer, count);
  for (const [index, output] of tx.outputs.slice(0, count).entries()) {
    if (signed === 'single' && index !== inputIndex) {
      writeAmount(writer, -1);
      writeVariableBytes(writer, NO_SCRIPT);
    } else {
      writeOutput(writer, output);
    }
  }
}

function withoutCodeSeparators(script: Uint8Array): Uint8Array {
  if (!script.includes(OP.CODESEPARATOR)) return script;
  const writer = byteWriter(script.length);
  let at = 0;
  while (at < script.length) {
    const operation = operationAt(script, at);
    const next = operation?.next ?? script.length;
    if (operation?.opcode !== OP.CODESEPARATOR) writeBytes(writer, script.subarray(at, next));
    at = next;
  }
  return written(writer);
}

/**
 * Removes every occurrence of `pattern` that starts at an operation's boundary, as Core's FindAndDelete does
 * to signatures in a legacy scriptCode. Returns the same array when nothing was found.
 */
export function findAndDelete(script: Uint8Array, pattern: Uint8Array): Uint8Array {
  if (pattern.length === 0) return script;
  const kept = byteWriter(script.length);
  let found = false;
  let at = 0;
  for (;;) {
    while (startsWith(script, at, pattern)) {
      at += pattern.length;
      found = true;
    }
    const operation = operationAt(script, at);
    const next = operation?.next ?? script.length;
    writeBytes(kept, script.subarray(at, next));
    if (!operation) break;
    at = next;
  }
  return found ? written(kept) : script;
}

function startsWith(script: Uint8Array, at: number, pattern: Uint8Array): boolean {
  if (at + pattern.length > script.length) return false;
  for (let i = 0; i < pattern.length; i++) if (script[at + i] !== pattern[i]) return false;
  return true;
}
