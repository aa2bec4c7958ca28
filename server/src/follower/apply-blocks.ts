import { anchorAddress, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { type Outpoint, outpointText, type Utxo } from '@ordbook/protocol/outpoint';
import type { RawBuilder } from 'kysely';
import { pause } from '../base/in-slices.ts';
import type { Block } from '../chain/port.ts';
import { insertBlocks } from '../store/chain/blocks.ts';
import { type BlockSpend, recordSpends } from '../store/chain/coin-spends.ts';
import { storeMoves } from '../store/chain/inscription-moves.ts';
import { markStale, placedAfter } from '../store/chain/inscriptions.ts';
import { inscriptionsOn, watchedAmong } from '../store/chain/watched-coins.ts';
import { askedKeys } from '../store/database/outpoint-rows.ts';
import { storeAt } from '../store/database/sync-lock.ts';
import { spendCoins } from '../store/operator-coins/anchors.ts';
import { storeExternalSales } from '../store/sale/external-sales.ts';
import type { TradingContext } from '../trading/context.ts';
import { registerOperatorCoins } from '../trading/operator-coins/anchors.ts';
import {
  type AdmissionChanges,
  admissionChanges,
  storeAdmissionChanges,
} from '../trading/operator-coins/pools.ts';
import { recheckCoins } from '../trading/recheck-coins.ts';
import { salesElsewhere, soldHops } from './external-sales.ts';
import { readBackSales } from './read-back-sales.ts';
import { followBlocks, type Hop, isLost, type SatMove, subsidyAt } from './sat-moves.ts';

/**
 * Applies blocks, each on top of the one before, and the first on the stored tip. Ends listings and offers
 * whose coin was spent, records what spends the coins of trades, moves inscriptions, records sales settled
 * elsewhere, and creates and spends operator coins. Applying several blocks at once costs far less than one
 * by one. Between blocks it lets the rest of the process run.
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
  const spent = blocks.flatMap(({ transactions }) => transactions.flatMap(({ inputs }) => inputs));
  const asked = askedKeys(spent);
  for (;;) {
    const { newest, tipHash, located } = await inscriptionsOn(ctx.db, asked);
    if (tipHash !== blocks[0]!.previousHash) throw new Error(TIP_CHANGED);
    const interval = ctx.settings.network === 'regtest' ? 150 : 210_000;
    const followed = await followBlocks(blocks, located, (height) => subsidyAt(height, interval));
    if (await tryToStore(ctx, { blocks, asked, newest, ...followed })) return;
  }
}

const TIP_CHANGED = 'another process applied or rolled back blocks meanwhile';

/** What blocks do to known inscriptions. */
interface Moved {
  readonly blocks: readonly Block[];
  /** The keys of all coins that they spend. */
  readonly asked: RawBuilder<unknown>;
  readonly moves: readonly SatMove[];
  readonly hops: readonly Hop[];
  /** Inscriptions stored after this one were not seen. */
  readonly newest: number;
}

/** Returns false and stores nothing when an inscription that the blocks move was stored meanwhile. */
async function tryToStore(ctx: TradingContext, moved: Moved): Promise<boolean> {
  const { blocks, asked, moves, hops, newest } = moved;
  // What is to be stored is made while the database looks up what it concerns.
  const [watched, sold] = await Promise.all([
    watchedAmong(ctx.db, asked),
    soldHops(hops, { marketKey: ctx.keys.market, network: ctx.settings.network }),
  ]);
  const outpoints = [...watched, ...hops.map(({ from }) => from)];
  const [spends, coins] = await Promise.all([
    spendsIn(blocks, watched),
    operatorCoinsIn(ctx, blocks),
    recheckCoins(ctx, { outpoints, height: blocks.at(-1)!.height }),
  ]);
  const isStored = await storeAt(
    ctx.db,
    blocks[0]!.previousHash,
    async (db) => {
      const placed = new Set((await placedAfter(db, newest)).map(outpointText));
      if (placed.size > 0 && spendsOne(blocks, placed)) return false;
      // Under the lock: a rollback since these blocks were read has taken the heights of their coins.
      await registerOperatorCoins({ ...ctx, db }, coins.paid);
      await recordSpends(db, [...spends, ...hops.map(spendOf)]);
      if (moves.length > 0) await storeMoves(db, moves);
      await markStale(
        db,
        moves.filter(isLost).map(({ key }) => key),
      );
      // first, as an own trade that is read back looks like one of another market
      await readBackSales(ctx, db, { hops, sold });
      await storeExternalSales(db, salesElsewhere(sold, ctx.settings.salesEvidence));
      for (const { spent, admissions } of coins.ofBlocks) {
        await spendCoins(db, spent, admissions.height);
        await storeAdmissionChanges(db, admissions);
      }
      await insertBlocks(
        db,
        blocks.map(({ height, hash, time }) => ({ height, hash, blockTime: new Date(time * 1000) })),
      );
      return true;
    },
    { mayBeLost: true },
  );
  if (isStored === null) throw new Error(TIP_CHANGED);
  return isStored;
}

/** What blocks spend of the watched coins. Lets the rest of the process run between blocks. */
async function spendsIn(blocks: readonly Block[], watched: readonly Outpoint[]): Promise<BlockSpend[]> {
  const vouts = new Map<string, Set<number>>();
  for (const { txid, vout } of watched) vouts.set(txid, (vouts.get(txid) ?? new Set()).add(vout));
  const spends: BlockSpend[] = [];
  for (const { height, transactions } of blocks) {
    for (const [blockPosition, { txid: spentBy, inputs }] of transactions.entries()) {
      for (const { txid, vout } of inputs)
        if (vouts.get(txid)?.has(vout)) spends.push({ txid, vout, spentBy, height, blockPosition });
    }
    await pause();
  }
  return spends;
}

/** What blocks do to the operator's coins. */
interface OperatorCoins {
  /** To the anchor key. */
  readonly paid: (Utxo & { readonly height: number })[];
  /** From the anchor key, and admission coins, block by block. */
  readonly ofBlocks: { readonly spent: Outpoint[]; readonly admissions: AdmissionChanges }[];
}

/** Lets the rest of the process run between blocks. */
async function operatorCoinsIn(ctx: TradingContext, blocks: readonly Block[]): Promise<OperatorCoins> {
  const { network } = ctx.settings;
  const anchorScript = scriptOf(anchorAddress(ctx.keys, network), network);
  const found: OperatorCoins = { paid: [], ofBlocks: [] };
  for (const block of blocks) {
    const { height } = block;
    const spent: Outpoint[] = [];
    for (const { txid, inputs, outputs } of block.transactions) {
      for (const input of inputs)
        if (input.script === anchorScript) spent.push({ txid: input.txid, vout: input.vout });
      for (const [vout, { script, valueSats }] of outputs.entries())
        if (script === anchorScript) found.paid.push({ txid, vout, valueSats, height });
    }
    found.ofBlocks.push({ spent, admissions: admissionChanges(ctx, block) });
    await pause();
  }
  return found;
}

/** Of the coin of an inscription: somebody may have begun to watch it since. */
function spendOf({ from: { txid, vout }, transaction, block, blockPosition }: Hop): BlockSpend {
  return { txid, vout, spentBy: transaction.txid, height: block.height, blockPosition };
}

function spendsOne(blocks: readonly Block[], coins: ReadonlySet<string>): boolean {
  return blocks.some(({ transactions }) =>
    transactions.some(({ inputs }) => inputs.some((input) => coins.has(outpointText(input)))),
  );
}
