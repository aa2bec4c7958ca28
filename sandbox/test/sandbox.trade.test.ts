import {
  ApiError,
  buy,
  confirmedCoins,
  createClient,
  delist,
  esploraSource,
  isRevoked,
  type KeyType,
  listInscriptions,
  ordSource,
  preparePurchase,
  type Session,
  signIn,
  signPurchase,
  submitPurchase,
} from '@ordbook/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { playTrade } from '../../client/src/demo/play.ts';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { SLUG, trader as tradeOn } from '../../server/test/support/sandbox-trader.ts';
import { type Sandbox, startSandbox } from '../src/sandbox.ts';
import { sharedSandbox } from './shared-sandbox.ts';

const PRICE = 50_000;

let sandbox: Sandbox;
const esploraUrl = () => `${sandbox.url}/sandbox/esplora`;

beforeAll(async () => {
  sandbox = await sharedSandbox();
}, 300_000);

const trader = (shape: KeyType | 'same', inscriptions = 0) => tradeOn(sandbox, shape, inscriptions);

async function list(seller: Session, inscriptionIds: readonly string[], priceSats = PRICE) {
  const items = inscriptionIds.map((inscriptionId) => ({ inscriptionId, priceSats }));
  const listed = await listInscriptions(seller, { collectionSlug: SLUG, items });
  return listed.map((listing) => ({ ...listing, priceSats }));
}

const mine = () => sandboxAt(sandbox.url).mine();

async function balance(address: string): Promise<number> {
  const coins = await confirmedCoins(esploraUrl(), address);
  return coins.reduce((total, { valueSats }) => total + valueSats, 0);
}

/** The confirmed sales of these inscriptions. Blocks of one second have no order among themselves. */
async function salesOf(caller: Session, inscriptionIds: readonly string[]) {
  const query = { collectionSlug: SLUG, limit: 100 };
  const { sales } = await caller.client.get('/sales', { query });
  return sales.filter(({ inscriptionId }) => inscriptionIds.includes(inscriptionId));
}

async function ownerOf(caller: Session, inscriptionId: string): Promise<string | null> {
  let cursor: string | undefined;
  do {
    const page = await caller.client.get('/collection/{slug}/inscriptions', {
      path: { slug: SLUG },
      query: { limit: 100, ...(cursor ? { cursor } : {}) },
    });
    const found = page.items.find((item) => item.inscriptionId === inscriptionId);
    if (found) return found.owner;
    cursor = page.pagination.nextCursor ?? undefined;
  } while (cursor);
  throw new Error(`inscription ${inscriptionId} is not in ${SLUG}`);
}

