import { storedHash, storedTip } from '../store/chain/blocks.ts';
import { operatorCoinsAbove, type Undone } from '../store/chain/undone-inputs.ts';
import { watchedAmong } from '../store/chain/watched-coins.ts';
import { askedKeys } from '../store/database/outpoint-rows.ts';
import type { TradingContext } from '../trading/context.ts';

/** Inputs that one rollback stores. More of them before a coin of a trade are nobody's wallet. */
const MOST_INPUTS = 10_000;

/**
 * The transactions of the blocks above `height` that made coins of trades, and those of these blocks that
 * made what they spend. Below `height` nothing is undone, so this is all that the coins depend on: a trade
 * takes only coins that a block has. The newest block first; one that the node no longer has is left out.
 * Changes nothing. Throws `Refusal('unavailable')` while the node is unreachable.
 */
export async function undoneAbove(ctx: TradingContext, height: number): Promise<Undone[]> {
  const undone: Undone[] = [];
  const wanted = new Set(await operatorCoinsAbove(ctx.db, height));
  let inputs = 0;
  for (let at = (await storedTip(ctx.db))?.height ?? 0; at > height; at -= 1) {
    const block = await blockAt(ctx, at);
    if (!block) continue;
    const made = block.transactions.flatMap(({ txid, outputs }) =>
      outputs.map((_, vout) => ({ txid, vout })),
    );
    for (const { txid } of await watchedAmong(ctx.db, askedKeys(made))) wanted.add(txid);
    // a transaction comes after those whose coins it spends
    for (const transaction of block.transactions.toReversed()) {
      if (!wanted.has(transaction.txid)) continue;
      inputs += transaction.inputs.length;
      if (inputs > MOST_INPUTS) {
        ctx.log.warn({ height: at, inputs }, 'too many transactions of a reorg made coins of trades');
        return undone;
      }
      undone.push({ ...transaction, height: at });
      for (const input of transaction.inputs) wanted.add(input.txid);
    }
  }
  return undone;
}

async function blockAt(ctx: TradingContext, height: number) {
  const hash = await storedHash(ctx.db, height);
  const block = hash === null ? null : await ctx.chain.block(hash);
  if (!block) ctx.log.warn({ height, hash }, 'the node no longer has a block that a reorg removed');
  return block;
}
