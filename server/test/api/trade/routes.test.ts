import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { issueToken } from '../../../src/api/edge/bearer.ts';
import { createApi } from '../../../src/api/server.ts';
import { apiSettings } from '../../support/api.ts';
import { acceptOffer, makeOffer } from '../../support/bidding.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let app: ReturnType<typeof createApi>;
let seller: Trader;
let buyer: Trader;
let stranger: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk();
  [seller, buyer, stranger] = (await desk.traders(['p2tr', 'p2wpkh', 'p2wpkh'], 8)) as [
    Trader,
    Trader,
    Trader,
  ];
  ids = await desk.inscribe(seller, 2);
  app = createApi(desk.ctx, apiSettings({ checkResponses: true }));
  await app.ready();
});
afterAll(async () => {
  await app?.close();
  await desk?.close();
});

/** GET /trades/<id>, as a trader or without a token. */
async function story(tradeId: string, as: Trader | null) {
  const token = as && issueToken(app, desk.clock, 3_600_000, as.caller.profileId).sessionToken;
  const answer = await app.inject({
    url: `/trades/${tradeId}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return { status: answer.statusCode, body: answer.json() };
}

test('seller and buyer read the story of their purchase, from its transaction, with what happens next', async () => {
  const [ref] = await list(desk, seller, [ids.pop()!]);
  const { answer, promised } = await buy(desk, buyer, [ref!]);
  const { status, body } = await story(answer.settlementTxid, buyer);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    kind: 'purchase',
    state: 'pending',
    next: 'a block confirms it; if the mempool drops it, it is sent again; if no block has it for long, it is given up',
  });
  expect(body.transactions.at(-1)).toEqual({ txid: answer.settlementTxid, height: null });
  // of the seller and of the buyer
  expect(body.fees.marketplaceFee).toBe(promised.listings[0]!.marketplaceRevenueSats);
  await desk.mine();
  const after = await story(body.id, seller);
  expect(after).toMatchObject({ status: 200, body: { id: body.id, state: 'confirmed' } });
  expect(after.body.moves).toContainEqual(
    expect.objectContaining({ kind: 'purchase', from: 'pending', to: 'confirmed' }),
  );
});

test('the story of an offer names what its buyer pays as a sum without postage, unlike that of a purchase', async () => {
  const [offered] = await desk.inscribe(seller, 1);
  const { offerId } = await makeOffer(desk, buyer, offered!);
  const { body } = await story(offerId, buyer);
  expect(Object.keys(body.fees)).not.toContain('buyerPaysInAll');
  expect(body.fees.buyerPaysWithoutPostage).toBeGreaterThan(body.priceSats);
});

/** GET /my/trades of a trader: every page, two trades at a time. */
async function trades(as: Trader, filter = '') {
  const { sessionToken } = issueToken(app, desk.clock, 3_600_000, as.caller.profileId);
  const all: { id: string; createdAt: string }[] = [];
  for (let cursor = ''; ; ) {
    const answer = await app.inject({
      url: `/my/trades?limit=2${filter}${cursor}`,
      headers: { authorization: `Bearer ${sessionToken}` },
    });
    expect(answer.statusCode).toBe(200);
    const { trades: page, pagination } = answer.json();
    all.push(...page);
    if (!pagination.hasNext) return all;
    cursor = `&cursor=${pagination.nextCursor}`;
  }
}

test('each party lists its own trades, newest first, with the block that has them; a stranger lists none', async () => {
  const [sold, listed, offered] = await desk.inscribe(seller, 3);
  const [ref] = await list(desk, seller, [sold!]);
  const [open] = await list(desk, seller, [listed!]);
  const { answer } = await buy(desk, buyer, [ref!]);
  const pending = await trades(seller, '&open=true');
  expect(pending.find(({ id }) => id === ref!.listingId)).toMatchObject({
    ...{ kind: 'listing', side: 'sell', state: 'hidden_locked' },
    ...{ settlementTxid: answer.settlementTxid, confirmedHeight: null, inscriptionCount: 1 },
    inscriptions: [{ inscriptionId: sold }],
  });
  await desk.mine();
  const offer = await makeOffer(desk, buyer, offered!);
  await acceptOffer(desk, seller, offer);
  const height = (await story(answer.settlementTxid, buyer)).body.transactions.at(-1).height;
  const ofSeller = await trades(seller);
  const one = (id: string) => ofSeller.find((trade) => trade.id === id);
  expect(one(offer.offerId)).toMatchObject({
    kind: 'offer',
    side: 'sell',
    state: 'pending',
    confirmedHeight: null,
  });
  expect(one(open!.listingId)).toMatchObject({ kind: 'listing', state: 'buyable', settlementTxid: null });
  expect(one(ref!.listingId)).toMatchObject({ kind: 'listing', state: 'sold', confirmedHeight: height });
  const times = ofSeller.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());
  expect(new Set(ofSeller.map(({ id }) => id)).size).toBe(ofSeller.length);
  expect((await trades(seller, '&open=true')).map(({ id }) => id)).not.toContain(ref!.listingId);
  const ofBuyer = await trades(buyer);
  expect(ofBuyer).toContainEqual(expect.objectContaining({ id: offer.offerId, kind: 'offer', side: 'buy' }));
  expect(ofBuyer).toContainEqual(
    expect.objectContaining({ kind: 'purchase', side: 'buy', state: 'confirmed', confirmedHeight: height }),
  );
  expect(await trades(stranger)).toEqual([]);
  // the seller's story has the transactions of the sale
  expect((await story(ref!.listingId, seller)).body.transactions.at(-1)).toEqual({
    txid: answer.settlementTxid,
    height,
  });
});

test('a trade of others is 404, like a trade that does not exist', async () => {
  const [ref] = await list(desk, seller, [ids.pop()!]);
  expect((await story(ref!.listingId, seller)).status).toBe(200);
  const hidden = await story(ref!.listingId, stranger);
  const missing = await story('3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11', stranger);
  expect([hidden.status, missing.status]).toEqual([404, 404]);
  expect(hidden.body.error.replace(ref!.listingId, 'it')).toBe(
    missing.body.error.replace('3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11', 'it'),
  );
});

test('the reason of an end is shown to both parties', async () => {
  const [id] = await desk.inscribe(seller, 1);
  const offer = await makeOffer(desk, buyer, id!);
  const { offerId } = offer;
  await acceptOffer(desk, seller, offer);
  await desk.ctx.db
    .updateTable('offerSettlements')
    .set({ nodeRefusal: 'min relay fee not met' })
    .where('offerId', '=', offerId)
    .execute();
  for (const party of [seller, buyer])
    expect((await story(offerId, party)).body.reason).toBe('min relay fee not met');
});

test('no token is 401, and an id of another form is 400', async () => {
  expect((await story('3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11', null)).status).toBe(401);
  expect((await story('everything', buyer)).status).toBe(400);
  expect((await app.inject({ url: '/my/trades' })).statusCode).toBe(401);
});