describe('a purchase', () => {
  // the trading tests buy with every type of wallet; here one of each kind of signature goes over HTTP
  for (const shape of ['p2sh-p2wpkh', 'same'] as const) {
    test(`paid from ${shape} costs what was announced, pays the seller and moves the inscription`, async () => {
      const seller = await trader(shape, 1);
      const buyer = await trader(shape);
      const listings = await list(seller, seller.inscriptionIds);
      const before = {
        buyer: await balance(buyer.wallet.paymentAddress),
        seller: await balance(seller.wallet.paymentAddress),
      };

      const prepared = await preparePurchase(buyer, {
        collectionSlug: SLUG,
        listings,
        esploraUrl: esploraUrl(),
      });
      const bought = await submitPurchase(buyer, await signPurchase(buyer, prepared));
      await mine();

      const [sale, ...more] = await salesOf(buyer, seller.inscriptionIds);
      expect(more).toEqual([]);
      expect(sale).toMatchObject({
        saleType: 'internal',
        txid: bought.settlementTxid,
        sellerAddress: seller.wallet.ordinalsAddress,
        buyerAddress: buyer.wallet.ordinalsAddress,
        priceSats: PRICE,
      });
      expect(await ownerOf(buyer, seller.inscriptionIds[0]!)).toBe(buyer.wallet.ordinalsAddress);
      // With one address for both roles, the inscription's 10,000 sats are in the balance too.
      const postage = shape === 'same' ? 10_000 : 0;
      const after = await balance(seller.wallet.paymentAddress);
      expect(after - before.seller).toBe(PRICE - 1_000 + 10_000 - postage);
      const spent = before.buyer - (await balance(buyer.wallet.paymentAddress));
      expect(spent).toBe(prepared.preflight.totalBuyerCostSats - postage);
    });
  }

  test('of three listings of two sellers settles in one transaction', async () => {
    const [one, two, buyer] = [await trader('p2wpkh', 2), await trader('p2tr', 1), await trader('p2wpkh')];
    const listings = [
      ...(await list(one, one.inscriptionIds)),
      ...(await list(two, two.inscriptionIds, 70_000)),
    ];
    const bought = await buy(buyer, { collectionSlug: SLUG, listings, esploraUrl: esploraUrl() });
    expect(bought.listingTransferTxids).toHaveLength(3);
    await mine();
    const sales = await salesOf(
      buyer,
      listings.map(({ inscriptionId }) => inscriptionId),
    );
    expect(sales.map(({ txid }) => txid)).toEqual(Array(3).fill(bought.settlementTxid));
    for (const { inscriptionId } of listings)
      expect(await ownerOf(buyer, inscriptionId)).toBe(buyer.wallet.ordinalsAddress);
  });

  test('of a listing that is sold already is refused', async () => {
    const [seller, first, second] = [await trader('p2wpkh', 1), await trader('p2tr'), await trader('p2tr')];
    const listings = await list(seller, seller.inscriptionIds);
    const request = { collectionSlug: SLUG, listings, esploraUrl: esploraUrl() };
    await buy(first, request);
    await expect(buy(second, request)).rejects.toThrow(ApiError);
    await mine();
    await expect(buy(second, request)).rejects.toMatchObject({ name: 'ApiError', status: 409 });
  });

  test('at another price than the one agreed to is not signed', async () => {
    const [seller, buyer] = [await trader('p2wpkh', 1), await trader('p2wpkh')];
    const [listing] = await list(seller, seller.inscriptionIds);
    const listings = [{ ...listing!, priceSats: PRICE - 1 }];
    const attempt = buy(buyer, { collectionSlug: SLUG, listings, esploraUrl: esploraUrl() });
    await expect(attempt).rejects.toMatchObject({ name: 'UnsafePsbt' });
  });

  test('can be sold on by its buyer once it is confirmed', async () => {
    const [seller, trading, last] = [await trader('p2wpkh', 1), await trader('p2tr'), await trader('same')];
    const request = async (from: Session) => ({
      collectionSlug: SLUG,
      listings: await list(from, seller.inscriptionIds),
      esploraUrl: esploraUrl(),
    });
    await buy(trading, await request(seller));
    await mine();
    await buy(last, await request(trading));
    await mine();
    expect(await ownerOf(last, seller.inscriptionIds[0]!)).toBe(last.wallet.ordinalsAddress);
  });
});

describe('a listing', () => {
  test('is in the book at its price, and gone when it is taken down', async () => {
    const seller = await trader('p2wpkh', 1);
    const query = { sellerAddress: seller.wallet.ordinalsAddress };
    const listed = await list(seller, seller.inscriptionIds);
    const inBook = await seller.client.get('/listings', { query });
    const [{ inscriptionId, listingId }] = listed as [(typeof listed)[0]];
    expect(inBook.listings).toMatchObject([{ inscriptionId, listingId, priceSats: PRICE, ...query }]);
    await delist(seller, { collectionSlug: SLUG, listings: listed });
    expect((await seller.client.get('/listings', { query })).listings).toEqual([]);
  });

  test('that was taken down can be proven void from the chain alone', async () => {
    const seller = await trader('p2wpkh', 1);
    const listings = await list(seller, seller.inscriptionIds);
    const revocation = () => isRevoked(listings[0]!, esploraUrl());
    expect(await revocation()).toEqual({ isRevoked: false, state: 'open' });
    await delist(seller, { collectionSlug: SLUG, listings });
    for (let block = 0; block < 2; block += 1) await mine();
    expect(await revocation()).toMatchObject({ isRevoked: true, evidence: { spent: 'anchor' } });
  });

  test('that was taken down cannot be bought, and its inscription can be listed again', async () => {
    const [seller, buyer] = [await trader('p2wpkh', 1), await trader('p2wpkh')];
    const listings = await list(seller, seller.inscriptionIds);
    await delist(seller, { collectionSlug: SLUG, listings });
    const attempt = buy(buyer, { collectionSlug: SLUG, listings, esploraUrl: esploraUrl() });
    await expect(attempt).rejects.toThrow(ApiError);
    await expect(list(seller, seller.inscriptionIds)).resolves.toHaveLength(1);
  });

  test("of somebody else's inscription is refused", async () => {
    const [owner, stranger] = [await trader('p2wpkh', 1), await trader('p2wpkh')];
    await expect(list(stranger, owner.inscriptionIds)).rejects.toMatchObject({
      name: 'ApiError',
      status: 403,
    });
  });
});

