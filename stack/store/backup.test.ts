/** `ordbook backup` in the middle of trades, and `ordbook restore` of what it wrote. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { ask, type Chain, startChain, startReplica, until } from '../edge/replica.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import { findPostgresClient } from '../real/parts.ts';
import { openTestDatabase } from '../real/test-database.ts';
import { type Market, openMarket } from './market.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const programs = findPostgresClient();
const database = await openTestDatabase();
const empty = await openTestDatabase();
const LISTINGS = 12;

/** Runs `ordbook` with these arguments; resolves to its exit code and its lines. */
const CONFIRMED = ['--yes', '--reason', 'a test', '--as', 'ada'];

function ordbook(url: string, ...args: string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [ORDBOOK, ...args], {
      env: { PATH: `${programs}:${process.env['PATH']}`, NETWORK: 'regtest', DATABASE_URL: url },
    });
    let text = '';
    const keep = (chunk: Buffer) => {
      text += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

describe.runIf(programs && database && empty)('a backup made in the middle of trades', () => {
  let chain: Chain;
  let service: Awaited<ReturnType<typeof startReplica>>;
  let market: Market;
  let folder: string;
  let file: string;
  const bought = new Map<string, string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-backup-'));
    file = join(folder, 'ordbook.dump');
    chain = await startChain();
    service = await startReplica(chain, {
      DATABASE_URL: database!.url,
      ANCHOR_POOL_TARGET: '10',
      FAILURE_DEPTH: '1',
    });
    service.ledFollower.start();
    market = await openMarket(
      service.ctx,
      chain,
      LISTINGS,
      async (members) => (await ask(database!.url, 'select 1 from collection_members')).length >= members,
    );
    // the last two stay open
    const trading = (async () => {
      for (let i = 0; i < LISTINGS - 2; i += 1)
        bought.set(market.listings[i]!.listingId, (await market.buy(i))!);
    })();
    await until('some purchases are made', async () => bought.size >= 3, 60_000);
    expect(await ordbook(database!.url, 'backup', file)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/wrote .*: \d+\.\d MB, up to block \d+/) as string,
    });
    await trading;
    await market.mine(2);
  });
  afterAll(async () => {
    await service?.close();
    await chain?.close();
    await rm(folder, { recursive: true, force: true });
    await database?.drop();
    await empty?.drop();
  });

  test('is readable by its user alone, and replaces no file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await ordbook(database!.url, 'backup', file);
    expect(again).toMatchObject({
      code: 1,
      text: expect.stringContaining('a backup replaces no file') as string,
    });
  });

  test('is not loaded into a database that has tables', async () => {
    const { code, text } = await ordbook(database!.url, 'restore', file, ...CONFIRMED);
    expect(code).toBe(1);
    expect(text).toContain('is not empty');
  });

  test('that is damaged loads nothing', async () => {
    const broken = join(folder, 'broken.dump');
    await writeFile(broken, 'no backup');
    const { code, text } = await ordbook(empty!.url, 'restore', broken, ...CONFIRMED);
    expect(code).toBe(1);
    expect(text).toContain('pg_restore failed');
    expect(await ask(empty!.url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  test('is restored: every purchase is a sale again, what was open has ended, and the audit finds nothing', async () => {
    await service.close();
    const { code, text } = await ordbook(empty!.url, 'restore', file, ...CONFIRMED);
    expect(text).toMatch(/restored; \d+ open listings and offers were ended/);
    expect(code).toBe(0);
    const restored = await startReplica(chain, {
      DATABASE_URL: empty!.url,
      ANCHOR_POOL_TARGET: '10',
      FAILURE_DEPTH: '1',
    });
    try {
      restored.ledFollower.start();
      const { ctx } = restored;
      const sold = async () => {
        const rows = await ctx.db.selectFrom('sales').select(['txid', 'state', 'saleType']).execute();
        return rows.filter(({ state, saleType }) => state === 'confirmed' && saleType === 'internal');
      };
      await until('every purchase is a sale', async () => (await sold()).length >= bought.size, 60_000);
      expect(new Set((await sold()).map(({ txid }) => txid))).toEqual(new Set(bought.values()));
      const live = await ctx.db
        .selectFrom('listings')
        .select('id')
        .where('state', 'in', ['buyable', 'pending_public'])
        .execute();
      expect(live).toEqual([]);
      await chain.miner.mine(1);
      const parts = { chain: ctx.chain, ordinals: ctx.ordinals, db: ctx.db, clock: ctx.clock };
      await until('the audit finds nothing', async () => {
        const { findings } = await audit(
          { ...parts, network: 'regtest', failureDepth: 1 },
          { pauseMs: 1_000 },
        );
        return findings.length === 0;
      });
    } finally {
      await restored.close();
    }
  });
});
