/**
 * The hashes that signatures sign: BIP143 for P2WPKH, BIP341 and BIP342 for taproot.
 *
 * The parts that all inputs share are hashed once per layout, so hashing a sale of hundreds of inputs takes
 * linear time. btc-signer hashes them again for each input. Tests compare every hash with btc-signer's.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import {
  type Layout,
  outpointBytes,
  outputBytes,
  type Pay,
  SIGHASHES,
  type Sighash,
  type Spend,
} from '../layout/layout.ts';
import { spendingOf } from '../locks/lock.ts';
import { concatBytes, hexToBytes, sha256d, u32, u64, varBytes } from './bytes.ts';
import { taggedHash } from './taproot.ts';

const ANYONECANPAY = 0x80;
const SINGLE = 0x03;

/** Hashes over all inputs or all outputs, single SHA-256 (BIP341); BIP143 hashes them once more. */
interface SharedHashes {
  readonly prevouts: Uint8Array;
  readonly amounts: Uint8Array;
  readonly scripts: Uint8Array;
  readonly sequences: Uint8Array;
  readonly outputs: Uint8Array;
}

const shared = new WeakMap<Layout, SharedHashes>();

/**
 * The 32 bytes that a signature with type `sighash` on input `index` commits to, for signing and verifying.
 * Throws a RangeError when the input does not exist, or `sighash` is DEFAULT on an input that is signed with
 * ECDSA.
 */
export function sighashOf(table: Layout, index: number, sighash: Sighash): Uint8Array {
  const input = table.inputs[index];
  if (!input) throw new RangeError(`${table.name} has no input ${index}`);
  const message = spendingOf(input.lock).message();
  if (message.rules === 'bip341')
    return taprootSighash(table, index, input, SIGHASHES[sighash], message.leafHash);
  if (sighash === 'DEFAULT')
    throw new RangeError(
      `input ${index} of ${table.name} is signed with ECDSA, which has no sighash DEFAULT`,
    );
  return segwitSighash(table, index, input, message.scriptCode, SIGHASHES[sighash]);
}

function taprootSighash(table: Layout, index: number, input: Spend, type: number, leafHash: string | null) {
  const all = sharedHashes(table);
  const isSingle = (type & 3) === SINGLE;
  const parts = [Uint8Array.of(0, type), u32(table.version), u32(0)];
  if (!(type & ANYONECANPAY)) parts.push(all.prevouts, all.amounts, all.scripts, all.sequences);
  if (!isSingle) parts.push(all.outputs);
  parts.push(Uint8Array.of(leafHash === null ? 0 : 2));
  if (type & ANYONECANPAY) {
    parts.push(
      outpointBytes(input),
      u64(input.coin.valueSats),
      varBytes(hexToBytes(input.lock.script)),
      u32(input.sequence),
    );
  } else {
    parts.push(u32(index));
  }
  if (isSingle) parts.push(sha256(outputBytes(pairedOutput(table, index))));
  if (leafHash !== null) parts.push(hexToBytes(leafHash), Uint8Array.of(0), u32(0xffffffff));
  return taggedHash('TapSighash', ...parts);
}

function segwitSighash(
  table: Layout,
  index: number,
  input: Spend,
  scriptCode: Uint8Array,
  type: number,
): Uint8Array {
  const all = sharedHashes(table);
  const isAnyone = (type & ANYONECANPAY) !== 0;
  const isSingle = (type & 3) === SINGLE;
  const zero = new Uint8Array(32);
  return sha256d(
    concatBytes(
      u32(table.version),
      isAnyone ? zero : sha256(all.prevouts),
      isAnyone || isSingle ? zero : sha256(all.sequences),
      outpointBytes(input),
      varBytes(scriptCode),
      u64(input.coin.valueSats),
      u32(input.sequence),
      isSingle ? sha256d(outputBytes(pairedOutput(table, index))) : sha256(all.outputs),
      u32(0),
      u32(type),
    ),
  );
}

function sharedHashes(table: Layout): SharedHashes {
  const known = shared.get(table);
  if (known) return known;
  const { inputs, outputs } = table;
  const hashes = {
    prevouts: sha256(concatBytes(...inputs.map(outpointBytes))),
    amounts: sha256(concatBytes(...inputs.map(({ coin }) => u64(coin.valueSats)))),
    scripts: sha256(concatBytes(...inputs.map(({ lock }) => varBytes(hexToBytes(lock.script))))),
    sequences: sha256(concatBytes(...inputs.map(({ sequence }) => u32(sequence)))),
    outputs: sha256(concatBytes(...outputs.map(outputBytes))),
  };
  shared.set(table, hashes);
  return hashes;
}

function pairedOutput(table: Layout, index: number): Pay {
  const paired = table.outputs[index];
  if (!paired) throw new RangeError(`${table.name} has no output ${index} for a SINGLE signature`);
  return paired;
}