test('a wallet that signs in again keeps its profile', async () => {
  const { wallet, profile } = await trader('p2sh-p2wpkh');
  expect((await signIn(createClient({ baseUrl: sandbox.url }), wallet)).profile.id).toBe(profile.id);
});

test('the reads that no flow makes are what the client expects', async () => {
  const { client, profile } = await trader('p2wpkh', 1);
  expect((await client.get('/me')).profile).toEqual(profile);
  const { data } = await client.get('/collection-stats/floors', { query: { slugs: SLUG } });
  expect(data).toMatchObject([{ slug: SLUG }]);
  const book = await client.get('/collection/{slug}/collection-offers', { path: { slug: SLUG } });
  expect(book.rows).toHaveLength(book.totalCount);
});

test('the demo plays to its end, and shows four transactions and four sales', async () => {
  const shown = new Map<string, string>();
  await playTrade(sandbox.url, {
    step: (_title, work) => work(),
    show: (title, picture) => shown.set(title, picture),
  });
  const [transfer, half, one, three, sales, balances] = [...shown.values()];
  expect(transfer).toContain('network fee 212 sats');
  expect(half).toContain('59,000 sats to come from the sale');
  expect(one?.match(/buyer, inscriptions/g)).toHaveLength(1);
  expect(three?.match(/buyer, inscriptions/g)).toHaveLength(3);
  expect(sales?.split('\n')).toHaveLength(8);
  expect(balances).toContain('seller');
});

test('two demos beside each other both play to their end, each with its own sales', async () => {
  const play = async () => {
    const shown = new Map<string, string>();
    await playTrade(sandbox.url, {
      step: (_title, work) => work(),
      show: (title, picture) => shown.set(title, picture),
    });
    return shown.get('Sales')!.match(/Embers \d+ #\d/g)!;
  };
  const [mine, theirs] = await Promise.all([play(), play()]);
  expect(new Set([...mine, ...theirs])).toHaveProperty('size', 8);
}, 60_000);

test('a sandbox whose port is taken leaves nothing open', async () => {
  const servers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
  const before = servers();
  const port = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ port, blockSeconds: 0 })).rejects.toThrow('EADDRINUSE');
  await expect.poll(servers).toBe(before);
}, 300_000);

test("the client's sources find an inscription before and after a purchase", async () => {
  const seller = await trader('p2wpkh', 1);
  const buyer = await trader('p2tr');
  const inscriptionId = seller.inscriptionIds[0]!;
  const sources = [ordSource(`${sandbox.url}/sandbox/ord`), esploraSource(esploraUrl())];
  const [ord, esplora] = await Promise.all(sources.map((source) => source.locate(inscriptionId)));
  expect(esplora).toEqual(ord);
  const [listing] = await list(seller, [inscriptionId]);
  const { settlementTxid } = await buy(buyer, {
    collectionSlug: SLUG,
    listings: [listing!],
    esploraUrl: esploraUrl(),
  });
  await mine();
  for (const source of sources) {
    const at = await source.locate(inscriptionId);
    expect(at).toMatchObject({ txid: settlementTxid, offset: 0, valueSats: ord!.valueSats });
    const { address } = await source.output(at);
    expect(address).toBe(buyer.wallet.ordinalsAddress);
  }
  expect(await sources[0]!.output({ txid: settlementTxid, vout: 1 })).toMatchObject({
    inscriptions: [{ id: inscriptionId, offset: 0 }],
    hasRunes: false,
    spent: false,
  });
  expect(await sources[0]!.transaction(settlementTxid)).toBe(await sources[1]!.transaction(settlementTxid));
  await expect(sources[0]!.locate(`${'ab'.repeat(32)}i0`)).rejects.toThrow(/does not know it/);
  expect((await fetch(`${sandbox.url}/sandbox/ord/..%2fstatus`)).status).toBe(404);
});

test('a real node or index that does not respond ends the start, with its setting and without its password', async () => {
  const options = { port: 0, blockSeconds: 0 };
  await expect(startSandbox({ ...options, chainRpcUrl: 'http://u:secret@127.0.0.1:1' })).rejects.toThrow(
    /^the node at 127\.0\.0\.1:1 does not respond \(.*\); start it, or correct CHAIN_RPC_URL$/,
  );
  await expect(
    startSandbox({ ...options, chainRpcUrl: sandbox.node, ordUrl: 'http://127.0.0.1:1' }),
  ).rejects.toThrow(/^the index at 127\.0\.0\.1:1 does not respond \(.*\); start it, or correct ORD_URL$/);
});
