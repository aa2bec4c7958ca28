/** A service that lies about what it sells, to the SDK and to an agent: nobody signs. */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  acceptCounter,
  buy,
  createClient,
  listInscriptions,
  makeCounter,
  makeOffers,
  type Session,
} from '@ordbook/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GOODS_LIES } from '../../client/test/custody/lies.ts';
import { type LyingService, startLyingService } from '../../client/test/custody/lying-service.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import { agentProgram, type Client, call, startAgent, walletFile } from './agent-process.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const PRICE_SATS = 40_000;
const UNSAFE = { name: 'UnsafePsbt' };

let sandbox: Sandbox;
let service: LyingService;
let folder: string;
let agent: Client;
/** A session with the lying service, and how often its wallet was asked. */
let buyer: Session;
let signatures = 0;
let listing: { readonly listingId: string; readonly inscriptionId: string; readonly priceSats: number };
let counter: { readonly inscriptionId: string; readonly offerId: string };
const processes: ChildProcess[] = [];

const mine = (blocks: number) =>
  fetch(`${sandbox.url}/sandbox/mine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ blocks }),
  });
const coins = () => ({ esploraUrl: `${sandbox.url}/sandbox/esplora` });

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, blockSeconds: 0, logLevel: 'error' });
  service = await startLyingService(sandbox.url);
  const [seller, owner] = [await trader(sandbox, 'p2wpkh', 2), await trader(sandbox, 'p2wpkh', 1)];
  await mine(6);
  const [sold, offered] = seller.inscriptionIds as [string, string];
  // of another reveal
  const other = owner.inscriptionIds[0]!;
  const list = async (by: Session) => {
    const items = [{ inscriptionId: sold, priceSats: PRICE_SATS }];
    const [made] = await listInscriptions(by, { collectionSlug: SLUG, items });
    return { listingId: made!.listingId, inscriptionId: sold, priceSats: PRICE_SATS };
  };
  // what is sold has moved: its proof has hops
  await buy(owner, { collectionSlug: SLUG, listings: [await list(seller)], ...coins() });
  await mine(1);
  listing = await list(owner);
  await mine(1);
  service.about = [sold, other];

  const honest = await trader(sandbox, 'p2wpkh');
  buyer = {
    ...honest,
    client: createClient({ ...honest.client.options, baseUrl: service.url }),
    wallet: {
      ...honest.wallet,
      signPsbt: (...asked) => {
        signatures += 1;
        return honest.wallet.signPsbt(...asked);
      },
      signPsbts: undefined as never,
    },
  };
  const request = { collectionSlug: SLUG, inscriptionIds: [offered], priceSats: 20_000 };
  const [offer] = await makeOffers(honest, { ...request, ...coins() });
  const asked = { inscriptionId: offered, offerId: offer!.offerId, priceSats: 30_000 };
  const made = await makeCounter(seller, asked);
  counter = { inscriptionId: offered, offerId: made.offerId };
  folder = await mkdtemp(join(tmpdir(), 'ordbook-goods-'));
  agent = await startAgent(
    await agentProgram(folder),
    {
      ORDBOOK_URL: service.url,
      ORD_URL: `${sandbox.url}/sandbox/ord`,
      ESPLORA_URL: coins().esploraUrl,
      ORDBOOK_WALLET: await walletFile(sandbox.url, folder),
      SPEND_LIMIT_SATS: '200000',
      STATE_FILE: join(folder, 'state.json'),
    },
    processes,
  );
});
afterAll(async () => {
  for (const child of processes) child.kill();
  await service?.close();
  await sandbox?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const leftToSpend = async () => JSON.parse((await call(agent, 'who_am_i', {})).text).leftToSpendSats;

test.each(GOODS_LIES)('$name: neither the SDK nor an agent signs', async (lie) => {
  Object.assign(service, { lie, submits: 0 });
  signatures = 0;
  const { inscriptionId, listingId } = listing;
  const wanted = { collectionSlug: SLUG, ...coins() };
  const bought = buy(buyer, { ...wanted, listings: [listing] });
  await expect(bought).rejects.toThrow(lie.refusal);
  await expect(bought).rejects.toMatchObject(UNSAFE);
  // a chain of one's own is needed for what is only wrong there
  if (lie.by !== 'header') {
    const { source: _, ...safety } = buyer.safety;
    await expect(buy({ ...buyer, safety }, { ...wanted, listings: [listing] })).rejects.toMatchObject(UNSAFE);
  }
  const offered = makeOffers(buyer, { ...wanted, inscriptionIds: [inscriptionId], priceSats: 10_000 });
  await expect(offered).rejects.toMatchObject(UNSAFE);
  const checked = await call(agent, 'check_goods', { inscription_id: inscriptionId, collection: SLUG });
  expect(checked).toMatchObject({ isError: true, text: expect.stringMatching(lie.refusal) as string });
  const before = await leftToSpend();
  const listings = [{ listing_id: listingId, inscription_id: inscriptionId, price_sats: PRICE_SATS }];
  for (const dry_run of [true, false]) {
    const { isError, text } = await call(agent, 'buy_listings', { collection: SLUG, listings, dry_run });
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(lie.refusal) as string });
    expect(text).toMatch(/^UnsafePsbt: /);
  }
  expect({ signatures, submits: service.submits }).toEqual({ signatures: 0, submits: 0 });
  expect(await leftToSpend()).toBe(before);
});

test('a counter is accepted of goods that are shown, and of no others', async () => {
  const lie = GOODS_LIES.find(({ name }) => name === 'a proof that is cut')!;
  Object.assign(service, { lie, submits: 0, about: [counter.inscriptionId, service.about[0]] });
  signatures = 0;
  const words: string[] = [];
  const accept = () =>
    acceptCounter(
      buyer,
      { ...counter, priceSats: 30_000, ...coins() },
      {
        onProgress: (progress) => {
          if (progress.step === 'prepared') words.push(...progress.summary.words);
        },
      },
    );
  await expect(accept()).rejects.toMatchObject(UNSAFE);
  expect({ signatures, submits: service.submits }).toEqual({ signatures: 0, submits: 0 });
  service.lie = null;
  await accept();
  expect(words.join('\n')).toContain(`Checked here: ${counter.inscriptionId} is on `);
  expect(signatures).toBe(2);
});

test('an honest service sells to both, and says what is shown', async () => {
  Object.assign(service, { lie: null, submits: 0 });
  await mine(1);
  const { inscriptionId, listingId } = listing;
  const listings = [{ listing_id: listingId, inscription_id: inscriptionId, price_sats: PRICE_SATS }];
  const goods = { inscription_id: inscriptionId, collection: SLUG };
  expect(JSON.parse((await call(agent, 'check_goods', goods)).text)).toMatchObject({
    hops: 2,
    block: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    membership: { by: 'parent' },
    notShown: [expect.stringContaining(`that ${SLUG} is made by `) as string],
  });
  const { text } = await call(agent, 'buy_listings', { collection: SLUG, listings });
  expect(text).toContain('2 moves since its reveal in block');
  expect(text).toContain(`Checked here: ${inscriptionId} is a child of`);
  await buy(buyer, { collectionSlug: SLUG, listings: [listing], ...coins() });
  expect(service.submits).toBe(1);
});
