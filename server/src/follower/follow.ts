/**
 * The follower keeps the store in sync with the node's best chain and runs the steps of every flow
 * (`trading/flows.ts`).
 *
 *   expire what is past its time
 *   node's tip ──► fork? roll back ──► next blocks? apply
 *             ──► in sync: settle what the blocks have
 *             ──► mempool, then every step (confirm, publish, recover, refill)
 *
 * It polls every `pollMs`, and at once when the node says that it has a new block (`block-watch.ts`). A block
 * that comes between two steps is applied and settled before the next one.
 *
 * It is safe to kill at any time: blocks are applied in one database transaction, and every step is
 * retry-safe. On an empty store, the follower begins at the node's tip and reads inscriptions from the index
 * as of that block (`members.ts`).
 */

import { operatorSentence, Refusal, refuse } from '@ordbook/protocol/refusals';
import { DAY_MS } from '../base/clock.ts';
import { inSpan } from '../base/tracing.ts';
import type { Block, BlockRef } from '../chain/port.ts';
import { deleteExpiredAuthRequests } from '../store/account/auth-requests.ts';
import { insertBlocks, storedHash, storedTip } from '../store/chain/blocks.ts';
import { deleteMovesUpTo } from '../store/chain/inscription-moves.ts';
import { storeAt } from '../store/database/sync-lock.ts';
import { inTransaction } from '../store/database/transaction.ts';
import { deleteEventsBefore } from '../store/event/events.ts';
import { numberEvents } from '../store/event/number-events.ts';
import { addAdmissions } from '../store/operator-coins/admissions.ts';
import type { Step, TradingContext } from '../trading/context.ts';
import {
  heldOperatorCoins,
  readOperatorCoins,
  registerOperatorCoins,
} from '../trading/operator-coins/anchors.ts';
import { heldAdmissions } from '../trading/operator-coins/pools.ts';
import { deleteOldSubmissions } from '../trading/settlement/repeatable-submit.ts';
import { applyBlocks } from './apply-blocks.ts';
import { createBlockWatch } from './block-watch.ts';
import { createLocationCheck, rereadStale } from './locations.ts';
import { syncMembers } from './members.ts';
import { createMempoolWatch } from './mempool-watch.ts';
import { priceSales } from './price-sales.ts';
import { rollBackTo } from './rollback.ts';
import { snapshotFloors } from './snapshots.ts';
import { fewerRepeats } from './throttled-warnings.ts';

export interface Follower {
  /**
   * Polls until `stop`, and at each new block; may be started again afterwards. Errors are logged, and the
   * next poll tries again.
   */
  start(): void;
  /** Resolves once the work in progress has ended; a wait for a block ends at once. */
  stop(): Promise<void>;
  /** Polls once, now. Resolves when the store is in sync with the node and every step has run. */
  sync(): Promise<BlockRef>;
}

/**
 * Blocks that can be undone. The deepest reorg ever had 53 blocks (2010). Nodes rely on no reorg of 100,
 * since coinbase coins are spendable then. Ten times that is a week of blocks, and about 60 MB of inscription
 * moves on mainnet.
 */
const UNDOABLE_BLOCKS = 1_000;
/**
 * More blocks at once take less time each: inscriptions are looked up in index order, and neighbours share
 * its pages. This many mainnet blocks take about 200 MB of memory; the next ones are read meanwhile.
 */
export const BLOCKS_AT_ONCE = 32;
/** Blocks that are asked of the node at the same time. */
const READ_AT_ONCE = 4;
/** Rows compared with the index at each poll: two requests. */
const LOCATIONS_PER_POLL = 200;

export interface FollowerOptions {
  /** ms between polls of the node. */
  readonly pollMs: number;
}

