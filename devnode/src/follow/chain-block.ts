import { hex } from '@scure/base';
import { byteReader, readCompactSize, TransactionFormatError } from '../transaction/byte-reader.ts';
import { hashToHex } from '../transaction/hash-hex.ts';
import { readTransaction } from '../transaction/parse.ts';
import type { Transaction } from '../transaction/transaction.ts';

/** A block of the active chain as an index needs it. Hashes are display hex, `time` is Unix seconds. */
export interface ChainBlock {
  readonly height: number;
  readonly hash: string;
  readonly previousHash: string;
  readonly time: number;
  readonly bits: number;
  readonly transactions: readonly Transaction[];
}

const HEADER_BYTES = 80;

/**
 * Reads a serialized block, as `getblock <hash> 0` answers it.
 * @throws TransactionFormatError
 */
export function parseBlock(blockHex: string, at: { height: number; hash: string }): ChainBlock {
  const bytes = hex.decode(blockHex);
  if (bytes.length < HEADER_BYTES) throw new TransactionFormatError(`${bytes.length} bytes are not a block`);
  const reader = byteReader(bytes);
  const previousHash = hashToHex(bytes.subarray(4, 36));
  const time = reader.view.getUint32(68, true);
  const bits = reader.view.getUint32(72, true);
  reader.offset = HEADER_BYTES;
  const transactions: Transaction[] = [];
  for (let count = readCompactSize(reader); count > 0; count--) transactions.push(readTransaction(reader));
  return { ...at, previousHash, time, bits, transactions };
}
