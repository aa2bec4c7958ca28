import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storedBooks } from '../../src/cli/books.ts';
import { addPartnerCommands } from '../../src/cli/commands.ts';
import {
  addPartner,
  creditCollection,
  describePartners,
  editPartner,
  type PartnerOptions,
} from '../../src/cli/partners.ts';
import { openStore } from '../../src/composition/build-service.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { actsPage } from '../../src/store/operation/acts.ts';
import { makeCollection } from '../store/contract/rows.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { by } from '../support/operator.ts';
import { testAddress } from '../support/wallet.ts';

const settings = readSettings({ NETWORK: 'regtest' });
const payoutAddress = testAddress('partner', 'p2wpkh').address;
const ann: PartnerOptions = { name: 'ann', shareBps: '2500', payoutAddress };

describe('partners of the operator', () => {
  const database = freshDatabase();

  const add = (more: Partial<PartnerOptions> = {}) =>
    addPartner(database.db, by('agreed'), settings, { ...ann, ...more });
  const change = (more: Partial<PartnerOptions>) =>
    editPartner(database.db, by('agreed'), settings, { name: 'ann', ...more });

  test('are added active, and listed by name with what they get', async () => {
    await addPartner(database.db, by('agreed'), settings, { name: 'ben', shareBps: '2500' });
    await add();
    expect(await describePartners(storedBooks(database.db))).toEqual([
      `ann  active  2500 bps  ${payoutAddress}  paid in 0 purchases`,
      'ben  active  2500 bps  no address  paid in 0 purchases',
    ]);
    const lines = await describePartners(storedBooks(database.db), { json: true });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { name: 'ann', status: 'active', shareBps: 2500, payoutAddress, purchases: 0 },
      { name: 'ben', status: 'active', shareBps: 2500, payoutAddress: null, purchases: 0 },
    ]);
  });

  test('are none at first, which the list says, and as JSON is no line', async () => {
    expect(await describePartners(storedBooks(database.db))).toEqual([
      expect.stringMatching(/^no partners; /),
    ]);
    expect(await describePartners(storedBooks(database.db), { json: true })).toEqual([]);
  });

  test('change in what is given, and keep the rest', async () => {
    await add();
    expect(await change({ shareBps: '0' })).toBe(`ann  active  0 bps  ${payoutAddress}  paid in 0 purchases`);
    const now = await change({ status: 'inactive' });
    expect(now).toBe(`ann  inactive  0 bps  ${payoutAddress}  paid in 0 purchases`);
    expect(await describePartners(storedBooks(database.db))).toEqual([now]);
    expect(await actsPage(database.db, { before: null, limit: 9 })).toMatchObject([
      { act: 'change partner', subject: 'ann', before: { status: 'active' }, after: { status: 'inactive' } },
      { act: 'change partner', before: { shareBps: 2500 }, after: { shareBps: 0, payoutAddress } },
      { act: 'add partner', actor: 'ada', reason: 'agreed', before: null, after: { name: 'ann' } },
    ]);
  });

  test('are credited with the listings of a collection from then on; without a name nobody is', async () => {
    const creditedWith = async () =>
      (await database.db.selectFrom('collections').select('partnerId').executeTakeFirstOrThrow()).partnerId;
    await makeCollection(database.db, 'mice');
    await add();
    expect(await creditCollection(database.db, by('agreed'), { collection: 'mice', name: 'ann' })).toBe(
      'mice: listings from now on are credited to ann',
    );
    expect(await creditedWith()).toMatch(/^[0-9a-f-]{36}$/);
    expect(await creditCollection(database.db, by('agreed'), { collection: 'mice' })).toMatch(
      /credited to nobody$/,
    );
    expect(await creditedWith()).toBeNull();
    const [last] = await actsPage(database.db, { before: null, limit: 1 });
    expect(last).toMatchObject({ act: 'credit collection', subject: 'mice', after: { partnerId: null } });
  });

  test.each<[string, Partial<PartnerOptions>, RegExp]>([
    ['a share above the whole', { shareBps: '10001' }, /^--share-bps is 10001; .* 0 to 10,000$/],
    [
      'a share that is no whole number',
      { shareBps: '2.5' },
      /^--share-bps is 2\.5; it must be a whole number/,
    ],
    ['a share that is nothing', { shareBps: '' }, /^--share-bps is ; it must be a whole number/],
    ['a status of its own', { status: 'asleep' }, /^--status is asleep; it must be active or inactive$/],
    [
      'an address of another network',
      { payoutAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      /regtest/,
    ],
  ])('are refused with %s, by name and with what is allowed', async (_, wrong, sentence) => {
    await expect(add(wrong)).rejects.toThrow(sentence);
    expect(await storedBooks(database.db).partners()).toEqual([]);
    await add();
    const [before] = await describePartners(storedBooks(database.db));
    await expect(change(wrong)).rejects.toThrow(sentence);
    expect(await describePartners(storedBooks(database.db))).toEqual([before]);
  });

  test('that are there already, or unknown, are told with what to do instead', async () => {
    await add();
    await expect(add()).rejects.toThrow(/ann already exists; change it with `ordbook partners change`/);
    await expect(change({ name: 'zed' })).rejects.toThrow(/zed; `ordbook partners list`/);
    await expect(
      creditCollection(database.db, by('agreed'), { collection: 'mice', name: 'zed' }),
    ).rejects.toThrow(/zed/);
    await expect(creditCollection(database.db, by('agreed'), { collection: 'moss' })).rejects.toThrow(
      /moss; `ordbook collections list`/,
    );
  });
});

describe('the command', () => {
  let folder: string;
  let dataDir: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-cli-'));
    dataDir = join(folder, 'data');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const spawned = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--conditions=source', main, 'partners', ...args],
      {
        env: { PATH: process.env['PATH'], NETWORK: 'regtest', DATA_DIR: dataDir },
      },
    );

  /** What the same command prints, run in this process: to start another one takes 5 s. */
  async function printed(...args: string[]): Promise<string> {
    vi.stubEnv('NETWORK', 'regtest');
    vi.stubEnv('DATA_DIR', dataDir);
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const program = new Command();
      addPartnerCommands(program);
      await program.parseAsync(['partners', ...args], { from: 'user' });
      return write.mock.calls.join('');
    } finally {
      write.mockRestore();
      vi.unstubAllEnvs();
    }
  }

  test('ends with 1 and one sentence on a wrong value, and says and keeps a right one', {
    timeout: 120_000,
  }, async () => {
    await expect(spawned('add', '--name', 'ann', '--share-bps', 'half')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^ordbook: --share-bps is half; it must be a whole number from 0 to 10,000\n$/,
      ),
    });
    const ben = 'ben  active  2500 bps  no address  paid in 0 purchases\n';
    expect(await printed('add', '--name', 'ben', '--share-bps', '2500')).toBe(ben);
    expect(await printed('list')).toBe(ben);
    const changed = ['change', '--name', 'ben', '--status', 'inactive', '--reason', 'left', '--by', 'cleo'];
    expect(await printed(...changed)).toContain('ben  inactive');
    const { db, close } = await openStore(readSettings({ NETWORK: 'regtest', DATA_DIR: dataDir }));
    const actor = `user ${userInfo().username}`;
    expect(await actsPage(db, { before: null, limit: 9 })).toMatchObject([
      { act: 'change partner', actor, onBehalfOf: 'cleo', reason: 'left' },
      { act: 'add partner', actor, subject: 'ben' },
    ]);
    await close();
  });
});
