/**
 * Each alert of `deploy/prometheus/rules.yml`, fired by its cause: the real part is stopped, slowed or filled, the
 * metrics are those of the running service, and promtool evaluates the shipped rules. What fires is all that fires.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { walletOf } from '../../sandbox/src/keys.ts';
import { storedTip } from '../../server/src/store/chain/blocks.ts';
import { tellEvent } from '../../server/test/support/tell-event.ts';
import { until } from '../edge/replica.ts';
import { signIn } from '../edge/sign-in.ts';
import { freePort, startChild, waitUntilReady } from '../real/child.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import {
  findBitcoind,
  findOrd,
  findPostgres,
  findPostgresClient,
  findPrometheus,
  findPromtool,
} from '../real/parts.ts';
import { withClient } from '../real/postgres.ts';
import { type Market, openMarket } from '../store/market.ts';
import { serviceOfVersion } from './other-version.ts';
import { alertsAfter, firesInPrometheus, type Phase, type Scrape, scrape } from './scrapes.ts';
import { openWorld, type World } from './world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const promtool = findPromtool();
const postgres = findPostgres();
const hasAll = promtool && findBitcoind() && findOrd() && postgres && postgres.kind !== 'given';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DAY = 24 * 60;
const run = promisify(execFile);

let world: World;
let market: Market;
/** Of a client who has signed in. */
let token: string;
/** With everything in order. */
let well: Scrape;
const fired = new Set<string>();

const now = () => scrape('ordbook', world.url);
/** The alerts at the end of the phases; they are noted as fired. */
async function alerts(...phases: readonly Phase[]): Promise<string[]> {
  const names = await alertsAfter(promtool!.path, ...phases);
  for (const name of names) fired.add(name);
  return names;
}
const value = async (name: string) =>
  [...(await now()).series].find(([series]) => series.startsWith(name))?.[1] ?? null;
/** Waits until the metrics are so, e.g. because the next look at a part has found it. */
const seen = (name: string, holds: (value: number | null) => boolean) =>
  until(name, async () => holds(await value(name)), 90_000);
const isUp = (part: string, up: 0 | 1) => async () =>
  [...(await now()).series].some(([series, is]) => series.includes(`part="${part}"`) && is === up);
const query = (statement: string) => withClient(world.postgres.url, (client) => client.query(statement));

/** Kills the node once its blocks are on its disk: an index that has read a block that is lost stays on its branch. */
async function crashNode(): Promise<void> {
  await world.node.call('gettxoutsetinfo', ['none']);
  await world.node.crash();
}

/** Holds a lock on a table while `work` runs. */
const whileLocked = (lock: string, work: () => Promise<void>) =>
  withClient(world.postgres.url, async (client) => {
    await client.query('begin');
    await client.query(`lock table ${lock} mode`);
    await work();
    await client.query('rollback');
  });

const sales = (limit: number) =>
  fetch(`${world.url}/api/v1/sales?limit=${limit}`, { headers: { authorization: `Bearer ${token}` } });

/** A subscriber of `GET /events` that reads no more than the beginning. */
async function subscribe(): Promise<Socket> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /events HTTP/1.1\r\nHost: alerts\r\n\r\n');
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toContain('200 OK');
  return socket.pause();
}

async function certificate(path: string, days: number): Promise<void> {
  const notAfterDate = new Date(Date.now() + days * DAY * 60_000);
  const made = await generate([{ name: 'commonName', value: 'x' }], { keyType: 'ec', notAfterDate });
  await writeFile(path, made.cert);
}

