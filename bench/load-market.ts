/**
 * The market of `bench/load.ts`: the shipped service with a collection whose members its traders hold, and with
 * anchors for their listings. It is on the chain before the service starts.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { createMiner, type Miner } from '../sandbox/src/miner.ts';
import { createWorld, type World } from '../sandbox/src/world.ts';
import { addSource, membersAmong, upsertCollection } from '../server/src/store/catalogue/collections.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { type Child, startChild } from '../stack/real/child.ts';
import type { LoadTrader } from './load-traders.ts';
import { type BeforeStart, type Shipped, startShipped } from './shipped-service.ts';

const ANCHOR_SATS = 1_000;
const FUNDED_SATS = 10_000_000;
const POSTAGE_SATS = 10_000;

export interface LoadMarket {
  readonly shipped: Shipped;
  readonly miner: Miner;
  readonly slugs: readonly string[];
  readonly traders: readonly LoadTrader[];
}

/**
 * Starts it, with so many traders, and anchors for so many listings. A minute on real programs. Throws what
 * `startShipped` throws.
 */
export async function openLoadMarket(
  { count, anchors }: { readonly count: number; readonly anchors: number },
  env: Readonly<Record<string, string>>,
): Promise<LoadMarket> {
  const traders: LoadTrader[] = [];
  let miner: Miner | undefined;
  let slugs: string[] = [];
  const shipped = await startShipped({
    env,
    async prepare(found) {
      miner = createMiner(found.call);
      const world = await makeWorld(found, miner);
      slugs = world.collections.map(({ slug }) => slug);
      const collectionSlug = slugs[0]!;
      for (let i = 0; i < count; i += 1) {
        const { ordinals, payment } = await world.addWallet('p2wpkh', FUNDED_SATS);
        const one = { address: ordinals.address, collectionSlug, count: 1, postageSats: POSTAGE_SATS };
        const [inscriptionId] = await world.inscribeAt(one);
        traders.push({ ordinals, payment, collectionSlug, inscriptionId: inscriptionId! });
      }
      const address = anchorAddress(found.keySet, 'regtest');
      await miner.pay(Array.from({ length: anchors }, () => ({ address, sats: ANCHOR_SATS })));
      await miner.mine(1);
    },
  });
  await untilMembers(shipped.database, traders);
  return { shipped, miner: miner!, slugs, traders };
}

/** Traders that list and delist, in a process of their own. */
export interface RunningTraders {
  readonly child: Child;
  /** Trades so far. */
  count(): number;
  stop(): Promise<void>;
}

/** Resolves once they trade. `pauseMs` between two acts of each, in the mean. */
export async function startTraders(
  { shipped, traders }: Pick<LoadMarket, 'shipped' | 'traders'>,
  pauseMs: number,
): Promise<RunningTraders> {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-traders-'));
  const file = join(folder, 'traders.json');
  await writeFile(file, JSON.stringify(traders));
  const program = fileURLToPath(new URL('./load-traders.ts', import.meta.url));
  const args = [program, shipped.base, shipped.indexUrl, file, String(pauseMs)];
  const child = startChild(process.execPath, ['--import', 'tsx', '--conditions=source', ...args]);
  const stop = async () => {
    await child.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    while (!child.output().includes('ready')) {
      child.assertRunning();
      await sleep(200);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { child, count: () => Number(child.output().trim().split('\n').at(-1)), stop };
}

/** Waits until the service knows what the traders hold: it reads the collections on its first polls. */
async function untilMembers(database: string, traders: readonly LoadTrader[]): Promise<void> {
  const { db, close } = openPostgres(database, { poolSize: 1 });
  try {
    for (const { collectionSlug, inscriptionId } of traders)
      while ((await membersAmong(db, collectionSlug, [inscriptionId])).size === 0) await sleep(100);
  } finally {
    await close();
  }
}

async function makeWorld({ database, collectionsFile }: BeforeStart, miner: Miner): Promise<World> {
  const { db, close } = openPostgres(database, { poolSize: 1 });
  try {
    await migrate(db);
    const progress = () => undefined;
    const world = await createWorld(miner, { progress, addSource: (slug, id) => addSource(db, slug, id) });
    for (const collection of world.collections)
      await upsertCollection(db, { ...collection, createdAt: new Date() });
    const listed = world.collections.map(({ slug, kind, sources }) => ({ slug, kind, sources }));
    await writeFile(collectionsFile, JSON.stringify(listed));
    return world;
  } finally {
    await close();
  }
}
