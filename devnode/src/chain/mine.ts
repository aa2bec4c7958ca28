import type { Transaction } from '../transaction/transaction.ts';
import { type Block, transactionsRoot } from './block.ts';
import { tipOf } from './chain.ts';
import type { ChainState } from './chain-state.ts';
import { createCoinbase } from './coinbase.ts';
import { mineHeader, REGTEST_BITS } from './header.ts';

const VERSION_BITS = 0x20000000;

/**
 * A block on the active tip with its proof of work, not yet part of the chain. Its time is the clock's, but
 * later than the median of the last 11 blocks. `feeSats` is what the coinbase claims besides the subsidy.
 */
export function mineBlock(
  chain: ChainState,
  params: {
    script: Uint8Array;
    txs: readonly Transaction[];
    feeSats: number;
    nowSeconds: number;
  },
): Block {
  const tip = tipOf(chain);
  const coinbase = createCoinbase({
    follows: chain.follows,
    height: tip.height + 1,
    script: params.script,
    feeSats: params.feeSats,
    others: params.txs,
  });
  const transactions = [coinbase, ...params.txs];
  const { header, hash } = mineHeader(
    {
      version: VERSION_BITS,
      previousBlockHash: tip.block.hash,
      merkleRoot: transactionsRoot(transactions),
      time: Math.max(params.nowSeconds, tip.medianTime + 1),
      bits: REGTEST_BITS,
    },
    (candidate) => chain.blocks.has(candidate),
  );
  return { hash, header, transactions };
}
