import { anchorAddress, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import type { NetworkName } from '@ordbook/protocol/network';
import { type Outpoint, outpointText, type Utxo } from '@ordbook/protocol/outpoint';
import type { Block, BlockInput } from '../chain/port.ts';
import { insertBlocks } from '../store/chain/blocks.ts';
import { recordSpends, type Spend } from '../store/chain/coin-spends.ts';
import { recordMoves } from '../store/chain/inscription-moves.ts';
import { markStale, newestKey, placedAfter, setLocations } from '../store/chain/inscriptions.ts';
import { watchedAmong } from '../store/chain/watched-coins.ts';
import { storeAt } from '../store/database/sync-lock.ts';
import { spendCoins } from '../store/operator-coins/anchors.ts';
import { storeExternalSales } from '../store/sale/external-sales.ts';
import type { TradingContext } from '../trading/context.ts';
import { registerOperatorCoins } from '../trading/operator-coins/anchors.ts';
import { followAdmissions } from '../trading/operator-coins/pools.ts';
import { recheckCoins } from '../trading/recheck-coins.ts';
import { salesElsewhere } from './external-sales.ts';
import { readBackSales } from './read-back-sales.ts';
import { followBlocks, isLost, subsidyAt } from './sat-moves.ts';

/**
 * Applies blocks, each on top of the one before, and the first on the stored tip. Ends listings and offers
 * whose coin was spent, records what spends the coins of trades, moves inscriptions, records sales settled
 * elsewhere, and creates and spends operator coins. Applying several blocks at once costs far less than one
 * by one.
 *
 * Repeatable steps run first. Then one transaction stores the blocks: after a crash, the next run applies all
 * of them. Throws when the stored tip has changed meanwhile, so two processes that both believe they lead
 * cannot both apply a block.
 *
 * The transaction does not wait for the disk (`mayBeLost`). It holds the blocks together with everything they
 * change. A database that loses it in a power cut has an earlier tip, and the blocks are applied again.
 * Nothing leaves the service because of it alone: anything sent later waits for its own commit, which first
 * brings all earlier commits to the disk.
 */
export async function applyBlocks(ctx: TradingContext, blocks: readonly Block[]): Promise<void> {
  while (!(await tryToApply(ctx, blocks)));
}

/** Returns false and stores nothing when an inscription that the blocks move was stored meanwhile. */
async function tryToApply(ctx: TradingContext, blocks: readonly Block[]): Promise<boolean> {
  const { network } = ctx.settings;
  const spent: BlockInput[] = [];
  for (const { transactions } of blocks) for (const { inputs } of transactions) spent.push(...inputs);
  const newest = await newestKey(ctx.db);
  const { coins, located } = await watchedAmong(ctx.db, spent);
  const { moves, hops } = followBlocks(blocks, located, (height) =>
    subsidyAt(height, halvingInterval(network)),
  );
  const left = hops.map(({ from }) => from);
  const anchorScript = scriptOf(anchorAddress(ctx.keys, network), network);
  await registerOperatorCoins(ctx, coinsPaidTo(anchorScript, blocks));
  await recheckCoins(ctx, {
    outpoints: [...coins, ...left],
    height: blocks.at(-1)!.height,
    inscribed: left,
  });
  const isStored = await storeAt(
    ctx.db,
    blocks[0]!.previousHash,
    async (db) => {
      const placed = new Set((await placedAfter(db, newest)).map(outpointText));
      if (placed.size > 0 && spent.some((coin) => placed.has(outpointText(coin)))) return false;
      await recordSpends(db, spendsOf(coins, blocks));
      await recordMoves(db, moves);
      await setLocations(db, [...new Map(moves.map((move) => [move.key, move])).values()]);
      await markStale(
        db,
        moves.filter(isLost).map(({ key }) => key),
      );
      await storeExternalSales(db, salesElsewhere(hops, ctx.keys.market));
      await readBackSales(ctx, db, hops);
      for (const block of blocks) {
        await spendCoins(db, spentFrom(anchorScript, block), block.height);
        await followAdmissions(ctx, db, block);
      }
      await insertBlocks(
        db,
        blocks.map(({ height, hash, time }) => ({ height, hash, blockTime: new Date(time * 1000) })),
      );
      return true;
    },
    { mayBeLost: true },
  );
  if (isStored === null) throw new Error('another process applied or rolled back blocks meanwhile');
  return isStored;
}

/** What the blocks' transactions spend of these coins. */
function spendsOf(coins: readonly Outpoint[], blocks: readonly Block[]): Spend[] {
  const asked = new Set(coins.map(outpointText));
  const spends: Spend[] = [];
  for (const { height, transactions } of blocks)
    for (const { txid: spentBy, inputs } of transactions)
      for (const { txid, vout } of inputs)
        if (asked.has(outpointText({ txid, vout }))) spends.push({ txid, vout, spentBy, height });
  return spends;
}

function coinsPaidTo(script: string, blocks: readonly Block[]) {
  const coins: (Utxo & { height: number })[] = [];
  for (const { height, transactions } of blocks)
    for (const { txid, outputs } of transactions)
      for (const [vout, output] of outputs.entries())
        if (output.script === script) coins.push({ txid, vout, valueSats: output.valueSats, height });
  return coins;
}

function spentFrom(script: string, { transactions }: Block): BlockInput[] {
  const spent: BlockInput[] = [];
  for (const { inputs } of transactions)
    for (const input of inputs) if (input.script === script) spent.push(input);
  return spent;
}

function halvingInterval(network: NetworkName): number {
  return network === 'regtest' ? 150 : 210_000;
}
