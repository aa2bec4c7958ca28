import type { NetworkName } from '../base/settings.ts';
import type { Block } from '../chain/port.ts';
import { anchorAddress, scriptOf } from '../protocol/keys.ts';
import { spendCoins } from '../store/anchors.ts';
import { insertBlock } from '../store/blocks.ts';
import { storeExternalSales } from '../store/external-sales.ts';
import { recordMoves } from '../store/inscription-moves.ts';
import { inscriptionsOn, setLocations } from '../store/inscriptions.ts';
import { inTransaction } from '../store/transaction.ts';
import { watchedCoins } from '../store/watched-coins.ts';
import { registerOperatorCoins } from '../trading/anchors.ts';
import type { TradingContext } from '../trading/context.ts';
import { followAdmissions } from '../trading/pools.ts';
import { salesElsewhere } from './external-sales.ts';
import { recheckCoins } from './recheck.ts';
import { followBlock, subsidyAt } from './sat-moves.ts';

/**
 * Applies the block on top of the stored tip: listings and offers whose coin went are taken out, inscriptions move, sales settled
 * elsewhere are noted, operator coins are made and spent. First repeatable steps, then one transaction that stores the block: after
 * a crash the next run applies the whole block.
 *
 * That transaction does not wait for the disk (`mayBeLost`). It holds everything that the block changes together with the block's
 * own row, so a database that loses it in a power cut has an earlier tip, and the block is applied again. Nothing leaves the service
 * because of it: what is sent later waits for a commit of its own, which brings all earlier ones to the disk before it.
 */
export async function applyBlock(ctx: TradingContext, block: Block): Promise<void> {
  const { height, hash } = block;
  const blockTime = new Date(block.time * 1000);
  const anchorScript = scriptOf(anchorAddress(ctx.keys, ctx.settings.network), ctx.settings.network);
  const spent = block.transactions.flatMap((transaction) => transaction.inputs);
  const watched = await watchedCoins(ctx.db, spent);
  const located = await inscriptionsOn(ctx.db, watched);
  const subsidy = subsidyAt(height, halvingInterval(ctx.settings.network));
  const { moves, hops } = followBlock(block, located, subsidy);
  const rank = new Map(located.map(({ id }, i) => [id, i]));
  const sales = salesElsewhere(hops, rank);
  const spentCoins = spent.filter(({ script }) => script === anchorScript);
  await registerOperatorCoins(ctx, coinsPaidTo(anchorScript, block));
  await recheckCoins(
    ctx,
    watched,
    height,
    hops.map(({ from }) => from),
  );
  await inTransaction(
    ctx.db,
    async (db) => {
      await recordMoves(db, height, moves);
      await setLocations(db, moves);
      await storeExternalSales(db, sales, { height, blockTime });
      if (spentCoins.length > 0) await spendCoins(db, spentCoins, height);
      await followAdmissions(ctx, db, block);
      await insertBlock(db, { height, hash, blockTime });
    },
    { mayBeLost: true },
  );
}

function coinsPaidTo(script: string, block: Block) {
  return block.transactions.flatMap(({ txid, outputs }) =>
    outputs.flatMap((output, vout) =>
      output.script === script ? [{ txid, vout, valueSats: output.valueSats, height: block.height }] : [],
    ),
  );
}

function halvingInterval(network: NetworkName): number {
  return network === 'regtest' ? 150 : 210_000;
}
