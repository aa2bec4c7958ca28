import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KEYS } from '../../../protocol/test/parties.ts';
import { createAdminApi } from '../../src/api/admin/server.ts';
import { askAdmin } from '../../src/cli/admin-client.ts';
import { servedBooks, storedBooks } from '../../src/cli/books.ts';
import { describeRevenue, exportTrades, listTrades } from '../../src/cli/business.ts';
import { addBusinessCommands, addTradeLists } from '../../src/cli/business-commands.ts';
import { addCollectionCommands } from '../../src/cli/collection-commands.ts';
import { addPartnerCommands, addTradeCommands } from '../../src/cli/commands.ts';
import { addOperationCommands } from '../../src/cli/operation-commands.ts';
import { runPools } from '../../src/cli/pools.ts';
import { showTrade } from '../../src/cli/trades.ts';
import { listenOnSocket } from '../../src/signer/transport/socket.ts';
import { insertPartner } from '../../src/store/account/partners.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { FLOWS } from '../../src/trading/flows.ts';
import { makeCollection, makeInscriptions, makeListing, makeSeller } from '../store/contract/rows.ts';
import { StandingClock, TEST_SETTINGS } from '../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { adminSettings } from '../support/operator.ts';

vi.setConfig({ testTimeout: 120_000 });

const TOKEN = { name: 'ada', token: 'x'.repeat(40) };

let database: TestDatabase;
let admin: FastifyInstance;
let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  database = await openTestDatabase();
  await makeCollection(database.db, 'mice');
  folder = await mkdtemp(join(tmpdir(), 'operation-'));
  const socket = join(folder, 'admin.sock');
  const ctx = {
    ...{ db: database.db, settings: TEST_SETTINGS, clock: new StandingClock(), flows: FLOWS },
    keys: KEYS,
  };
  admin = createAdminApi(
    ctx as unknown as TradingContext,
    adminSettings({
      access: { tokens: [TOKEN], socketUser: 'ordbook' },
      logger: pino({ level: 'silent' }),
    }),
  );
  await admin.ready();
  await listenOnSocket(admin.server, socket, null);
  env = {
    NETWORK: 'regtest',
    ADMIN_LISTEN: socket,
    ADMIN_TOKEN: `${TOKEN.name}:${TOKEN.token}`,
    SUDO_USER: undefined,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await admin?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What `ordbook …` prints. */
async function ordbook(args: readonly string[]): Promise<string> {
  let printed = '';
  const program = new Command('ordbook').exitOverride();
  addTradeLists(addTradeCommands(program));
  addBusinessCommands(program);
  addCollectionCommands(program);
  addPartnerCommands(program);
  addOperationCommands(program);
  quieten(program, (text) => {
    printed += text;
  });
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'commander.helpDisplayed') throw error;
  } finally {
    stdout.mockRestore();
  }
  return printed.trimEnd();
}

/** Commander ends the process and prints by itself otherwise, in each command. */
function quieten(command: Command, writeOut: (text: string) => void): void {
  command.exitOverride().configureOutput({ writeOut, writeErr: () => undefined });
  for (const inner of command.commands) quieten(inner, writeOut);
}

async function errorOf(args: readonly string[]): Promise<string> {
  return ordbook(args).then(
    () => 'it worked',
    (error: Error) => error.message,
  );
}

