/**
 * Processes that write and processes that serve events are killed at random, while one subscriber follows,
 * from whichever replica is up, with the id of its last event. Each committed change of a sale is one event:
 * the versions of each sale must be 1, 2, 3, … without a gap, a repeat or a step back.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { insertExternalSales } from '../../server/src/store/sale/write-sales.ts';
import { type Subscriber, subscribe } from '../../server/test/support/event-stream.ts';
import { type Child, freePort, startChild } from '../real/child.ts';

const SALES = 20;
const REPLICAS = 2;
const WRITERS = 2;

export interface KillReport {
  readonly kills: number;
  readonly events: number;
  readonly connections: number;
  /** Sequence numbers that the subscriber got twice or in a wrong order. */
  readonly outOfOrder: number;
  /** Committed changes without their event, or with more than one. */
  readonly lost: number;
  readonly resets: number;
}

/** Plays `kills` kills on an empty database. */
export async function playKills(
  url: string,
  kills: number,
  note: (line: string) => void,
): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-kills-'));
  const programs = await bundled(folder);
  const store = openPostgres(url);
  await migrate(store.db);
  const sales = Array.from({ length: SALES }, (_, n) => {
    const txid = n.toString(16).padStart(64, '0');
    const places = { inscriptionId: `${txid}i0`, soldIds: [], collectionSlug: null, sellerAddress: null };
    const block = { soldAt: new Date(), blockHeight: 1 };
    return {
      txid,
      ...places,
      ...block,
      purchaseId: null,
      listingId: null,
      buyerAddress: null,
      priceSats: 1_000,
      priceUsd: 0,
    };
  });
  await insertExternalSales(store.db, sales);
  await store.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ports = await Promise.all(Array.from({ length: REPLICAS }, freePort));
  const replica = (i: number) => startChild(process.execPath, [programs.replica, url, String(ports[i])]);
  const writer = () => startChild(process.execPath, [programs.writer, url, String(SALES)]);
  const children: Child[] = [...ports.map((_, i) => replica(i)), ...Array.from({ length: WRITERS }, writer)];
  const follower = followFrom(ports);
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await sleep(Math.random() * 300);
      const i = Math.floor(Math.random() * children.length);
      await children[i]!.kill();
      children[i] = i < REPLICAS ? replica(i) : writer();
      if (kill % 100 === 0) note(`${kill} kills, ${follower.seen.length} events`);
    }
    for (const child of children.slice(REPLICAS)) await child.kill();
    // What a killed writer had begun ends with its connection.
    await sleep(1_000);
    const { rows } = await client.query<{ subject: string; version: number }>(
      `select 'sale:' || id as subject, price_usd as version from sales`,
    );
    const final = new Map(rows.map(({ subject, version }) => [subject, version]));
    const wanted = SALES + rows.reduce((sum, { version }) => sum + version, 0);
    const deadline = Date.now() + 30_000;
    while (follower.seen.length < wanted && Date.now() < deadline) await sleep(100);
    return reportOf(kills, final, await follower.stop());
  } finally {
    await follower.stop();
    for (const child of children) await child.kill();
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Seen {
  readonly sequence: number;
  readonly subject: string;
  readonly version: number;
}

interface Followed {
  readonly seen: readonly Seen[];
  readonly connections: number;
  readonly resets: number;
}

/** A subscriber that connects again, to another replica, from its last event, as often as it takes. */
function followFrom(ports: readonly number[]): { readonly seen: Seen[]; stop(): Promise<Followed> } {
  const seen: Seen[] = [];
  let connections = 0;
  let resets = 0;
  let lastEventId = '0-0';
  let isStopped = false;
  let current: Subscriber | null = null;
  const running = (async () => {
    while (!isStopped) {
      try {
        current = await subscribe(`http://127.0.0.1:${ports[connections % ports.length]}`, { lastEventId });
        connections += 1;
        let read = 0;
        let isOver = false;
        const over = current.ended
          .catch(() => undefined)
          .then(() => {
            isOver = true;
          });
        while (!isStopped) {
          for (const one of current.frames.slice(read)) {
            read += 1;
            if (one.id !== null) lastEventId = one.id;
            if (one.name === 'message') seen.push(one.data);
            if (one.name === 'reset') resets += 1;
          }
          if (isOver && read === current.frames.length) break;
          await Promise.race([over, sleep(20)]);
        }
        current.close();
      } catch {
        connections += 1;
        await sleep(20);
      }
    }
  })();
  return {
    seen,
    async stop() {
      isStopped = true;
      await running;
      current?.close();
      return { seen, connections, resets };
    },
  };
}

function reportOf(
  kills: number,
  final: ReadonlyMap<string, number>,
  { seen, connections, resets }: Followed,
): KillReport {
  const versions = new Map<string, number[]>();
  for (const { subject, version } of seen) versions.set(subject, [...(versions.get(subject) ?? []), version]);
  const outOfOrder = seen.filter(({ sequence }, i) => i > 0 && sequence <= seen[i - 1]!.sequence).length;
  let lost = 0;
  for (const [subject, version] of final) {
    const got = versions.get(subject) ?? [];
    for (let n = 0; n <= version; n++) if (got[n] !== n) lost += 1;
    lost += Math.max(0, got.length - version - 1);
  }
  return { kills, events: seen.length, connections, outOfOrder, lost, resets };
}

async function bundled(folder: string): Promise<{ replica: string; writer: string }> {
  const at = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  await build({
    entryPoints: [at('replica'), at('writer')],
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return { replica: join(folder, 'replica.mjs'), writer: join(folder, 'writer.mjs') };
}