export function createFollower(context: TradingContext, { pollMs }: FollowerOptions): Follower {
  const ctx = { ...context, log: fewerRepeats(context.log, context.clock) };
  const mempool = createMempoolWatch(ctx);
  const steps = createSteps(ctx);
  const settling = ctx.flows.flatMap(({ settle }) => (settle ? [settle(ctx)] : []));
  let running: Promise<BlockRef> | null = null;
  let queued: Promise<BlockRef> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  /** The node said so, and nobody has looked yet. */
  let isNewBlock = false;
  const watch = createBlockWatch(ctx, {
    pauseMs: pollMs,
    trouble: (error) => logTrouble(ctx, 'waiting for the next block; polling instead', error),
    wake() {
      isNewBlock = true;
      if (!timer) return;
      clearTimeout(timer);
      void poll();
    },
  });

  /**
   * Runs a sync that starts after the one in progress has ended, so it sees everything that happened before
   * the call.
   */
  function sync(): Promise<BlockRef> {
    if (!running) return begin();
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = null;
        return begin();
      });
    return queued;
  }

  function begin(): Promise<BlockRef> {
    running = follow().finally(() => {
      running = null;
    });
    return running;
  }

  async function follow(): Promise<BlockRef> {
    for (const { expire } of ctx.flows) if (expire) await runStep(ctx, 'expiring trades', () => expire(ctx));
    let tip = await applyNew();
    if (stopped) return tip;
    await mempool.look();
    for (const [what, run] of steps) {
      if (isNewBlock && !stopped) tip = await applyNew();
      await runStep(ctx, what, () => run(tip));
    }
    return tip;
  }

  /** Brings the store in sync, and settles at once what the new blocks have: nothing else is asked first. */
  async function applyNew(): Promise<BlockRef> {
    isNewBlock = false;
    const tip = await catchUp(ctx, () => stopped);
    watch.follow(tip);
    if (!stopped) for (const [what, run] of settling) await runStep(ctx, what, () => run(tip));
    return tip;
  }

  async function poll(): Promise<void> {
    timer = null;
    try {
      await sync();
    } catch (error) {
      logTrouble(ctx, 'following the chain', error);
    }
    if (!stopped) timer = setTimeout(() => void poll(), isNewBlock ? 0 : pollMs);
  }

  return {
    sync,
    start() {
      stopped = false;
      watch.start();
      void poll();
    },
    stop: async () => {
      stopped = true;
      watch.stop();
      if (timer) clearTimeout(timer);
      await (queued ?? running)?.catch(() => undefined);
    },
  };
}

/**
 * Brings the store in sync with the node and returns the common tip, or the tip reached when it must stop.
 * While some blocks are applied, the next ones are read from the node.
 */
async function catchUp(ctx: TradingContext, isStopped: () => boolean): Promise<BlockRef> {
  let ahead: { readonly after: string; readonly blocks: Promise<Block[]> } | null = null;
  let isOver = false;
  const mustEnd = () => isOver || isStopped();
  try {
    for (;;) {
      const [tip, ours] = await Promise.all([ctx.chain.tip(), storedTip(ctx.db)]);
      if (!ours) {
        await startAt(ctx, tip);
        continue;
      }
      await requireCaughtUp(ctx, ours, tip);
      if (isStopped()) return ours;
      const known: typeof ahead = ahead?.after === ours.hash ? ahead : null;
      const blocks: Block[] = await (known?.blocks ?? nextBlocks(ctx, ours, tip, mustEnd));
      const last = blocks.at(-1);
      if (last) {
        const next = last.height < tip.height ? nextBlocks(ctx, last, tip, mustEnd) : null;
        next?.catch(() => undefined);
        ahead = next && { after: last.hash, blocks: next };
        await applyBlocks(ctx, blocks);
        if (last.hash === tip.hash) return tip;
        ctx.log.info({ height: last.height, tip: tip.height }, 'catching up with the chain');
      } else if ((await ctx.chain.blockHash(ours.height)) === ours.hash) {
        ahead = null;
        if (ours.height >= tip.height) return ours;
      } else {
        ahead = null;
        const fork = await forkHeight(ctx, Math.min(ours.height, tip.height + 1));
        await rollBackTo(ctx, fork);
        ctx.log.warn({ from: ours, to: fork }, 'the chain was reorganised; rolled back');
      }
    }
  } finally {
    isOver = true;
    await ahead?.blocks.catch(() => undefined);
  }
}

/**
 * Throws `Refusal('unavailable')` while the node has only the beginning of our chain: it was started again
 * and reads its blocks again, or is another node. A chain that is only shorter undoes no block, unless the
 * node says that our tip is invalid.
 */
async function requireCaughtUp(ctx: TradingContext, ours: BlockRef, tip: BlockRef): Promise<void> {
  if (tip.height >= ours.height || (await storedHash(ctx.db, tip.height)) !== tip.hash) return;
  if (await ctx.chain.isInvalidated(ours.hash)) return;
  refuse(
    'unavailable',
    `the node is at height ${tip.height}, behind block ${ours.height} that is applied; it must catch up first`,
  );
}

/**
 * The next blocks of the best chain on top of `ours`, up to `tip` and at most `BLOCKS_AT_ONCE`; fewer when
 * the chain changes meanwhile or the follower must stop.
 */
