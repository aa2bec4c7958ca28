import type { Block } from '../chain/block.ts';
import { type TipChange, tipOf } from '../chain/chain.ts';
import { outpointKey, UNCONFIRMED_HEIGHT } from '../chain/coins.ts';
import { COINBASE_MATURITY_BLOCKS, isFinal, sequenceLocksPassed } from '../chain/transaction-rules.ts';
import { isCoinbase } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { readmitTransaction } from './accept.ts';
import type { MempoolView } from './candidate.ts';
import { clustersOf, isTooLarge } from './cluster.ts';
import { linearize } from './linearize.ts';
import { type Mempool, type MempoolEntry, removeEntries, removeWithDescendants } from './mempool.ts';
import { trimMempool } from './minimum-fee.ts';

/**
 * Brings the mempool to a new tip: what was mined leaves with whatever conflicts with it; after a reorg the
 * transactions of dropped blocks return, oldest first, and what can no longer be mined next leaves.
 */
export function followTip(view: MempoolView, change: TipChange): void {
  for (const block of change.connected) removeMined(view, block);
  if (change.disconnected.length === 0) return;
  const confirmed = view.chain.confirmed;
  for (const block of change.disconnected.toReversed()) {
    for (const tx of block.transactions) {
      const txid = txidOf(tx);
      if (confirmed.has(txid)) continue;
      const result = isCoinbase(tx) ? undefined : readmitTransaction(view, tx);
      if (result?.status !== 'valid') removeSpendersOf(view.pool, txid, tx.outputs.length);
    }
  }
  const stranded = [...view.pool.byTxid.values()].filter((entry) => !canBeMinedNext(view, entry));
  removeWithDescendants(view.pool, stranded);
  if (view.policy.follows === 'core') shrinkClusters(view.pool);
  trimMempool(view.pool, view.policy, view.now);
}

/**
 * Brings clusters that a reorg made too large back within their limits: keeps whole transactions in mining
 * order while their ancestors stay and the limits hold (as Core's TxGraph::Trim, which may choose others
 * among transactions of like rates).
 */
function shrinkClusters(pool: Mempool): void {
  for (const cluster of clustersOf(pool.byTxid.values())) {
    if (!isTooLarge([...cluster])) continue;
    const kept = new Set<MempoolEntry>();
    for (const { txs } of linearize([...cluster]))
      for (const entry of txs) {
        if ([...entry.parents].some((parent) => !kept.has(parent))) continue;
        if (!isTooLarge([...kept, entry])) kept.add(entry);
      }
    removeEntries(
      pool,
      [...cluster].filter((entry) => !kept.has(entry)),
    );
  }
}

function removeMined({ pool, now }: MempoolView, block: Block): void {
  for (const tx of block.transactions) {
    const mined = pool.byTxid.get(txidOf(tx));
    if (mined) removeEntries(pool, [mined]);
    if (isCoinbase(tx)) continue;
    for (const input of tx.inputs) {
      const conflict = pool.spenders.get(outpointKey(input));
      if (conflict) removeWithDescendants(pool, [conflict]);
    }
  }
  pool.rollingMinimum.blockSinceBump = true;
  pool.rollingMinimum.updatedAt = now;
}

function removeSpendersOf(pool: Mempool, txid: string, outputs: number): void {
  for (let vout = 0; vout < outputs; vout++) {
    const spender = pool.spenders.get(outpointKey({ txid, vout }));
    if (spender) removeWithDescendants(pool, [spender]);
  }
}

function canBeMinedNext({ chain, pool }: MempoolView, entry: MempoolEntry): boolean {
  const tip = tipOf(chain);
  const height = tip.height + 1;
  const coins = entry.tx.inputs.map((input, index) => {
    if (pool.byTxid.has(input.txid)) return { ...entry.coins[index]!, height: UNCONFIRMED_HEIGHT };
    return chain.coins.get(outpointKey(input));
  });
  if (coins.some((coin) => coin === undefined)) return false;
  const found = coins.map((coin) => coin!);
  return (
    isFinal(entry.tx, height, tip.medianTime) &&
    sequenceLocksPassed(entry.tx, found, height, tip.medianTime, (at) => chain.active[at]!.medianTime) &&
    found.every((coin) => !coin.coinbase || height - coin.height >= COINBASE_MATURITY_BLOCKS)
  );
}
