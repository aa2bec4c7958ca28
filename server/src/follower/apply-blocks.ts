import { AsyncResource } from 'node:async_hooks';
import { anchorAddress, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { type Outpoint, outpointText, type Utxo } from '@ordbook/protocol/outpoint';
import { pause } from '../base/in-slices.ts';
import type { Block } from '../chain/port.ts';
import { insertBlocks } from '../store/chain/blocks.ts';
import { type BlockSpend, recordSpends } from '../store/chain/coin-spends.ts';
import { storeMoves } from '../store/chain/inscription-moves.ts';
import { markStale, placedAfter } from '../store/chain/inscriptions.ts';
import { watchedAmong } from '../store/chain/watched-coins.ts';
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
import { type Moved, movedBy, withKeys } from './moved-by-blocks.ts';
import { readBackSales } from './read-back-sales.ts';
import { type Hop, isLost } from './sat-moves.ts';

/** What an earlier call found out about the blocks on top of its own. */
export interface Ahead {
  /** null: it could not find out. */
  readonly moved: Promise<Moved | null>;
}

export interface ApplyOptions {
  /** What the call before this one returned. */
  readonly ahead?: Ahead | null;
  /** The blocks on top of these: what they move is found out while these are stored. */
  readonly next?: Promise<readonly Block[]> | null;
}

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
 *   blocks n:     trades' coins ──► recheck ──► ┌─ lock ──► tip? ──► store ──► commit
 *   blocks n + 1:                               └──────► inscriptions ──► follow ──► trades' coins ──► …
 *
 * Only where inscriptions are is found out ahead. The lock makes that complete (`movedBy`): everything else
 * that moves or stores inscriptions waits for it. Coins of trades are watched without it, so they are looked
 * up after the commit. What was found out is dropped unless these blocks are stored as they are.
 *
 * The transaction does not wait for the disk (`mayBeLost`). It holds the blocks together with everything they
 * change. A database that loses it in a power cut has an earlier tip, and the blocks are applied again.
 * Nothing leaves the service because of it alone: anything sent later waits for its own commit, which first
 * brings all earlier commits to the disk.
 */
export async function applyBlocks(
  ctx: TradingContext,
  blocks: readonly Block[],
  { ahead, next }: ApplyOptions = {},
): Promise<Ahead | null> {
  const found = (await ahead?.moved) ?? null;
  let moved = found?.blocks === blocks ? found : null;
  const { asked } = moved ?? (withKeys(blocks));
  for (;;) {
    moved ??= await movedBy(ctx, { blocks, asked });
    if (!moved) throw new Error(TIP_CHANGED);
    const look = next ? lookAhead(ctx, moved, next) : null;
    try {
      if (await tryToStore(ctx, moved, look?.begin)) return look;
    } catch (error) {
      await look?.moved;
      throw error;
    }
    moved = null;
  }
}

const TIP_CHANGED = 'another process applied or rolled back blocks meanwhile';

/** `begin` follows the inscriptions of the next blocks, outside the transaction that calls it. */
function lookAhead(ctx: TradingContext, under: Moved, next: Promise<readonly Block[]>) {
  const keyed = next.then(withKeys);
  keyed.catch(() => undefined);
  const look = {
    moved: Promise.resolve<Moved | null>(null),
    // a transaction that runs again has had the lock taken from it: what it had begun to look up is void
    begin: AsyncResource.bind(() => {
      look.moved = keyed.then((blocks) => movedBy(ctx, blocks, under)).catch(() => null);
    }),
  };
  return look;
}

/**
 * Returns false and stores nothing when an inscription that the blocks move was stored meanwhile.
 * `whenLocked` is called each time that the transaction has the lock of all places.
 */
async function tryToStore(ctx: TradingContext, moved: Moved, whenLocked?: () => void): Promise<boolean> {
  const { blocks, asked, moves, hops, newest } = moved;
  // What is to be stored is made while the database looks up what it concerns.
  const [watched, sold] = await Promise.all([watchedAmong(ctx.db, asked), soldHops(hops, ctx.keys.market)]);
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
      whenLocked?.();
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
      await storeExternalSales(db, salesElsewhere(sold));
      await readBackSales(ctx, db, { hops, sold });
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
