import { hex } from '@scure/base';
import { parseBlock } from '../chain/block.ts';
import type { RpcCall } from '../rpc/call.ts';
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

/**
 * Asks the node for a block. Rejects with what the node throws.
 * @throws TransactionFormatError
 */
export async function fetchBlock(
  call: RpcCall,
  at: { readonly height: number; readonly hash: string },
): Promise<ChainBlock> {
  const { header, transactions } = parseBlock(hex.decode((await call('getblock', [at.hash, 0])) as string));
  const { previousBlockHash: previousHash, time, bits } = header;
  return { ...at, previousHash, time, bits, transactions };
}
