import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KEYS } from '../../../protocol/test/parties.ts';
import { createAdminApi } from '../../src/api/admin/server.ts';
import { type Confirmation, carryOut, NOTHING_CHANGED, personOf } from '../../src/cli/acting.ts';
import { ADMIN_EXIT, type AdminOptions, planAdmin } from '../../src/cli/admin.ts';
import { listenOnSocket } from '../../src/signer/transport/socket.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { FLOWS } from '../../src/trading/flows.ts';
import { makeCollection, makeInscriptions, makeListing, makeSeller } from '../store/contract/rows.ts';
import { StandingClock, TEST_SETTINGS } from '../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { adminSettings } from '../support/operator.ts';

vi.setConfig({ testTimeout: 120_000 });

const TOKEN = { name: 'ada', token: 'x'.repeat(40), mayAct: true };

let database: TestDatabase;
let admin: FastifyInstance;
let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  database = await openTestDatabase();
  await makeCollection(database.db, 'mice');
  folder = await mkdtemp(join(tmpdir(), 'admin-'));
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
  env = { NETWORK: 'regtest', ADMIN_LISTEN: socket, ADMIN_TOKEN: `${TOKEN.name}:${TOKEN.token}` };
});
afterAll(async () => {
  await admin?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What `ordbook admin …` prints, and its exit code. */
async function ordbook(
  method?: string,
  path?: string,
  options: AdminOptions & Confirmation = {},
  change: NodeJS.ProcessEnv = {},
) {
  const printed = { out: '', err: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name === 'stdout' ? 'out' : 'err'] += String(text);
      return true;
    }),
  );
  try {
    const asked = { ...(method && { method }), ...(path && { path }), ...options };
    const who = (as?: string) => personOf(as, change, () => ({ uid: 0, username: 'root' }));
    const plan = await planAdmin(asked, { ...env, ...change });
    const code = plan ? await carryOut(plan, { yes: true, ...options }, null, who) : ADMIN_EXIT.done;
    return { code, ...printed };
  } catch (error) {
    const { exitCode, message } = error as Error & { exitCode?: number };
    if (exitCode === undefined) throw error;
    return { code: exitCode, ...printed, err: `ordbook: ${message}\n` };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
const answered = async (...asked: Parameters<typeof ordbook>) => {
  const { code, out } = await ordbook(...asked);
  expect(code).toBe(ADMIN_EXIT.done);
  return JSON.parse(out);
};

describe('a request', () => {
  test('prints the answer as JSON; the log of acts has the token, whom it acts for, and the reason', async () => {
    const field = ['scope=flow:purchase', 'reason=a drill'];
    expect(await answered('POST', '/v1/pause', { field, as: 'ben' })).toMatchObject({
      ...{ scope: 'flow:purchase', actor: 'ada', reason: 'a drill' },
    });
    await answered('POST', '/v1/resume', { field }, { SUDO_USER: 'cleo' });
    const acts = await answered('GET', '/v1/acts', { field: ['subject=flow:purchase'] });
    expect(acts.rows).toMatchObject([
      { actor: 'ada', onBehalfOf: 'cleo', act: 'resume' },
      { actor: 'ada', onBehalfOf: 'ben', act: 'pause', reason: 'a drill' },
    ]);
  });

  test('that acts is first shown as a dry run, and without --yes nothing more is done', async () => {
    const field = ['scope=flow:fill'];
    const shown = await ordbook('POST', '/v1/pause', { field, yes: false, reason: 'a drill' });
    expect(shown).toMatchObject({ code: NOTHING_CHANGED, out: '' });
    expect(shown.err).toContain('POST /v1/pause would return:\n{\n  "scope": "flow:fill"');
    expect(await answered('GET', '/v1/pauses')).toEqual({ rows: [] });
    const acts = await answered('GET', '/v1/acts', { field: ['subject=flow:fill'] });
    expect(acts.rows).toEqual([]);
    await expect(ordbook('POST', '/v1/pause', { field })).rejects.toThrow(
      'a reason is missing; add --reason',
    );
    await answered('POST', '/v1/pause', { field, reason: 'a drill' });
    expect((await answered('GET', '/v1/pauses')).rows).toMatchObject([{ reason: 'a drill' }]);
    await answered('POST', '/v1/resume', { field, reason: 'it is over' });
  });

  test("that acts on a socket without tokens wants a name: that of the service is nobody's", async () => {
    const open = createAdminApi(
      {
        db: database.db,
        settings: TEST_SETTINGS,
        clock: new StandingClock(),
        flows: FLOWS,
        keys: KEYS,
      } as never,
      adminSettings({ access: { tokens: [], socketUser: 'ordbook' }, logger: pino({ level: 'silent' }) }),
    );
    const socket = join(folder, 'open.sock');
    await open.ready();
    await listenOnSocket(open.server, socket, null);
    const change = { ADMIN_LISTEN: socket, ADMIN_TOKEN: '', SUDO_USER: 'root' };
    const asked = { field: ['scope=flow:fill'], reason: 'a drill' };
    await expect(ordbook('POST', '/v1/pause', asked, change)).rejects.toThrow(
      "is nobody's name; add --as NAME",
    );
    await ordbook('POST', '/v1/pause', asked, { ...change, SUDO_USER: 'cleo' });
    const acts = await answered('GET', '/v1/acts', { field: ['limit=1'] });
    expect(acts.rows).toMatchObject([{ actor: 'user ordbook', onBehalfOf: 'cleo' }]);
    await ordbook('POST', '/v1/resume', { ...asked, as: 'cleo' }, change);
    await open.close();
  });

  test('takes its body from fields, of which JSON is sent as such, from files, and from the standard input', async () => {
    const reason = 'reason=spring';
    expect(
      await answered('POST', '/v1/fees', { field: [reason, 'fees={"buyerBps":120}', 'collection="mice"'] }),
    ).toMatchObject({ buyerBps: 120 });
    const file = join(folder, 'fees.json');
    await writeFile(file, '{"buyerBps": 130}');
    expect(await answered('POST', '/v1/fees', { field: [reason, `fees=@${file}`] })).toMatchObject({
      buyerBps: 130,
    });
    const stdin = vi.spyOn(process, 'stdin', 'get');
    stdin.mockReturnValue(Readable.from(['{"rank": 2, "reason": "new"}']) as unknown as typeof process.stdin);
    expect(await answered('POST', '/v1/collections/mice/feature', { input: '-' })).toEqual({
      ...{ slug: 'mice', featuredRank: 2 },
    });
    stdin.mockRestore();
    await writeFile(file, '{"rank": 2, "reason": "new"}');
    expect(
      await answered('POST', '/v1/collections/mice/feature', { input: file, field: ['rank=null'] }),
    ).toEqual({ slug: 'mice', featuredRank: null });
  });

  test('prints rows as CSV, and with --all every page under one line of heads', async () => {
    const seller = await makeSeller(database.db, 'rows');
    await makeCollection(database.db, 'rows');
    await makeInscriptions(database.db, [{ number: 1 }, { number: 2 }, { number: 3 }], 'rows');
    for (const number of [1, 2, 3]) await makeListing(database.db, seller, 'rows', [number]);
    const field = ['collection=rows', 'limit=2'];
    const linesOf = async (options: AdminOptions) =>
      (await ordbook('GET', '/v1/trades', { field, csv: true, ...options })).out.trimEnd().split('\n');
    expect(await linesOf({})).toHaveLength(3);
    const all = await linesOf({ all: true });
    expect(all).toHaveLength(4);
    expect(all.filter((line) => line.startsWith('id,'))).toHaveLength(1);
    const { out } = await ordbook('GET', '/v1/trades', { field, all: true });
    expect(out.match(/^ {6}"kind": "listing"/gm)).toHaveLength(3);
  });

  test('without arguments lists every path with what it does', async () => {
    const { out } = await ordbook();
    expect(out).toMatch(/^GET +\/v1\/trades +Trades of every kind, newest first$/m);
    expect(out).toMatch(/^POST \/v1\/pause +Pause everything, a flow or a collection$/m);
  });

  test('shows what would move the cursor, or turn a line around, as escapes that JSON has', async () => {
    await database.db.updateTable('collections').set({ name: 'a\u009b1m\u202eb' }).execute();
    const { out } = await ordbook('GET', '/v1/collections/mice');
    expect(out).toContain('"a\\u009b1m\\u202eb"');
    expect(JSON.parse(out).name).toBe('a\u009b1m\u202eb');
  });
});

describe('what goes wrong', () => {
  test('is a sentence of the service: 1 when it refuses, and nothing is printed', async () => {
    const field = ['scope=flow:nothing', 'reason=a drill'];
    const refused = await ordbook('POST', '/v1/pause', { field });
    expect(refused).toMatchObject({ code: ADMIN_EXIT.refused, out: '' });
    expect(refused.err).toMatch(/^ordbook: .*nothing is no flow/);
    expect((await ordbook('POST', '/v1/pause', { field: ['reason=none'] })).err).toContain('scope');
    expect((await ordbook('GET', '/v1/fees', { csv: true })).err).toContain('has no rows');
    const eve = await ordbook('GET', '/v1/pauses', {}, { ADMIN_TOKEN: `eve:${'y'.repeat(40)}` });
    expect(eve).toMatchObject({
      code: ADMIN_EXIT.refused,
      err: 'ordbook: this admin token is not known here; set ADMIN_TOKEN, or ADMIN_TOKEN_FILE, to a token that the service has\n',
    });
  });

  test('is 2 with what to do when nobody or something else answers, or the service fails', async () => {
    const nobody = await ordbook('GET', '/v1/pauses', {}, { ADMIN_LISTEN: join(folder, 'none.sock') });
    expect(nobody.code).toBe(ADMIN_EXIT.failed);
    expect(nobody.err).toMatch(/does not answer .*as the service's user/);
    const answerOf = async (status: number, type: string, body: string) => {
      const server: Server = createServer((_, response) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      );
      const socket = join(folder, `other-${status}.sock`);
      await new Promise<void>((resolve) => server.listen(socket, resolve));
      const result = await ordbook('GET', '/v1/pauses', {}, { ADMIN_LISTEN: socket });
      server.close();
      return result;
    };
    const other = await answerOf(200, 'text/html', '<p>hello</p>');
    expect(other).toMatchObject({
      code: ADMIN_EXIT.failed,
      err: expect.stringContaining('is not the admin API'),
    });
    expect(await answerOf(503, 'application/json', '{"error":"the index is away"}')).toMatchObject({
      ...{ code: ADMIN_EXIT.failed, err: 'ordbook: the index is away\n' },
    });
  });

  test.each<[string, string, AdminOptions, NodeJS.ProcessEnv, RegExp]>([
    ['FETCH', '/v1/pauses', {}, {}, /^the method is FETCH; it must be GET or POST$/],
    ['POST', '', {}, {}, /^a path is missing after POST; name one/],
    ['GET', 'v1/pauses', {}, {}, /^the path is v1\/pauses; it must start with a slash/],
    ['POST', '/v1/pause', { field: ['reason'] }, {}, /^--field is reason; it must be name=value$/],
    ['GET', '/v1/pauses', { input: 'x' }, {}, /^--input goes with POST/],
    ['POST', '/v1/pause', { input: '/nowhere.json' }, {}, /the file \/nowhere\.json does not exist/],
    ['GET', '/v1/pauses', {}, { ADMIN_LISTEN: 'nowhere' }, /ADMIN_LISTEN is "nowhere": must be a path/],
    ['GET', '/v1/pauses', {}, { ADMIN_LISTEN: 'off' }, /^ADMIN_LISTEN is off/],
  ])('on the command line is an error: %s %s %j', async (method, path, options, change, sentence) => {
    await expect(ordbook(method, path, options, change)).rejects.toThrow(sentence);
  });

  test('in a file of JSON has its line', async () => {
    const file = join(folder, 'wrong.json');
    await writeFile(file, '[\n  {"slug": "a" "name": "b"}\n]');
    const field = ['reason=x', `collections=@${file}`];
    await expect(ordbook('POST', '/v1/collections', { field })).rejects.toThrow('line 2: a comma is missing');
    await writeFile(file, '[]');
    await expect(ordbook('POST', '/v1/collections', { input: file, field })).rejects.toThrow(
      'no JSON object',
    );
  });
});
