import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode, startRpcServer } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AuditCommandOptions, reportText, runAudit } from '../../src/cli/audit.ts';
import { openPglite } from '../../src/store/database/pglite.ts';
import { fillDataDirectory } from '../support/database.ts';
import { ownIndex } from '../support/desk.ts';

/** A node of regtest that never moves, and the embedded database of a service that follows it. */
let folder: string;
let env: Record<string, string>;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-audit-'));
  const node = createNode();
  const rpc = await startRpcServer({ node, port: 0 });
  const index = await ownIndex(node.call);
  await index.caughtUp();
  closing.push(rpc.close, index.close, () => rm(folder, { recursive: true }));
  const DATA_DIR = join(folder, 'data');
  await fillDataDirectory(DATA_DIR);
  env = { NETWORK: 'regtest', CHAIN_RPC_URL: rpc.url, ORD_URL: index.url, DATA_DIR, POLL_MS: '50' };
  const { db, close } = await openPglite({ dataDir: DATA_DIR });
  const hash = (await node.call('getbestblockhash')) as string;
  await db.insertInto('blocks').values({ height: 0, hash, blockTime: new Date() }).execute();
  await close();
}, 120_000);
afterAll(async () => {
  for (const close of closing) await close();
});

async function run(options: AuditCommandOptions, more: Record<string, string> = {}) {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const code = await runAudit(options, { ...env, ...more });
    return { code, out: out.mock.calls.join(''), err: err.mock.calls.join('') };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

describe('ordbook audit', { timeout: 60_000 }, () => {
  test('ends with 0 where nothing is found, and says what it examined', async () => {
    const { code, out, err } = await run({});
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(/^no findings at height 0; examined 1 blocks, 0 purchases, /);
    expect(out).toContain(', 0 custody proofs');
  });

  test('ends with 1 on findings, which it prints as JSON on request', async () => {
    const { db, close } = await openPglite({ dataDir: env['DATA_DIR']! });
    const id = '00000000-0000-4000-8000-000000000001';
    const coin = { txid: 'ab'.repeat(32), vout: 0, valueSats: 1_000, createdAt: new Date() };
    await db
      .insertInto('anchors')
      .values({ id, ...coin, state: 'assigned' })
      .execute();
    await close();
    const { code, out } = await run({ json: true });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      height: 0,
      findings: [{ code: 'stranded_coin', outpoint: `${'ab'.repeat(32)}:0`, txid: null }],
    });
  });

  test('ends with 2 and one sentence when the node is unreachable', async () => {
    const { code, out, err } = await run({}, { CHAIN_RPC_URL: 'http://user:password@127.0.0.1:1' });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^ordbook: the audit could not finish: .*node.*\n$/);
  });

  test('ends with 2 when a setting or an option is wrong', async () => {
    expect(await run({}, { ORD_URL: '' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('ORD_URL'),
    });
    expect(await run({ since: 'x' })).toMatchObject({ code: 2, err: expect.stringContaining('--since') });
    expect(await run({}, { DATA_DIR: '' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('DATABASE_URL'),
    });
  });

  test('prints each finding with its coin and its way out', () => {
    const text = reportText({
      height: 7,
      rows: { purchases: 2 },
      findings: [
        {
          code: 'wrong_cost',
          subject: 'purchase 1',
          txid: 'cd',
          outpoint: 'cd:1',
          message: 'the buyer paid 5',
          fix: 'settle it',
        },
      ],
    });
    expect(text).toBe(
      'wrong_cost  purchase 1: the buyer paid 5\n  txid cd, coin cd:1\n  → settle it\n1 findings at height 7; examined 2 purchases\n',
    );
  });
});
