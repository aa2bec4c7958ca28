import { hex } from '@scure/base';
import { hash256 } from '../script/hashes.ts';
import { byteReader, readBytes, readCompactSize } from '../transaction/byte-reader.ts';
import { byteWriter, writeBytes, writeCompactSize, written } from '../transaction/byte-writer.ts';
import { hashToHex, hexToHash } from '../transaction/hash-hex.ts';
import { parseTransaction, readTransaction } from '../transaction/parse.ts';
import { writeTransaction } from '../transaction/serialize.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { strippedBytesOf, totalBytesOf, txidOf, wtxidOf } from '../transaction/txid.ts';
import {
  type BlockHeader,
  headerHash,
  merkleRoot,
  REGTEST_BITS,
  serializeHeader,
  ZERO_HASH,
} from './header.ts';

/** A block as a plain value; `hash` is that of `header`, display order. */
export type Block = {
  readonly hash: string;
  readonly header: BlockHeader;
  readonly transactions: readonly Transaction[];
};

/** OP_RETURN push of 36 bytes beginning with the tag of BIP141's commitment. */
const COMMITMENT_PREFIX = hex.decode('6a24aa21a9ed');

/** The block in network form. */
export function serializeBlock(block: Block): Uint8Array {
  const writer = byteWriter(1024);
  writeBytes(writer, serializeHeader(block.header));
  writeCompactSize(writer, block.transactions.length);
  for (const tx of block.transactions) writeTransaction(writer, tx);
  return written(writer);
}

/** Reads a block in network form. Throws TransactionFormatError on bytes that are no block. */
export function parseBlock(bytes: Uint8Array): Block {
  const reader = byteReader(bytes);
  const head = readBytes(reader, 80);
  const view = new DataView(head.buffer, head.byteOffset, 80);
  const header: BlockHeader = {
    version: view.getInt32(0, true),
    previousBlockHash: hashToHex(head.subarray(4, 36)),
    merkleRoot: hashToHex(head.subarray(36, 68)),
    time: view.getUint32(68, true),
    bits: view.getUint32(72, true),
    nonce: view.getUint32(76, true),
  };
  const count = readCompactSize(reader);
  const transactions: Transaction[] = [];
  for (let i = 0; i < count; i++) transactions.push(readTransaction(reader));
  return { hash: headerHash(header), header, transactions };
}

/** Sizes of a block: bytes without and with witnesses, and weight in WU (BIP141). */
export function blockSizes(block: Block): { strippedBytes: number; totalBytes: number; weight: number } {
  const count = block.transactions.length;
  const overhead = 80 + (count < 253 ? 1 : count <= 0xffff ? 3 : 5);
  let strippedBytes = overhead;
  let totalBytes = overhead;
  for (const tx of block.transactions) {
    strippedBytes += strippedBytesOf(tx);
    totalBytes += totalBytesOf(tx);
  }
  return { strippedBytes, totalBytes, weight: 3 * strippedBytes + totalBytes };
}

/**
 * The output script committing to all witnesses of a block (BIP141); the coinbase's own wtxid counts as zero.
 */
export function witnessCommitmentScript(
  transactions: readonly Transaction[],
  reservedValue: Uint8Array,
): Uint8Array {
  const root = merkleRoot([ZERO_HASH, ...transactions.slice(1).map(wtxidOf)]);
  const preimage = new Uint8Array(64);
  preimage.set(hexToHash(root), 0);
  preimage.set(reservedValue, 32);
  const script = new Uint8Array(38);
  script.set(COMMITMENT_PREFIX, 0);
  script.set(hash256(preimage), 6);
  return script;
}

/** True for an output script that carries a BIP141 commitment. */
export function isCommitmentScript(script: Uint8Array): boolean {
  return script.length >= 38 && COMMITMENT_PREFIX.every((byte, index) => script[index] === byte);
}

export const transactionsRoot = (transactions: readonly Transaction[]): string =>
  merkleRoot(transactions.map(txidOf));

function regtestGenesis(): Block {
  const coinbase = parseTransaction(
    hex.decode(
      '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054' +
        '696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f7574' +
        '20666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0' +
        'ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
    ),
  );
  const header: BlockHeader = {
    version: 1,
    previousBlockHash: ZERO_HASH,
    merkleRoot: txidOf(coinbase),
    time: 1296688602,
    bits: REGTEST_BITS,
    nonce: 2,
  };
  return { hash: headerHash(header), header, transactions: [coinbase] };
}

/** Bitcoin's regtest genesis block, 0f9188f1…e2206. Its coinbase output is unspendable, as everywhere. */
export const REGTEST_GENESIS: Block = regtestGenesis();
