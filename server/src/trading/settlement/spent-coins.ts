/**
 * What spends the coins of a trade. The evidence is a transaction of a block that the follower applied. A
 * node that does not know a coin or a transaction proves nothing: its indexes may be behind, and what the
 * mempool drops may come back. Of a coin that a reorg removed, the evidence is a spend of what made it. A
 * spend that is `failureDepth` blocks deep is final: then signatures are
 * deleted and attempts are given up.
 */
import { type Outpoint, outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import type { BlockRef } from '../../chain/port.ts';
import { storedHash, storedTip } from '../../store/chain/blocks.ts';
import {
  type BlockSpend,
  noteSearched,
  recordSpends,
  type Spend,
  type WatchedCoin,
  watchCoins,
  watchedCoinsAt,
} from '../../store/chain/coin-spends.ts';
import { storeAt } from '../../store/database/sync-lock.ts';
import type { Database } from '../../store/port.ts';
import type { TradingContext } from '../context.ts';

export type { Spend };

/** Why a trade ends whose coins are not there, until a block says what became of them. */
export const GONE = 'a coin of it was spent elsewhere, or a reorg removed it';

/** Blocks that one call searches. Following calls continue where it ended. */
const SEARCHED_AT_ONCE = 50;

/** For each coin, the spend in an applied block that is stored. null: none is. Reads the database only. */
export async function storedSpends(
  ctx: Pick<TradingContext, 'db'>,
  outpoints: readonly Outpoint[],
): Promise<(Spend | null)[]> {
  return (await watchedCoinsAt(ctx.db, outpoints)).map((coin) => coin?.spend ?? null);
}

/**
 * As `storedSpends`. For a coin that the node no longer has and whose mempool does not spend, also searches
 * the applied blocks that were not searched yet: a block may have been applied before the coin was watched.
 * Retry-safe. Throws `Refusal('unavailable')` while the node is unreachable.
 */
export async function spendsInBlocks(
  ctx: Pick<TradingContext, 'db' | 'chain'>,
  outpoints: readonly Outpoint[],
): Promise<(Spend | null)[]> {
  await watchCoins(ctx.db, outpoints);
  const watched = await watchedCoinsAt(ctx.db, outpoints);
  const open = watched.filter((coin): coin is WatchedCoin => coin?.spend === null);
  const missing = await missingCoins(ctx, open);
  const found = missing.length > 0 ? await search(ctx, missing) : [];
  return watched.map(
    (coin) => coin?.spend ?? found.find((spend) => coin && sameOutpoint(spend, coin)) ?? null,
  );
}

/**
 * Of these coins, those that the node does not have or that its mempool spends, each once. That proves
 * nothing for ever: a node may be behind. Throws `Refusal('unavailable')` while the node is unreachable.
 */
export async function missingAmong(
  ctx: Pick<TradingContext, 'chain'>,
  coins: readonly Outpoint[],
): Promise<Outpoint[]> {
  const distinct = [...new Map(coins.map((coin) => [outpointText(coin), coin])).values()];
  const found = await ctx.chain.unspents(distinct);
  return distinct.filter((_, i) => found[i] === null);
}

/** The coins that the node does not have, and that its mempool does not spend. */
async function missingCoins(
  ctx: Pick<TradingContext, 'chain'>,
  coins: readonly WatchedCoin[],
): Promise<WatchedCoin[]> {
  if (coins.length === 0) return [];
  const [unspents, spenders] = await Promise.all([
    ctx.chain.unspents(coins),
    ctx.chain.mempoolSpenders(coins),
  ]);
  return coins.filter((_, i) => unspents[i] === null && spenders[i] === null);
}

/** Searches applied blocks for the spends of coins, stores what it finds, and how far it came. */
async function search(
  ctx: Pick<TradingContext, 'db' | 'chain'>,
  coins: readonly WatchedCoin[],
): Promise<BlockSpend[]> {
  const tip = await storedTip(ctx.db);
  if (!tip) return [];
  const first = Math.max(0, Math.min(...coins.map(({ searchedHeight }) => searchedHeight)) + 1);
  const last = Math.min(tip.height, first + SEARCHED_AT_ONCE - 1);
  const found: BlockSpend[] = [];
  let height = first;
  for (; height <= last; height += 1) {
    const spends = await spendsAt(ctx, height, coins);
    if (!spends) break;
    found.push(...spends);
  }
  if (height === first) return [];
  const isStored = await storeAt(ctx.db, tip.hash, async (db: Database) => {
    await recordSpends(db, found);
    await noteSearched(db, coins, height - 1);
    return true;
  });
  return isStored ? found : [];
}

/**
 * null: the node does not have the applied block of that height. A height below the first one has no spends.
 */
async function spendsAt(
  ctx: Pick<TradingContext, 'db' | 'chain'>,
  height: number,
  coins: readonly Outpoint[],
): Promise<BlockSpend[] | null> {
  const hash = await storedHash(ctx.db, height);
  if (hash === null) return [];
  const block = await ctx.chain.block(hash);
  if (!block) return null;
  return block.transactions.flatMap(({ txid: spentBy, inputs }, blockPosition) =>
    inputs
      .filter((input) => coins.some((coin) => sameOutpoint(coin, input)))
      .map(({ txid, vout }) => ({ txid, vout, spentBy, height, blockPosition })),
  );
}

/** Whether `failureDepth` blocks are on top of the block that has the spend. */
export function isDeep(
  ctx: Pick<TradingContext, 'settings'>,
  { height }: Pick<Spend, 'height'>,
  tip: Pick<BlockRef, 'height'>,
): boolean {
  return tip.height - height >= ctx.settings.failureDepth;
}

/** The deepest of the spends that these transactions do not survive. null: there is none. */
export function conflictingSpend(spends: readonly (Spend | null)[], own: readonly string[]): Spend | null {
  const foreign = spends.filter(
    (spend): spend is Spend => spend !== null && (spend.unmade !== undefined || !own.includes(spend.spentBy)),
  );
  return foreign.sort((a, b) => a.height - b.height)[0] ?? null;
}

/** For a reason that users read. */
export function spendText(spend: Spend): string {
  const { unmade, spentBy, height } = spend;
  if (unmade)
    return `${outpointText(spend)} is gone: a reorg removed transaction ${unmade.madeBy}, which it comes from, and transaction ${spentBy} in block ${height} spends ${outpointText(unmade)} instead`;
  return `${outpointText(spend)} was spent by transaction ${spend.spentBy} in block ${spend.height}`;
}