async function audited(): Promise<void> {
  const name = 'ordbook_audit_ended_timestamp_seconds';
  const before = await value(name);
  const answer = await world.service.admin.inject({
    ...{ method: 'POST', url: '/v1/audit', payload: { reason: 'a test' } },
    headers: { authorization: `Bearer ${'ab'.repeat(32)}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  await seen(name, (is) => is !== null && is !== before);
}

describe.runIf(hasAll)('an alert is fired', () => {
  beforeAll(async () => {
    world = await openWorld();
    await certificate(world.certificates.service, 90);
    await certificate(world.certificates.signer, 90);
    ({ sessionToken: token } = await signIn(world, walletOf('alerts', 'p2wpkh')));
  });
  afterAll(() => world?.close());

  test('by a pool without coins', async () => {
    const { ctx } = world.service;
    await until('the first block', async () => (await storedTip(ctx.db)) !== null, 60_000);
    await seen('ordbook_pool_target_coins', (target) => target === 40);
    expect(await alerts([await now(), 35])).toEqual(['OrdbookPoolLow']);
    market = await openMarket(ctx, { miner: world.miner } as never, 8, async (members) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from inscriptions`.execute(ctx.db);
      return rows[0]!.n >= members;
    });
    await seen('ordbook_pool_ready_coins', (ready) => ready! >= 20);
  });

  test('by nothing while all is well, and by time alone where something should have been done in it', async () => {
    well = await now();
    expect(await alerts([well, 60])).toEqual([]);
    const stands = 'OrdbookChainStands';
    expect(await alerts([well, 130])).toEqual([stands]);
    expect(await alerts([well, 2 * DAY + 60])).toEqual(['OrdbookBackupOld', stands, 'OrdbookNeverAudited']);
    await market.mine();
    expect(await alerts([well, 100], [await now(), 100])).toEqual([]);
    await audited();
    expect(await alerts([await now(), 2 * DAY + 60])).toEqual([
      'OrdbookAuditMissing',
      'OrdbookBackupOld',
      stands,
    ]);
  });

  test.runIf(findPostgresClient())('by no backup for two days, and not after one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-alerts-'));
    const args = [ORDBOOK, 'backup', join(folder, 'dump')];
    const PATH = `${findPostgresClient()}:${process.env['PATH']}`;
    await run(process.execPath, args, {
      env: { PATH, NETWORK: 'regtest', DATABASE_URL: world.postgres.url },
    });
    await rm(folder, { recursive: true });
    await seen('ordbook_backup_ended', (ended) => ended !== null);
    const scraped = await now();
    expect(await alerts([scraped, 2 * DAY - 60])).not.toContain('OrdbookBackupOld');
    expect(await alerts([scraped, 2 * DAY + 60])).toContain('OrdbookBackupOld');
  });

  test('by a certificate that expires, of the service and of a signer', async () => {
    for (const holder of ['service', 'signer'] as const) {
      const path = world.certificates[holder];
      await certificate(path, 20);
      await sleep(1_100);
      expect(await alerts([well, 30], [await now(), 30])).toEqual(['OrdbookCertificateExpires']);
      await certificate(path, 90);
    }
    await sleep(1_100);
    expect(await alerts([await now(), 30])).toEqual([]);
  });

  test('by a node that is gone', async () => {
    await crashNode();
    await until('it is missed', isUp('node', 0), 60_000);
    expect(await alerts([well, 30], [await now(), 30])).toEqual(['OrdbookPartDown']);
    await world.node.resume();
    await until('it is back', isUp('node', 1), 60_000);
  });

  test('by a signer that hangs', async () => {
    process.kill(world.signer().pid!, 'SIGSTOP');
    await until('it is missed', isUp('signer', 0), 90_000);
    expect(await alerts([well, 30], [await now(), 30])).toEqual(['OrdbookPartDown']);
    process.kill(world.signer().pid!, 'SIGCONT');
    await until('it is back', isUp('signer', 1), 90_000);
  });

  test('by an index that is gone, and by one that is behind', async () => {
    const { height } = (await storedTip(world.service.ctx.db))!;
    await world.index.crash();
    await until('it is missed', isUp('index', 0), 60_000);
    expect(await alerts([well, 30], [await now(), 30])).toEqual(['OrdbookPartDown']);
    await world.index.resume([`--height-limit=${height + 1}`]);
    await until('it is back', isUp('index', 1), 60_000);
    await world.miner.mine(4);
    await seen('ordbook_follower_height', (follower) => follower! >= height + 4);
    expect(await alerts([well, 30], [await now(), 30])).toEqual(['OrdbookIndexBehind']);
    await world.index.crash();
    await world.index.resume();
    await world.index.caughtUp();
  });

  test('by two indexes that differ', async () => {
    const { rows } = await sql<{ id: string }>`select id from inscriptions limit 1`.execute(
      world.service.ctx.db,
    );
    const lie = (one: { id?: string; satpoint?: string }) =>
      one.id === rows[0]!.id ? { ...one, satpoint: `${'ab'.repeat(32)}:0:0` } : one;
    world.second.lie = (body) => {
      if (!body.includes(rows[0]!.id)) return body;
      const said = JSON.parse(body) as object | object[];
      return JSON.stringify(Array.isArray(said) ? said.map(lie) : lie(said));
    };
    await market.mine();
    const differs = async () => {
      const { series } = await now();
      return [...series].some(([name, count]) => name.startsWith('ordbook_index_differences') && count > 0);
    };
    try {
      await until('it is noticed', differs, 60_000);
      expect(await alerts([well, 30], [await now(), 30])).toEqual(['OrdbookIndexesDiffer']);
    } finally {
      world.second.lie = (body) => body;
    }
    await until('they agree again', async () => !(await differs()), 60_000);
  });

  test('by a database that is gone, and by one that hangs', async () => {
    const { halt, resume, freeze, thaw } = world.postgres.outage!;
    await halt();
    await seen('ordbook_leader', (leader) => leader === 0);
    const gone = await alerts([well, 30], [await now(), 30]);
    await resume();
    expect(gone).toEqual(['OrdbookNoLeader']);
    await seen('ordbook_leader', (leader) => leader === 1);
    const stream = await subscribe();
    await freeze();
    try {
      // events cannot be read for more than half a minute
      await sleep(32_000);
      const hangs = await alerts([well, 30], [await now(), 30]);
      expect(hangs).toEqual(expect.arrayContaining(['OrdbookEventsLate', 'OrdbookNoLeader']));
    } finally {
      thaw();
      stream.destroy();
    }
    await seen('ordbook_event_lag_seconds', (lag) => lag! < 30);
    await seen('ordbook_leader', (leader) => leader === 1);
  });

  test('by a database that is slow', async () => {
    const before = await now();
    const slow: Promise<unknown>[] = [];
    await whileLocked('sales in access exclusive', async () => {
      for (let i = 0; i < 5; i += 1) slow.push(sales(i + 1));
      await sleep(4_000);
    });
    await Promise.all(slow);
    await sleep(1_100);
    expect(await alerts([before, 30], [await now(), 30, { since: before }])).toEqual(['OrdbookSlow']);
  });

  test('by a follower that cannot write', async () => {
    await whileLocked('blocks in share row exclusive', async () => {
      await world.miner.mine(4);
      await seen('ordbook_node_height', (height) => height! >= 4);
      await sleep(1_100);
      expect(await alerts([well, 30], [await now(), 30])).toEqual(['OrdbookFollowerBehind']);
    });
    await market.mine();
  });

  test('by a route that finds a table missing', async () => {
    const before = await now();
    await query('alter table sales rename to sales_gone');
    const answer = await sales(7);
    await query('alter table sales_gone rename to sales');
    expect(answer.status).toBe(500);
    await sleep(1_100);
    expect(await alerts([before, 30], [await now(), 10])).toEqual(['OrdbookBugs']);
  });

  test('by a package that no block takes, and by one that the node does not have', async () => {
    const { chain } = world.service.ctx;
    expect(await market.buy(0)).not.toBeNull();
    const pending = await now();
    await world.miner.mineOnly([]);
    await market.mine(0);
    await sleep(1_100);
    const later = await now();
    const empty = Array.from({ length: 3 }, (_, i): Phase => [i % 2 ? pending : later, 100]);
    expect(await alerts([pending, 100], ...empty)).toEqual(['OrdbookPackagePends']);
    await market.mine();
    // it stops between its consent and the package
    const { submitPackage } = chain;
    Object.assign(chain, {
      submitPackage: async (transactions: readonly string[]) => {
        await crashNode();
        return submitPackage(transactions);
      },
    });
    await market.buy(1);
    await until('the node is missed', isUp('node', 0), 60_000);
    expect(await alerts([well, 10], [await now(), 90])).toEqual(['OrdbookPackageWaits', 'OrdbookPartDown']);
    Object.assign(chain, { submitPackage });
    await world.node.resume();
    await until('the node is back', isUp('node', 1), 60_000);
    await market.mine();
  });

  test('by a price that somebody changes in the database', async () => {
    const change = (by: number) =>
      query(
        `update listings set price_sats = price_sats + ${by} where id = '${market.listings[2]!.listingId}'`,
      );
    await change(1);
    await audited();
    expect(await alerts([await now(), 20])).toEqual(['OrdbookAuditFindings']);
    const programs = findPrometheus();
    if (programs) await firesInPrometheus(programs, world.url, 'OrdbookAuditFindings');
    await change(-1);
    await audited();
    expect(await alerts([await now(), 20])).toEqual([]);
  });

  test('by a signer that has signed as much as it may', async () => {
    expect(await market.buy(4)).not.toBeNull();
    await market.mine();
    await world.restartSigner({ SIGNER_PACKAGES_PER_HOUR: '1' });
    await until('it is back', isUp('signer', 1), 60_000);
    expect(await alerts([await now(), 20])).toEqual(['OrdbookSignerLimitNear']);
  });

  test('by a service that asks a signer for what its rules forbid', async () => {
    // to the service it pays the marketplace, to the signer somebody else
    await world.restartSigner({ FEE_ADDRESS: walletOf('else', 'p2wpkh').payment.address });
    const before = await now();
    expect(await market.buy(3)).toBeNull();
    await seen('ordbook_signer_refusals_total', (count) => count === 1);
    await until('it is back', isUp('signer', 1), 60_000);
    expect(await alerts([before, 20], [await now(), 10])).toEqual(['OrdbookSignerRefuses']);
    await world.restartSigner();
  });

  test('by subscribers that do not read', async () => {
    const before = await now();
    const streams = await Promise.all(Array.from({ length: 60 }, subscribe));
    const hash = 'ab'.repeat(100_000);
    for (let height = 1; height <= 60; height += 1)
      await tellEvent(world.service.ctx.db, {
        ...{ type: 'block.applied', subject: 'chain', audience: 'public' },
        state: { height, hash, time: new Date() },
      });
    await seen('ordbook_event_streams_ended_total', (ended) => ended === 60);
    for (const stream of streams) stream.destroy();
    expect(await alerts([before, 30], [await now(), 10])).toEqual(['OrdbookSubscribersDropped']);
  });

  test('by a replica of another version', async () => {
    const later = await serviceOfVersion('99.0.0');
    const port = await freePort();
    const other = startChild(process.execPath, [later.main, 'start'], {
      bareEnv: true,
      env: { ...world.env, PORT: String(port) },
    });
    const url = `http://127.0.0.1:${port}`;
    try {
      await waitUntilReady(other, () => fetch(`${url}/livez`));
      const both = await scrape('ordbook', world.url, url);
      expect(await alerts([both, 20])).toEqual([]);
      expect(await alerts([both, 40])).toEqual(['OrdbookVersionsDiffer']);
    } finally {
      await other.stop();
      await later.remove();
    }
  });

  test.runIf(findPrometheus())('by a disk that is full', async ({ skip }) => {
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-disk-'));
    const [image, disk] = [join(folder, 'image'), join(folder, 'disk')];
    const shell = (command: string) => run('sh', ['-c', command], { cwd: folder });
    const isMounted = await shell(
      `truncate -s 32M ${image}; mkfs.ext4 -q ${image}; mkdir ${disk}; mount -o loop ${image} ${disk}`,
    ).then(
      () => true,
      () => false,
    );
    if (!isMounted) return skip('no file system can be mounted here');
    const port = await freePort();
    const exporter = startChild(join(findPrometheus()!, 'prometheus-node-exporter'), [
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    const read = () => scrape('node', `http://127.0.0.1:${port}`);
    try {
      await waitUntilReady(exporter, async () => {
        if (![...(await read()).series.keys()].some((name) => name.includes(disk)))
          throw new Error('not there');
      });
      const before = await read();
      await shell(`fallocate -l 22M ${disk}/filler || head -c 22M /dev/zero >${disk}/filler`);
      expect(await alerts([before, 30])).toEqual([]);
      expect(await alerts([before, 30], [await read(), 20])).toEqual(['OrdbookDiskFull']);
    } finally {
      await exporter.stop();
      await shell(`umount ${disk}`);
      await rm(folder, { recursive: true });
    }
  });

  test('by a replica that is gone', async () => {
    const gone = await freePort();
    const both = await scrape('ordbook', world.url, `http://127.0.0.1:${gone}`);
    expect(await alerts([both, 10])).toContain('OrdbookDown');
  });

  test('and each has its row in the runbook', async () => {
    const rules = await readFile(join(ROOT, 'deploy/prometheus/rules.yml'), 'utf8');
    const guide = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
    const all = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
    for (const name of all) expect(guide).toContain(`| \`${name}\` |`);
    expect(all.filter((name) => !fired.has(name))).toEqual([]);
  });
});