async function nextBlocks(
  ctx: TradingContext,
  ours: BlockRef,
  tip: BlockRef,
  mustEnd: () => boolean,
): Promise<Block[]> {
  const blocks: Block[] = [];
  const end = Math.min(tip.height, ours.height + BLOCKS_AT_ONCE);
  let last = ours;
  while (last.height < end && !mustEnd()) {
    const count = Math.min(end - last.height, READ_AT_ONCE);
    const heights = Array.from({ length: count }, (_, i) => last.height + 1 + i);
    for (const block of await Promise.all(heights.map((height) => blockAt(ctx, height, tip)))) {
      if (block?.previousHash !== last.hash) return blocks;
      blocks.push(block);
      last = block;
    }
  }
  return blocks;
}

async function blockAt(ctx: TradingContext, height: number, tip: BlockRef): Promise<Block | null> {
  const hash = height === tip.height ? tip.hash : await ctx.chain.blockHash(height);
  return hash === null ? null : ctx.chain.block(hash);
}

/** The first block of an empty store. Nothing below it is followed. */
async function startAt(ctx: TradingContext, tip: BlockRef): Promise<void> {
  const block = await ctx.chain.block(tip.hash);
  if (!block) return;
  const coins = await heldOperatorCoins(ctx, tip);
  const admissions = await heldAdmissions(ctx, tip);
  // Another process that starts at the same time stores its first block, or this one does.
  await storeAt(ctx.db, null, async (db) => {
    await registerOperatorCoins({ ...ctx, db }, coins);
    await addAdmissions(db, admissions);
    await insertBlocks(db, [{ height: tip.height, hash: tip.hash, blockTime: new Date(block.time * 1000) }]);
  });
}

async function forkHeight(ctx: TradingContext, below: number): Promise<number> {
  let height = below - 1;
  for (; height > 0; height -= 1) {
    const ours = await storedHash(ctx.db, height);
    if (ours === null) throw new Error(`the reorg goes below height ${height + 1}, where this store begins`);
    if (ours === (await ctx.chain.blockHash(height))) break;
  }
  return height;
}

/** What the follower does at each poll, in order. */
function createSteps(ctx: TradingContext): readonly Step[] {
  return [
    // First: the flows depend on inscription locations, on collection members and on free anchors.
    ['reading operator coins', () => readOperatorCoins(ctx)],
    ['reading stale places again', (tip) => rereadStale(ctx, tip)],
    ['reading new members of collections', (tip) => syncMembers(ctx, tip)],
    ...ctx.flows.flatMap((flow) => flow.steps?.(ctx) ?? []),
    // After the flows: floors and prices of what the flows settled.
    ['taking floor snapshots', () => snapshotFloors(ctx)],
    ['pricing sales', () => priceSales(ctx)],
    ['comparing places with the index', createLocationCheck(ctx, LOCATIONS_PER_POLL)],
    ['deleting old sign-in requests', () => deleteOldAuthRequests(ctx)],
    ['deleting old answers', () => deleteOldSubmissions(ctx)],
    // So that they do not pile up while nobody reads them.
    ['numbering events', () => numberEvents(ctx.db, ctx.clock.now())],
    ['deleting old events', () => deleteOldEvents(ctx)],
    ['deleting how to undo old blocks', (tip) => deleteOldMoves(ctx, tip)],
  ];
}

/** A step that fails is logged, does not block the others, and runs again at the next poll. */
async function runStep(ctx: TradingContext, what: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await inSpan(`follower: ${what}`, {}, run);
  } catch (error) {
    logTrouble(ctx, what, error);
  }
}

async function deleteOldMoves(ctx: TradingContext, tip: BlockRef): Promise<void> {
  await inTransaction(ctx.db, (db) => deleteMovesUpTo(db, tip.height - UNDOABLE_BLOCKS));
}

/** Kept for a day after they expire, so that a late request gets a clear error. */
async function deleteOldAuthRequests(ctx: TradingContext): Promise<void> {
  await deleteExpiredAuthRequests(ctx.db, new Date(ctx.clock.now().getTime() - DAY_MS));
}

async function deleteOldEvents(ctx: TradingContext): Promise<void> {
  await deleteEventsBefore(ctx.db, new Date(ctx.clock.now().getTime() - ctx.settings.eventsKeptMs));
}

function logTrouble(ctx: TradingContext, what: string, error: unknown): void {
  if (error instanceof Refusal)
    ctx.log.warn({ code: error.code, reason: operatorSentence(error) }, `${what}: will try again`);
  else ctx.log.error({ err: error }, `${what}: failed, will try again`);
}
