import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { walletOf } from '../../sandbox/src/keys.ts';
import { serveSigner } from '../../server/src/signer/transport/process.ts';
import { type Child, freePort, startChild, waitUntilReady } from '../real/child.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import { openTestDatabase } from '../real/test-database.ts';
import { ask, type Chain, leaders, startChain, until } from './replica.ts';

vi.setConfig({ testTimeout: 120_000 });

/** After a leader died: PostgreSQL frees its lock as soon as its connections have ended. */
const AFTER_DEATH_MS = 1_000;
/** After a leader hung: its lease expires first. */
const AFTER_HANG_MS = 5_000;

describe.runIf(inject('postgresUrl'))('two processes of `ordbook start`', () => {
  let folder: string;
  let chain: Chain;
  let database: { url: string; drop(): Promise<void> };
  let signer: Awaited<ReturnType<typeof serveSigner>>;
  const children: Child[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-leader-'));
    chain = await startChain();
    database = (await openTestDatabase())!;
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    signer = await serveSigner(chain.signer, { socketPath: join(folder, 'signer.sock'), log });
  });
  afterAll(async () => {
    for (const child of children) await child.stop();
    await signer?.close();
    await chain?.close();
    await database?.drop();
    if (folder) await rm(folder, { recursive: true });
  });

  async function start(): Promise<Child & { url: string }> {
    const port = await freePort();
    const env = {
      ...chain.env,
      DATABASE_URL: database.url,
      SIGNER_ENDPOINT: join(folder, 'signer.sock'),
      PORT: String(port),
      LIMIT_SCALE: '1000',
    };
    const child = startChild(process.execPath, [ORDBOOK, 'start'], { env, bareEnv: true });
    children.push(child);
    await waitUntilReady(child, () => fetch(`http://127.0.0.1:${port}/openapi.json`));
    return { ...child, url: `http://127.0.0.1:${port}` };
  }

  const leads = async () => (await leaders(database.url)).length === 1;
  async function isFollowed(height: number): Promise<boolean> {
    const rows = await ask<{ height: number }>(database.url, 'select max(height) as height from blocks');
    return (rows[0]?.height ?? -1) >= height;
  }
  async function holder(): Promise<string | null> {
    const rows = await ask<{ holder: string | null }>(database.url, 'select holder from leadership');
    return rows[0]!.holder;
  }
  /** Notes which connection stores each block and each step of a purchase from now on. */
  async function noteWriters(): Promise<void> {
    await ask(database.url, 'create table writers (name text, at timestamptz default clock_timestamp())');
    await ask(
      database.url,
      `create function note_writer() returns trigger language plpgsql as $$ begin
         insert into writers (name) values (current_setting('application_name')); return null; end $$`,
    );
    for (const table of ['blocks', 'inscription_moves', 'auth_requests', 'anchors', 'floor_snapshots'])
      await ask(
        database.url,
        `create trigger note_writer after insert or update or delete on ${table} execute function note_writer()`,
      );
  }
  const writesBy = async (name: string) =>
    Number(
      (await ask<{ count: string }>(database.url, 'select count(*) from writers where name = $1', [name]))[0]!
        .count,
    );

  let first: Child & { url: string };
  let second: Child & { url: string };

  test('follow the chain in turn: when the leading one is killed the other takes over within a second', async () => {
    first = await start();
    await until('the first leads', leads);
    second = await start();
    const before = await chain.miner.mine(1);
    await until('the first follows', () => isFollowed(before.height));
    const led = await holder();

    const killed = Date.now();
    await first.kill();
    const { height } = await chain.miner.mine(2);
    await until('the second follows', async () => (await holder()) !== led && isFollowed(height));
    const took = Date.now() - killed;
    process.stdout.write(`after kill -9, the next leader had the new blocks after ${took} ms\n`);
    expect(took).toBeLessThan(AFTER_DEATH_MS);
    expect(await leads()).toBe(true);
  });

  test('when the leading one hangs in a transaction the other takes over within five seconds, and the one that wakes up late writes nothing', async () => {
    first = await start();
    await noteWriters();
    const hung = await holder();
    const places = new pg.Client({ connectionString: database.url });
    await places.connect();
    // the leader waits for this lock inside its transaction, stops there, and then has the lock
    await places.query('select pg_advisory_lock(7263043)');
    const { height } = await chain.miner.mine(1);
    await until('the leader waits in its transaction', async () => {
      const rows = await ask(
        database.url,
        `select 1 from pg_stat_activity where application_name = $1 and wait_event = 'advisory'`,
        [`ordbook ${hung}`],
      );
      return rows.length > 0;
    });
    process.kill(second.pid!, 'SIGSTOP');
    await ask(database.url, 'truncate writers');
    await places.end();

    const following = until('the other follows', () => isFollowed(height));
    const answers = await askUntil(first.url, following);
    const took = await following;
    process.stdout.write(
      `after SIGSTOP in a transaction, the next leader had the new block after ${took} ms; ` +
        `the other replica answered ${answers.count} requests meanwhile, the slowest in ${answers.slowestMs} ms\n`,
    );
    expect(took).toBeLessThan(AFTER_HANG_MS);
    expect(answers.statuses).toEqual(new Set([200]));
    const next = await holder();
    expect(next).not.toBe(hung);

    process.kill(second.pid!, 'SIGCONT');
    const last = await chain.miner.mine(3);
    await until('the new leader follows', () => isFollowed(last.height));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await writesBy(`ordbook ${hung}`)).toBe(0);
    expect(await writesBy(`ordbook ${next}`)).toBeGreaterThan(0);
    expect(await holder()).toBe(next);

    // the one that woke up stands again
    await first.stop();
    const { height: later } = await chain.miner.mine(1);
    await until('it leads again', async () => (await holder()) === hung && isFollowed(later));
  });
});

/** Health, a read and a write in turn until `end` resolves. */
async function askUntil(url: string, end: Promise<unknown>) {
  const wallet = walletOf('leader', 'p2wpkh');
  const body = JSON.stringify({
    ordinalsAddress: wallet.ordinals.address,
    paymentAddress: wallet.payment.address,
  });
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const statuses = new Set<number>();
  let count = 0;
  let slowestMs = 0;
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const [path, init] of [['/healthz'], ['/api/v1/auth/challenge', post]] as const) {
      const started = Date.now();
      statuses.add((await fetch(`${url}${path}`, init)).status);
      slowestMs = Math.max(slowestMs, Date.now() - started);
      count += 1;
    }
  }
  return { statuses, count, slowestMs };
}
