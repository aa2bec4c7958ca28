/**
 * An operator's second month, on the layout of docs/growth.md: three replicas behind the shipped proxy,
 * PostgreSQL with a synchronous standby, limits in Redis. Every part is real and a process of its own. One
 * thing happens after another; each fires its alert, has its sentence, and is followed by a trade.
 */
import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyOf } from '../../sandbox/src/keys.ts';
import { ask, until } from '../edge/replica.ts';
import { serviceOfVersion } from '../monitoring/other-version.ts';
import { alertsAfter, type Phase, type Scrape, scrape } from '../monitoring/scrapes.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import {
  findBitcoind,
  findDeployTools,
  findOrd,
  findPostgres,
  findPostgresClient,
  findPromtool,
  findRedis,
} from '../real/parts.ts';
import { type Postgres, startPostgres } from '../real/postgres.ts';
import { type PostgresPair, startPostgresPair } from '../real/postgres-pair.ts';
import { rounds } from '../rounds.ts';
import { allReady, type Market } from '../soak/market.ts';
import { type Layout, openLayout } from './layout.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const [promtool, tools, client, postgres] = [
  findPromtool(),
  findDeployTools(),
  findPostgresClient(),
  findPostgres(),
];
const hasAll = promtool && tools && client && findBitcoind() && findOrd() && findRedis();
const run = promisify(execFile);
const BY = ['--yes', '--reason', 'a test', '--as', 'ann'];
const DAY = 24 * 60;
const READ_SECONDS = rounds(8, 4);

