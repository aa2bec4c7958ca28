/** An agent's tools against a sandbox, over the protocol and the process that a user starts. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listInscriptions } from '@ordbook/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import { agentProgram, type Client, call, startAgent, walletFile } from './agent-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const PRICE_SATS = 40_000;

let sandbox: Sandbox;
let folder: string;
let program: string;
let wallet: string;
let listed: { listing_id: string; inscription_id: string; price_sats: number }[];
const processes: ChildProcess[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, blockSeconds: 1, logLevel: 'error' });
  folder = await mkdtemp(join(tmpdir(), 'ordbook-mcp-'));
  program = await agentProgram(folder);
  wallet = await walletFile(sandbox.url, folder);
  const seller = await trader(sandbox, 'p2wpkh', 2);
  const items = seller.inscriptionIds.map((inscriptionId) => ({ inscriptionId, priceSats: PRICE_SATS }));
  const made = await listInscriptions(seller, { collectionSlug: SLUG, items });
  listed = made.map(({ listingId, inscriptionId }) => ({
    listing_id: listingId,
    inscription_id: inscriptionId,
    price_sats: PRICE_SATS,
  }));
});
afterAll(async () => {
  for (const child of processes) child.kill();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

const agent = (env: Record<string, string>, person?: (message: string) => object): Promise<Client> =>
  startAgent(
    program,
    {
      ORDBOOK_URL: sandbox.url,
      ORD_URL: `${sandbox.url}/sandbox/ord`,
      ESPLORA_URL: `${sandbox.url}/sandbox/esplora`,
      STATE_FILE: join(folder, `state-${processes.length}.json`),
      ...env,
    },
    processes,
    person,
  );

test('an agent with a wallet reads the book, sees what a purchase would do, and buys within its limit once', async () => {
  const client = await agent({ ORDBOOK_WALLET: wallet, SPEND_LIMIT_SATS: '70000' });
  const collections = JSON.parse((await call(client, 'list_collections', {})).text);
  expect(collections).toContainEqual(expect.objectContaining({ slug: SLUG }));
  const book = JSON.parse((await call(client, 'list_listings', { collection: SLUG })).text);
  expect(book).toContainEqual(expect.objectContaining({ listingId: listed[0]!.listing_id }));

  const [first, second] = listed;
  const dry = JSON.parse((await call(client, 'buy_listings', { collection: SLUG, listings: [first] })).text);
  expect(dry).toMatchObject({ done: false, signed: 'nothing' });
  expect(dry.paysSats).toBeGreaterThan(PRICE_SATS);
  expect(dry.wouldSign.join(' ')).toContain('Purchase of one listing');

  const bought = await call(client, 'buy_listings', { collection: SLUG, listings: [first], dry_run: false });
  expect(JSON.parse(bought.text)).toMatchObject({
    done: true,
    result: { settlementTxid: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  });
  const beyond = await call(client, 'buy_listings', { collection: SLUG, listings: [second], dry_run: false });
  expect(beyond).toMatchObject({
    isError: true,
    text: expect.stringContaining('nothing was signed') as string,
  });
  const [trade] = JSON.parse((await call(client, 'list_my_trades', {})).text) as { id: string }[];
  const story = JSON.parse((await call(client, 'show_trade', { trade_id: trade!.id })).text);
  expect(JSON.stringify(story)).toContain(JSON.parse(bought.text).result.settlementTxid);
  const me = JSON.parse((await call(client, 'who_am_i', {})).text);
  expect(me.leftToSpendSats).toBe(70_000 - dry.paysSats);
});

test('a trade that is none of ours is refused in words', async () => {
  const client = await agent({ ORDBOOK_WALLET: wallet });
  const trade_id = '00000000-0000-4000-8000-000000000000';
  expect(await call(client, 'show_trade', { trade_id })).toMatchObject({
    isError: true,
    text: expect.stringContaining(`no trade of ours is ${trade_id}; list_my_trades`) as string,
  });
});

test('the README names every tool', async () => {
  const client = await agent({ ORDBOOK_WALLET: wallet });
  const { tools } = (await client.request('tools/list', {})) as { tools: { name: string }[] };
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const named = [...readme.slice(readme.indexOf('## Tools')).matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  expect(named.sort()).toEqual(tools.map(({ name }) => name).sort());
});

test('what was spent counts after a restart', async () => {
  const [first] = processes as [(typeof processes)[number]];
  first.kill();
  await once(first, 'close');
  const state = { STATE_FILE: join(folder, 'state-0.json'), SPEND_LIMIT_SATS: '70000' };
  const client = await agent({ ORDBOOK_WALLET: wallet, ...state });
  const { leftToSpendSats } = JSON.parse((await call(client, 'who_am_i', {})).text);
  expect(leftToSpendSats).toBeLessThan(70_000 - PRICE_SATS);
});

test('nothing is sold without MIN_SALE_SATS, nor below it', async () => {
  const [{ inscription_id }] = listed as [(typeof listed)[number]];
  const offer = { collection: SLUG, items: [{ inscription_id, price_sats: 20_000 }], dry_run: false };
  const careful = await agent({ ORDBOOK_WALLET: wallet });
  expect((await call(careful, 'list_for_sale', offer)).text).toContain('MIN_SALE_SATS is not set');
  const bound = await agent({ ORDBOOK_WALLET: wallet, MIN_SALE_SATS: '30000' });
  expect((await call(bound, 'list_for_sale', offer)).text).toContain('below MIN_SALE_SATS, 30000');
});

test('an agent with a token alone has no tool that trades', async () => {
  const session = await trader(sandbox, 'p2wpkh', 1);
  const client = await agent({ ORDBOOK_TOKEN: session.client.options.token! });
  const { tools } = (await client.request('tools/list', {})) as {
    tools: { name: string; annotations?: { readOnlyHint?: boolean } }[];
  };
  expect(tools.map(({ name }) => name)).not.toContain('buy_listings');
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const { isError, text } = await call(client, 'list_floors', { collections: [SLUG] });
  expect({ isError, floors: text.includes(SLUG) }).toEqual({ isError: false, floors: true });
});

test('a wallet that only reads has no tool that trades', async () => {
  const client = await agent({ ORDBOOK_WALLET: wallet, READ_ONLY: 'true', SPEND_LIMIT_SATS: '70000' });
  const { tools } = (await client.request('tools/list', {})) as {
    tools: { annotations?: { readOnlyHint?: boolean } }[];
  };
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect((await call(client, 'who_am_i', {})).structured).toMatchObject({ mayTrade: false });
});

test('every tool says what it returns, and what reads return is that', async () => {
  const client = await agent({ ORDBOOK_WALLET: wallet });
  const { tools } = (await client.request('tools/list', {})) as { tools: { outputSchema?: object }[] };
  for (const tool of tools) expect(tool).toMatchObject({ outputSchema: { type: 'object' } });
  const [{ inscription_id }] = listed as [(typeof listed)[number]];
  for (const [name, given] of [
    ['list_collections', {}],
    ['list_listings', { collection: SLUG }],
    ['list_floors', { collections: [SLUG] }],
    ['list_sales', {}],
    ['list_inscriptions', { collection: SLUG }],
    ['check_goods', { inscription_id, collection: SLUG }],
    ['list_offers_on_inscription', { inscription_id }],
    ['list_collection_offers', { collection: SLUG }],
    ['list_my_offers', { view: 'owned' }],
    ['list_my_trades', {}],
    ['who_am_i', {}],
  ] as const) {
    const { isError, text, structured } = await call(client, name, given);
    const value: unknown = JSON.parse(text);
    expect({ name, isError, structured }).toEqual({
      name,
      isError: false,
      // the protocol has no list at the root
      structured: Array.isArray(value) ? { result: value } : value,
    });
  }
});

test('a collection that nobody knows is an error, not an empty book', async () => {
  const client = await agent({ ORDBOOK_WALLET: wallet });
  for (const [name, given] of [
    ['list_listings', { collection: 'nobody' }],
    ['list_sales', { collection: 'nobody' }],
    ['list_floors', { collections: [SLUG, 'nobody'] }],
    ['list_inscriptions', { collection: 'nobody' }],
    ['list_collection_offers', { collection: 'nobody' }],
  ] as const) {
    const { isError, text } = await call(client, name, given);
    expect({ name, isError, text }).toEqual({ name, isError: true, text: expect.any(String) as string });
  }
  expect((await call(client, 'list_listings', { collection: 'nobody' })).text).toContain(
    'no collection is nobody; list_collections has the slugs',
  );
});

test('a person is asked above the limit, with the worst case, and nothing is signed without a yes', async () => {
  const [, second] = listed;
  const purchase = { collection: SLUG, listings: [second], dry_run: false };
  const env = { ORDBOOK_WALLET: wallet, SPEND_LIMIT_SATS: '70000', ASK_ABOVE_SATS: '30000' };
  const left = async (client: Client) =>
    JSON.parse((await call(client, 'who_am_i', {})).text).leftToSpendSats;

  const mute = await agent(env);
  const refusal = {
    isError: true,
    text: expect.stringMatching(/ASK_ABOVE_SATS .*nothing was signed/) as string,
  };
  expect(await call(mute, 'buy_listings', purchase)).toMatchObject(refusal);
  const dry = await call(mute, 'buy_listings', { ...purchase, dry_run: true });
  expect(dry.structured).toMatchObject({
    done: false,
    worst: { isBounded: true, lossSats: expect.any(Number) as number },
  });

  const asked: string[] = [];
  const answers = [{ action: 'decline' }, { action: 'accept', content: { sign: false } }];
  const careful = await agent(env, (message) => {
    asked.push(message);
    return answers.shift() ?? { action: 'accept', content: { sign: true } };
  });
  for (const _ of ['declines', 'accepts, but says no'])
    expect(await call(careful, 'buy_listings', purchase)).toMatchObject(refusal);
  expect(await left(careful)).toBe(70_000);
  expect((await call(careful, 'buy_listings', purchase)).structured).toMatchObject({ done: true });
  expect(asked).toHaveLength(3);
  expect(asked[0]).toContain('Whatever others do with these signatures, your coins lose');
});

test('a wallet file that others can read is refused', async () => {
  await chmod(wallet, 0o644);
  await expect(agent({ ORDBOOK_WALLET: wallet })).rejects.toThrow('others can read');
  await chmod(wallet, 0o600);
});
