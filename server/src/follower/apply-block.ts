import type { NetworkName } from '../base/settings.ts';
import type { Block } from '../chain/port.ts';
import { anchorAddress, scriptOf } from '../protocol/keys.ts';
import { spendCoins } from '../store/anchors.ts';
import { insertBlock } from '../store/blocks.ts';
import { storeExternalSales } from '../store/external-sales.ts';
import { recordMoves } from '../store/inscription-moves.ts';
import { inscriptionsOn, setLocations } from '../store/inscriptions.ts';
import { inTransaction } from '../store/transaction.ts';
import { registerOperatorCoins } from '../trading/anchors.ts';
import type { TradingContext } from '../trading/context.ts';
import { salesElsewhere } from './external-sales.ts';
import { recheckCoins } from './recheck.ts';
import { followBlock, subsidyAt } from './sat-moves.ts';

/**
 * Applies the block on top of the stored tip: inscriptions move, sales settled elsewhere are noted, operator coins are made and
 * spent, listings whose coin went are taken out. One transaction, then two repeatable steps: a crash between them is made good by the next run.
 */
export async function applyBlock(ctx: TradingContext, block: Block): Promise<void> {
  const spent = block.transactions.flatMap((transaction) => transaction.inputs);
  const located = await inscriptionsOn(ctx.db, spent);
  const subsidy = subsidyAt(block.height, halvingInterval(ctx.settings.network));
  const { moves, hops } = followBlock(block, located, subsidy);
  const rank = new Map(located.map(({ id }, i) => [id, i]));
  const sales = salesElsewhere(hops, rank);
  await registerOperatorCoins(ctx, coinsPaidTo(ctx, block));
  await inTransaction(ctx.db, async (db) => {
    await recordMoves(db, block.height, moves);
    await setLocations(db, moves);
    await storeExternalSales(db, sales, { height: block.height, blockTime: new Date(block.time * 1000) });
    await spendCoins(db, spent, block.height);
    await insertBlock(db, { height: block.height, hash: block.hash, blockTime: new Date(block.time * 1000) });
  });
  await recheckCoins(ctx, spent, block.height);
}

function coinsPaidTo(ctx: TradingContext, block: Block) {
  const script = scriptOf(anchorAddress(ctx.keys, ctx.settings.network), ctx.settings.network);
  return block.transactions.flatMap(({ txid, outputs }) =>
    outputs.flatMap((output, vout) =>
      output.script === script ? [{ txid, vout, valueSats: output.valueSats, height: block.height }] : [],
    ),
  );
}

function halvingInterval(network: NetworkName): number {
  return network === 'regtest' ? 150 : 210_000;
}