describe.runIf(hasAll && postgres && postgres.kind !== 'given')("an operator's second month", () => {
  const report: { event: string; alert: string; sentence: string; trading: string }[] = [];
  const figures: string[] = [];
  let folder: string;
  let pair: PostgresPair;
  let elsewhere: Postgres | undefined;
  let before: Awaited<ReturnType<typeof serviceOfVersion>>;
  let layout: Layout;
  let market: Market;
  let well: Scrape;

  const now = () => scrape('ordbook', ...market.services.map((service) => service.url));
  const alerts = (...phases: readonly Phase[]) => alertsAfter(promtool!.path, ...phases);
  const ordbook = async (...args: string[]) => {
    const { code, output } = await market.ordbook(...args);
    expect(code, output).toBe(0);
    return output;
  };
  /** What the health of a replica says of a part. */
  const says = async (part: string, replica = 0): Promise<string> => {
    const answer = await fetch(`${market.services[replica]!.url}/healthz`).catch(() => null);
    const body = (await answer?.json().catch(() => null)) as {
      parts?: Record<string, { detail: string }>;
    } | null;
    return body?.parts?.[part]?.detail ?? '';
  };
  /** One thing of the month: what fired, what was said. A trade afterwards shows that it is over. */
  async function happened(event: string, fired: readonly string[], sentence: string, trades = true) {
    const trading = trades ? `a trade ${Math.round(await layout.trade())} ms` : 'paused';
    report.push({ event, alert: fired.join(', '), sentence, trading });
  }

  beforeAll(async () => {
    vi.stubEnv('PATH', `${client}:${process.env['PATH']}`);
    folder = await mkdtemp(join(tmpdir(), 'ordbook-month-'));
    if (!postgres || postgres.kind === 'given') return;
    pair = await startPostgresPair(postgres);
    // tables that change are upgraded in stack/install
    before = await serviceOfVersion('0.0.9');
    const env = { DATABASE_URL: pair.url, DATABASE_STANDBYS: 'synchronous' };
    layout = await openLayout({ tools: tools!, folder, main: before.main, env });
    market = layout.market;
  });

  afterAll(async () => {
    await layout?.close();
    await elsewhere?.stop();
    await pair?.stop();
    await before?.remove();
    await run('umount', ['-l', join(folder, 'disk')]).catch(() => undefined);
    if (folder) await rm(folder, { recursive: true, force: true });
    vi.unstubAllEnvs();
    const lines = report.map(
      (row) => `| ${row.event} | ${row.alert || 'none'} | ${row.sentence} | ${row.trading} |`,
    );
    process.stdout.write(
      `\n| what happens | alert | sentence | then |\n|---|---|---|---|\n${lines.join('\n')}\n${figures.join('\n')}\n`,
    );
  });

  test('three replicas trade, and nothing fires', async () => {
    figures.push(`listing and purchase: ${Math.round(await layout.trade())} ms`);
    figures.push(`reads through the proxy: ${await layout.reads(READ_SECONDS)}`);
    figures.push(`reads of one replica: ${await layout.reads(READ_SECONDS, market.services[0]!.url)}`);
    well = await now();
    const fired = await alerts([well, 60]);
    expect(fired).toEqual([]);
    await happened('three replicas trade', fired, await says('database'));
  });

  test('they are upgraded from another version, one by one, and no read fails', async () => {
    let isDone = false;
    const statuses: number[] = [];
    const reading = (async () => {
      while (!isDone) {
        statuses.push(await layout.read());
        await sleep(100);
      }
    })();
    let fired: string[] = [];
    for (const [i, service] of market.services.entries()) {
      await service.crash();
      await service.resume(ORDBOOK);
      await allReady([service]);
      if (i === 0) fired = await alerts([await now(), 40]);
    }
    isDone = true;
    await reading;
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(fired).toEqual(['OrdbookVersionsDiffer']);
    expect(await alerts([await now(), 40])).toEqual([]);
    await happened('an upgrade, replica by replica', fired, `${statuses.length} reads, all 200`);
  });

  test('a replica is lost, and the proxy leaves it out', async () => {
    await market.services[2]!.crash();
    await sleep(5_000);
    const fired = await alerts([well, 30], [await now(), 30]);
    expect(await Promise.all(Array.from({ length: 20 }, layout.read))).toEqual(Array(20).fill(200));
    await market.services[2]!.resume();
    await allReady(market.services);
    expect(fired).toEqual(['OrdbookDown']);
    await happened('a replica is lost', fired, 'its scrape fails; 20 of 20 reads are 200');
  });

  test('a signer is lost', async () => {
    const signer = market.programs.find(({ name }) => name === 'market signer')!;
    await signer.crash();
    await until('it is missed', async () => /unreachable/.test(await says('signer')), 60_000);
    const sentence = await says('signer');
    const seen = async () =>
      [...(await now()).series].some(([name, is]) => name.includes('part="signer"') && is === 0);
    await until('the metrics have it', seen, 60_000);
    const fired = await alerts([well, 30], [await now(), 30]);
    await signer.resume();
    await allReady(market.services);
    expect(fired).toEqual(['OrdbookPartDown']);
    await happened('a signer is lost', fired, sentence);
  });

  test('the disk of the database is lost, and the standby takes over', async () => {
    const killed = performance.now();
    await pair.killPrimary();
    await until('it is missed', async () => /PostgreSQL|database/.test(await says('database')), 60_000);
    const leads = async () =>
      [...(await now()).series].some(([name, is]) => name.startsWith('ordbook_leader') && is === 1);
    await until('nobody leads', async () => !(await leads()), 60_000);
    const sentence = await says('database');
    const fired = await alerts([well, 30], [await now(), 30]);
    const promoting = performance.now();
    await pair.promote();
    expect(fired).toContain('OrdbookNoLeader');
    await layout.list();
    figures.push(
      `the next listing ${Math.round(performance.now() - promoting)} ms after the promotion, which came ${Math.round(promoting - killed)} ms after the loss`,
    );
    await allReady(market.services);
    await happened('the disk of the database is lost', fired, sentence);
  });

  test('the database is restored elsewhere', async () => {
    const fired = await alerts([await now(), 2 * DAY + 60]);
    expect(fired).toContain('OrdbookBackupOld');
    const dump = join(folder, 'ordbook.dump');
    market.settings['DATABASE_URL'] = pair.standby;
    await ordbook('backup', dump);
    for (const service of market.services) await service.crash();
    elsewhere = await startPostgres();
    const [{ data_directory: data }] = (await ask<{ data_directory: string }>(
      elsewhere.url,
      'show data_directory',
    )) as [{ data_directory: string }];
    const { uid, gid } = await stat(data);
    const space = join(folder, 'disk/space');
    await mkdir(join(folder, 'disk'));
    await run('chmod', ['755', folder]);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=128m,mode=0755', 'tmpfs', join(folder, 'disk')]);
    await mkdir(space);
    await chown(space, uid, gid);
    await ask(elsewhere.url, `create tablespace small location '${space}'`);
    await ask(elsewhere.url, 'create database restored tablespace small');
    market.settings['DATABASE_URL'] = elsewhere.url.replace(/\/postgres$/, '/restored');
    market.settings['DATABASE_STANDBYS'] = 'asynchronous';
    const restored = await ordbook('restore', dump, ...BY);
    for (const service of market.services) await service.resume();
    await allReady(market.services);
    await layout.mine();
    expect(await ordbook('audit')).toContain('no findings at height');
    const [sentence] = /\d+ open[^\n]*|[^\n]*ended[^\n]*/.exec(restored) ?? [restored.trim()];
    expect(await alerts([await now(), DAY])).not.toContain('OrdbookBackupOld');
    await happened('the database is restored elsewhere', ['OrdbookBackupOld'], sentence!);
  });

  test('a disk is full', async () => {
    const filler = join(folder, 'disk/filler');
    await run('sh', ['-c', `head -c 128M /dev/zero >${filler} || true`]);
    const full = 'the disk of PostgreSQL is full';
    await until(
      'health names it',
      async () => {
        await market.miner.mine(1);
        await sleep(500);
        const said = await Promise.all(market.services.map((_, i) => says('database', i)));
        return said.includes(full);
      },
      90_000,
    );
    const fired = await alerts([await now(), 30]);
    await rm(filler);
    await allReady(market.services);
    expect(fired).toContain('OrdbookPartDown');
    await happened('the disk of the database is full', fired, full);
  });

  test('a key is retired, and its coins leave', async () => {
    await layout.list();
    const output = await ordbook('keys', 'retire', ...BY);
    expect(output).toContain('1 open listings and offers end');
    await layout.mine(2);
    for (const service of market.services) await service.crash();
    const { address } = keyOf('treasury', 'p2wpkh');
    const sweep = ['--keys', join(market.folder, 'market.json'), '--to', address];
    expect(await ordbook('keys', 'sweep', ...sweep, ...BY)).toMatch(/Sent \d+ sats/);
    await market.miner.mine(1);
    for (const service of market.services) await service.resume();
    await layout.mine();
    let fired: string[] = [];
    const isFired = async () => {
      fired = await alerts([await now(), 35]);
      return fired.length > 0;
    };
    await until('every replica has seen that the anchors are gone', isFired, 60_000);
    expect(fired).toEqual(['OrdbookPoolLow']);
    // until the old key is forgotten, the steps are those of stack/install
    await happened('a key is retired', fired, '1 open listings and offers end', false);
  });

  test('each of these alerts has its row in the runbook', async () => {
    const guide = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    expect(report).toHaveLength(8);
    for (const { alert } of report)
      for (const name of alert.split(', ').filter(Boolean)) expect(guide).toContain(`| \`${name}\` |`);
  });
});
