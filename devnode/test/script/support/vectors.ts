import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hex } from '@scure/base';
import { SCRIPT_FLAGS, type ScriptFlags } from '../../../src/script/flags.ts';
import { byteReader, readInt64, readVariableBytes } from '../../../src/transaction/byte-reader.ts';
import type { TransactionOutput } from '../../../src/transaction/transaction.ts';

const folder = process.env['VECTORS_DIR'];

/**
 * True when the published vectors are there. The run says whether they are; a folder that is named but
 * lacks `file` fails.
 */
export function haveVectors(file: string): boolean {
  if (!folder) return false;
  if (!existsSync(join(folder, file)))
    throw new Error(
      `VECTORS_DIR is ${folder}, which has no ${file}; npx tsx scripts/fetch.ts vectors fetches the set`,
    );
  return true;
}

/** A JSON file of the vectors folder. */
export function readVectors<T>(file: string): T {
  return JSON.parse(readFileSync(join(folder!, file), 'utf8')) as T;
}

/** A file of JSON lines of the vectors folder. */
export function readVectorLines<T>(file: string): T[] {
  return readFileSync(join(folder!, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

/** Flags from the comma-separated names the vectors use. */
export function flagsOf(names: string): ScriptFlags {
  return names
    .split(',')
    .filter((name) => name !== '' && name !== 'NONE')
    .reduce((flags, name) => {
      const flag = SCRIPT_FLAGS[name as keyof typeof SCRIPT_FLAGS];
      if (flag === undefined) throw new Error(`unknown script flag ${name}`);
      return flags | flag;
    }, 0);
}

/** Every flag there is. */
export const ALL_FLAGS: ScriptFlags = Object.values(SCRIPT_FLAGS).reduce((all, flag) => all | flag, 0);

/** Drops flags whose prerequisite is not set. */
export function trimFlags(flags: ScriptFlags): ScriptFlags {
  let trimmed = flags;
  if ((trimmed & SCRIPT_FLAGS.P2SH) === 0) trimmed &= ~SCRIPT_FLAGS.WITNESS;
  if ((trimmed & SCRIPT_FLAGS.WITNESS) === 0) trimmed &= ~SCRIPT_FLAGS.CLEANSTACK;
  return trimmed;
}

/** Adds the prerequisites of the flags that are set. */
export function fillFlags(flags: ScriptFlags): ScriptFlags {
  let filled = flags;
  if ((filled & SCRIPT_FLAGS.CLEANSTACK) !== 0) filled |= SCRIPT_FLAGS.WITNESS;
  if ((filled & SCRIPT_FLAGS.WITNESS) !== 0) filled |= SCRIPT_FLAGS.P2SH;
  return filled;
}

/** The flags without each one of `flags` in turn. */
export function withoutEach(flags: ScriptFlags): ScriptFlags[] {
  return Object.values(SCRIPT_FLAGS)
    .filter((flag) => (flags & flag) !== 0)
    .map((flag) => trimFlags(flags & ~flag));
}

/** A serialized output. */
export function outputFromHex(serialized: string): TransactionOutput {
  const reader = byteReader(hex.decode(serialized));
  return { valueSats: Number(readInt64(reader)), script: readVariableBytes(reader) };
}