describe('the commands that steer', () => {
  test('pause, list and resume, and the log has the token, the one acted for, and the reason', async () => {
    expect(await ordbook(['pause', 'flow:purchase', '--reason', 'a drill', '--by', 'ben'])).toBe(
      'flow:purchase is paused: a drill',
    );
    expect(await ordbook(['pauses'])).toMatch(/^scope +since +by +reason\nflow:purchase .* ada +a drill$/);
    expect(JSON.parse(await ordbook(['resume', 'flow:purchase', '--json']))).toMatchObject({
      scope: 'flow:purchase',
      actor: 'ada',
    });
    expect(await ordbook(['pauses'])).toBe('nothing is paused');
    const acts = (await ordbook(['acts', '--subject', 'flow:purchase'])).split('\n');
    expect(acts[1]).toMatch(/ ada +resume +flow:purchase +resumed$/);
    expect(acts[2]).toMatch(/ ada\/ben +pause +flow:purchase +a drill$/);
    for (const line of acts) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('ban and unban, change fees, feature and remove a collection', async () => {
    const { profileId } = await makeSeller(database.db);
    expect(await ordbook(['ban', profileId, '--reason', 'fraud'])).toBe(
      `${profileId} is banned; 0 listings, 0 offers and 0 collection offers were ended`,
    );
    expect(await ordbook(['bans'])).toContain(profileId);
    expect(await ordbook(['unban', profileId])).toBe(`${profileId} is no longer banned`);
    expect(await ordbook(['fees', 'set', '--buyer-bps', '120', '--reason', 'spring'])).toContain(
      'buyer 120 bps',
    );
    expect(await ordbook(['fees', 'show'])).toMatch(/set by the operator +100 +120 +220 +1000 +0$/);
    expect(await ordbook(['collections', 'feature', 'mice', '--rank', '2'])).toBe('mice is featured at 2');
    expect(await ordbook(['collections', 'remove', 'mice', '--reason', 'asked'])).toMatch(
      /^mice is removed;/,
    );
  });

  test('end with the sentence of the service, and with what to do when nobody or something else answers', async () => {
    expect(await errorOf(['pause', 'flow:nothing', '--reason', 'a drill'])).toContain('nothing is no flow');
    expect(await errorOf(['pause', 'everything'])).toContain("required option '--reason <text>'");
    expect(await errorOf(['fees', 'set', '--reason', 'none'])).toContain('name a fee to change');
    expect(await errorOf(['fees', 'set', '--reason', 'none', '--seller-royalty-bps', '1%'])).toContain(
      '--seller-royalty-bps is 1%; it must be a whole number',
    );
    const ask = { method: 'GET', path: '/v1/pauses' } as const;
    await expect(askAdmin({ ...env, ADMIN_TOKEN: `eve:${'y'.repeat(40)}` }, ask)).rejects.toThrow(
      'this admin token is not known here; set ADMIN_TOKEN, or ADMIN_TOKEN_FILE, to a token that the service has',
    );
    await expect(askAdmin({ ...env, ADMIN_LISTEN: 'nowhere' }, ask)).rejects.toThrow(
      'ADMIN_LISTEN is "nowhere": must be a path with a slash',
    );
    await expect(askAdmin({ ...env, ADMIN_LISTEN: join(folder, 'none.sock') }, ask)).rejects.toThrow(
      /does not answer .*as the service's user/,
    );
    await expect(askAdmin({ ...env, ADMIN_LISTEN: 'off' }, ask)).rejects.toThrow('ADMIN_LISTEN is off');
  });
});

test('lists and exports come from the running service where no database is named, and are the same', async () => {
  const seller = await makeSeller(database.db, 'books');
  await makeCollection(database.db, 'books');
  await makeInscriptions(database.db, [{ number: 1 }, { number: 2 }, { number: 3 }], 'books');
  const id = await makeListing(database.db, seller, 'books', [1]);
  await makeListing(database.db, seller, 'books', [2]);
  await makeListing(database.db, seller, 'books', [3], { state: 'expired' });
  const stored = storedBooks(database.db);
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  expect(lines(await ordbook(['trades', 'list']))).toEqual(await listTrades(stored, {}));
  for (const [filter, rows] of [
    [{ state: 'expired' }, 1],
    [{ flow: 'listing', since: '2020-01-01', profile: seller.profileId, collection: 'books' }, 3],
    [{ flow: 'collection-offer' }, 0],
    [{ limit: '2' }, 2],
  ] as const) {
    const options = Object.entries(filter).flatMap(([name, value]) => [`--${name}`, value]);
    const seen = lines(await ordbook(['trades', 'list', '--json', ...options]));
    expect([seen.length, seen]).toEqual([rows, await listTrades(stored, { ...filter, json: true })]);
  }
  for (const [more, rows] of [
    [[], 2],
    [['--all'], 3],
    [['--state', 'expired'], 1],
  ] as const)
    expect(lines(await ordbook(['listings', 'list', '--json', ...more]))).toHaveLength(rows);
  expect(lines(await ordbook(['offers', 'list', '--json']))).toEqual([]);
  let exported = '';
  const to = new Writable({
    write: (chunk, _, done) => {
      exported += String(chunk);
      done();
    },
  });
  await exportTrades(servedBooks(process.env), {}, 'json', to);
  expect(lines(exported)).toEqual(await listTrades(stored, { json: true }));
  expect(await ordbook(['trades', 'show', id])).toBe((await showTrade(stored, id, {})).join('\n'));
  expect(await errorOf(['trades', 'show', crypto.randomUUID()])).toContain('no trade has the id');
  expect(lines(await ordbook(['revenue']))).toEqual(await describeRevenue(stored, {}));
  expect(await servedBooks(process.env).sales({ after: null, limit: 10 })).toEqual([]);
});

test('pools and partners come from the running service where no database is named', async () => {
  const printed: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  try {
    await runPools('status', { json: true }, process.env);
    await runPools('status', {}, process.env);
  } finally {
    stdout.mockRestore();
  }
  expect(JSON.parse(printed[0]!)).toMatchObject({
    pool: 'anchors',
    ready: expect.any(Number),
    isLow: true,
    remedy: expect.stringContaining('send coins to bcrt1p'),
  });
  expect(printed[1]).toMatch(/^pool .*\nanchors +\d+ +\d+ +LOW +bcrt1p\w+\n$/);
  const partner = { name: 'ann', status: 'active' as const, shareBps: 100, payoutAddress: null };
  await insertPartner(database.db, { ...partner, id: crypto.randomUUID(), createdAt: new Date() });
  expect(JSON.parse(await ordbook(['partners', 'list', '--json']))).toEqual({ ...partner, purchases: 0 });
  expect(await ordbook(['partners', 'list'])).toMatch(/^ann {2}active {2}100 bps/);
});

test.each([
  'pause',
  'resume',
  'ban',
  'unban',
  'acts',
  'revenue',
  'trades list',
  'trades export',
  'sales export',
])('ordbook %s --help teaches with an example', async (command) => {
  expect(await ordbook([...command.split(' '), '--help'])).toContain(
    `Example: ordbook ${command.split(' ')[0]}`,
  );
});
