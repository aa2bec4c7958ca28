import { sha256 } from '@noble/hashes/sha2.js';
import {
  type ByteWriter,
  byteWriter,
  writeBytes,
  writeUint8,
  writeUint32,
  writeVariableBytes,
  written,
} from '../transaction/byte-writer.ts';
import { writeOutpoint, writeOutput } from '../transaction/serialize.ts';
import { taggedHash } from './hashes.ts';
import { anyoneCanPay, SIGHASH } from './sighash-type.ts';
import type { Spend } from './spend.ts';

const tapSighash = taggedHash('TapSighash');
const EPOCH = 0;
const KEY_VERSION = 0;

/** What a taproot signature signs besides the transaction. */
export interface TaprootContext {
  /** The annex with its 0x50 byte, or null. */
  readonly annex: Uint8Array | null;
  /**
   * Present on a script path spend (BIP342). `codeSeparator`: index of the last executed OP_CODESEPARATOR.
   */
  readonly leaf: { readonly hash: Uint8Array; readonly codeSeparator: number } | null;
}

/** `codeSeparator` when none was executed. */
export const NO_CODE_SEPARATOR = 0xffffffff;

/**
 * The hash a taproot signature signs (BIP341; with a leaf, BIP342's extension). Null when the sighash type is
 * not one of the seven that exist, or is SINGLE without an output at the input's index.
 */
export function sighashTaproot(
  spend: Spend,
  inputIndex: number,
  hashType: number,
  context: TaprootContext,
): Uint8Array | null {
  const known = hashType <= SIGHASH.SINGLE || (hashType >= 0x81 && hashType <= 0x83);
  if (!known) return null;
  const { tx } = spend;
  const outputs = hashType === SIGHASH.DEFAULT ? SIGHASH.ALL : hashType & 3;
  const single = outputs === SIGHASH.SINGLE ? tx.outputs[inputIndex] : undefined;
  if (outputs === SIGHASH.SINGLE && !single) return null;
  const writer = byteWriter();
  writeUint8(writer, EPOCH);
  writeUint8(writer, hashType);
  writeUint32(writer, tx.version);
  writeUint32(writer, tx.lockTime);
  if (!anyoneCanPay(hashType)) writeSharedInputs(writer, spend);
  if (outputs === SIGHASH.ALL) writeBytes(writer, spend.outputsHash());
  writeUint8(writer, (context.leaf ? 2 : 0) + (context.annex ? 1 : 0));
  if (anyoneCanPay(hashType)) writeOwnInput(writer, spend, inputIndex);
  else writeUint32(writer, inputIndex);
  if (context.annex) writeBytes(writer, sha256(withLength(context.annex)));
  if (single) writeBytes(writer, sha256(serializedOutput(single)));
  if (context.leaf) {
    writeBytes(writer, context.leaf.hash);
    writeUint8(writer, KEY_VERSION);
    writeUint32(writer, context.leaf.codeSeparator);
  }
  return tapSighash(written(writer));
}

function writeSharedInputs(writer: ByteWriter, spend: Spend): void {
  writeBytes(writer, spend.prevoutsHash());
  writeBytes(writer, spend.amountsHash());
  writeBytes(writer, spend.scriptsHash());
  writeBytes(writer, spend.sequencesHash());
}

function writeOwnInput(writer: ByteWriter, spend: Spend, inputIndex: number): void {
  const input = spend.tx.inputs[inputIndex]!;
  writeOutpoint(writer, input);
  writeOutput(writer, spend.spentOutputs[inputIndex]!);
  writeUint32(writer, input.sequence);
}

function serializedOutput(output: { valueSats: number; script: Uint8Array }): Uint8Array {
  const writer = byteWriter();
  writeOutput(writer, output);
  return written(writer);
}

function withLength(bytes: Uint8Array): Uint8Array {
  const writer = byteWriter(bytes.length + 5);
  writeVariableBytes(writer, bytes);
  return written(writer);
}
