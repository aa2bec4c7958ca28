import { sha256 } from '@noble/hashes/sha2.js';
import {
  byteWriter,
  writeAmount,
  writeBytes,
  writeUint32,
  writeVariableBytes,
  written,
} from '../transaction/byte-writer.ts';
import { writeOutpoint, writeOutput } from '../transaction/serialize.ts';
import { hash256 } from './hashes.ts';
import { anyoneCanPay, outputsSigned } from './sighash-type.ts';
import type { Spend } from './spend.ts';

const ZERO_HASH = new Uint8Array(32);

/** The hash a segwit v0 signature signs (BIP143). `hashType` is the signature's last byte. */
export function sighashV0(
  spend: Spend,
  inputIndex: number,
  scriptCode: Uint8Array,
  hashType: number,
): Uint8Array {
  const { tx } = spend;
  const input = tx.inputs[inputIndex]!;
  const alone = anyoneCanPay(hashType);
  const outputs = outputsSigned(hashType);
  const writer = byteWriter();
  writeUint32(writer, tx.version);
  writeBytes(writer, alone ? ZERO_HASH : sha256(spend.prevoutsHash()));
  writeBytes(writer, alone || outputs !== 'all' ? ZERO_HASH : sha256(spend.sequencesHash()));
  writeOutpoint(writer, input);
  writeVariableBytes(writer, scriptCode);
  writeAmount(writer, spend.spentOutputs[inputIndex]!.valueSats);
  writeUint32(writer, input.sequence);
  writeBytes(writer, outputsHash(spend, inputIndex, outputs));
  writeUint32(writer, tx.lockTime);
  writeUint32(writer, hashType);
  return hash256(written(writer));
}

function outputsHash(spend: Spend, inputIndex: number, signed: 'all' | 'none' | 'single'): Uint8Array {
  if (signed === 'all') return sha256(spend.outputsHash());
  const output = spend.tx.outputs[inputIndex];
  if (signed === 'none' || !output) return ZERO_HASH;
  const writer = byteWriter();
  writeOutput(writer, output);
  return hash256(written(writer));
}
