import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import type { Block, BlockRef, BlockTransaction } from '../server/src/chain/port.ts';
import { applyBlocks } from '../server/src/follower/apply-blocks.ts';
import { insertBlocks, storedTip } from '../server/src/store/chain/blocks.ts';
import type { Database } from '../server/src/store/port.ts';
import type { TradingContext } from '../server/src/trading/context.ts';
import { FLOWS } from '../server/src/trading/flows.ts';
import { TEST_SETTINGS } from '../server/test/support/api.ts';
import { cpuSeconds } from './measure.ts';
import { MEMBERS, type Size, txidOf } from './scale-fill.ts';

/**
 * A block of the main network: transactions, inputs, inputs that hold watched inscriptions, and those of them
 * that are listed.
 */
const TRANSACTIONS = 4_000;
const INPUTS = 9_000;
const WATCHED_INPUTS = 300;
const LISTED_INPUTS = 10;
const FIRST_HEIGHT = 900_000;
const KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

setFlagsFromString('--expose-gc');
/** Making a block leaves garbage that applying it should not be charged with. */
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * ms that the follower takes for a block: on the clock, and of processor time in PostgreSQL's process and in
 * this one's main thread.
 */
export interface BlockTime {
  readonly wall: number;
  readonly postgres: number;
  readonly service: number;
}

/** Runs of blocks that are made together. */
const IN_A_ROW = 6;

/**
 * Applies `runs` runs of `atOnce` blocks to a filled database, and gives the time of a block in each. Blocks
 * are made before the clock runs.
 */
export async function measureBlocks(
  db: Database,
  size: Size,
  { runs, atOnce }: { readonly runs: number; readonly atOnce: number },
  random: () => number,
): Promise<BlockTime[]> {
  const ctx = blockContext(db);
  let last = await firstBlock(db);
  const times: BlockTime[] = [];
  while (times.length < runs) {
    const batches = Array.from({ length: Math.min(IN_A_ROW, runs - times.length) }, () => {
      const blocks = makeBlocks(last, atOnce, size, random);
      last = blocks.at(-1)!;
      return blocks;
    });
    collectGarbage();
    let start = performance.now();
    let before = await clocks(db);
    for (const blocks of batches) {
      await applyBlocks(ctx, blocks);
      const [now, after] = [performance.now(), await clocks(db)];
      times.push({
        wall: (now - start) / blocks.length,
        postgres: (after.postgres - before.postgres) / blocks.length,
        service: (after.service - before.service) / blocks.length,
      });
      [start, before] = [now, after];
    }
  }
  return times;
}

/** ms of processor time so far, in PostgreSQL's processes for this database and in this one's main thread. */
async function clocks(db: Database): Promise<{ postgres: number; service: number }> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    db,
  );
  return { postgres: 1000 * cpuSeconds(rows.map(({ pid }) => pid)), service: await threadTime() };
}

/** What `applyBlocks` needs, on a database alone. */
function blockContext(db: Database): TradingContext {
  return {
    chain: { unspents: async (outpoints: readonly unknown[]) => outpoints.map(() => null) },
    keys: { market: KEY, anchor: KEY },
    db,
    settings: TEST_SETTINGS,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clock: { now: () => new Date() },
    flows: FLOWS,
  } as unknown as TradingContext;
}

/** The stored tip; stores one when there is none. */
async function firstBlock(db: Database): Promise<BlockRef> {
  const tip = await storedTip(db);
  if (tip) return tip;
  const first = { height: FIRST_HEIGHT, hash: 'start' };
  await insertBlocks(db, [{ ...first, blockTime: new Date() }]);
  return first;
}

/** The next `count` blocks. */
function makeBlocks(last: BlockRef, count: number, size: Size, random: () => number): Block[] {
  let previous = last;
  return Array.from({ length: count }, () => {
    const block = blockOf(previous, size, random);
    previous = block;
    // As a node's answer is read: strings that are made of pieces would be joined while the clock runs.
    return JSON.parse(JSON.stringify(block)) as Block;
  });
}

/**
 * ms of processor time that this process' main thread has used so far, as Linux tells it: in steps of 10 ms,
 * so only sums mean something.
 */
async function threadTime(): Promise<number> {
  const fields = (await readFile(`/proc/self/task/${process.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function blockOf(previous: BlockRef, size: Size, random: () => number): Block {
  const height = previous.height + 1;
  const hex = () =>
    Math.floor(random() * 2 ** 52)
      .toString(16)
      .padEnd(64, '0');
  const miner = `bc1q${hex().slice(-38)}`;
  const coinbase: BlockTransaction = {
    txid: hex(),
    version: 2,
    lockTime: 0,
    inputs: [],
    // takes every fee, as blocks do: an inscription in a fee goes to the miner, and is not lost
    outputs: [{ valueSats: 100 * 100_000_000, script: '0014', address: miner }],
  };
  const transactions: BlockTransaction[] = [coinbase];
  const every = Math.floor(INPUTS / WATCHED_INPUTS);
  let made = 0;
  for (let t = 1; t < TRANSACTIONS; t += 1) {
    const inputs = [];
    for (; made < (INPUTS * t) / (TRANSACTIONS - 1); made += 1) {
      const isWatched = made % every === 0;
      const txid = isWatched
        ? txidOf(watched(size, (made / every) % (WATCHED_INPUTS / LISTED_INPUTS) === 0, random))
        : hex();
      inputs.push({
        txid,
        vout: 0,
        valueSats: isWatched ? 546 : 50_000,
        script: '0014',
        scriptSig: '',
        sequence: 0xffff_fffd,
        witness: ['00'.repeat(71), '02'.repeat(33)],
      });
    }
    const total = inputs.reduce((sum, { valueSats }) => sum + valueSats, 0);
    const address = `bc1q${hex().slice(-38)}`;
    transactions.push({
      txid: hex(),
      version: 2,
      lockTime: 0,
      inputs,
      outputs: [
        { valueSats: Math.floor(total / 2), script: '0014', address },
        { valueSats: Math.floor(total / 3), script: '0014', address: `${address}x` },
      ],
    });
  }
  return { height, hash: hex(), previousHash: previous.hash, time: 1_790_000_000 + height, transactions };
}

/** A random inscription that is listed, or one that is not: every tenth of a collection is. */
function watched({ collections }: Size, isListed: boolean, random: () => number): number {
  const place = 10 * Math.floor((random() * MEMBERS) / 10) + (isListed ? 0 : 1 + Math.floor(random() * 9));
  return place + MEMBERS * Math.floor(random() * collections);
}
