import { randomUUID } from 'node:crypto';
import { MAX_LIVE_OFFERS } from '@ordbook/api/offer/offer';
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeOffer, signedAcceptance, signedOffer } from '../../support/bidding.ts';
import { type Desk, openDesk, POSTAGE_SATS, SLUG } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let api: DeskApi;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk();
  api = await serveDesk(desk);
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2tr'], 8)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 10);
}, 60_000);
afterAll(async () => {
  await api?.close();
  await desk?.close();
});
vi.setConfig({ testTimeout: 60_000 });

const FEES = [
  'priceSats',
  'inscriptionUtxoValueSats',
  'sellerMarketplaceFeeBps',
  'sellerMarketplaceFeeSats',
  'buyerMarketplaceFeeBps',
  'buyerMarketplaceFeeSats',
  'sellerCreatorRoyaltyBps',
  'sellerCreatorRoyaltySats',
  'buyerCreatorRoyaltyBps',
  'buyerCreatorRoyaltySats',
  'sellerReceiveSats',
  'buyerPayTotalSats',
  'marketplaceRevenueSats',
  'creatorRevenueSats',
];

// Spec, "Inscription offers: create" and "Fee breakdown fields"
test('each item of an offer preflight has the fee breakdown, a fee rate, and a network fee that adds up', async () => {
  const body = {
    walletBindingId: buyer.walletBindingId,
    paymentPublicKey: buyer.payment.publicKey,
    inscriptionIds: [next(), next()],
    priceSats: 50_000,
    spendableUtxos: await desk.coinsOf(buyer),
  };
  const answer = await api.post(`/collection/${SLUG}/offers/preflight`, buyer, body);
  expect(answer.status).toBe(200);
  const paid = answer.body.selectedPaymentUtxos.reduce(
    (total: number, { valueSats }: { valueSats: number }) => total + valueSats,
    0,
  );
  const terms = (await signedOffer(desk, buyer, body.inscriptionIds)).preflight;
  for (const [i, item] of answer.body.items.entries()) {
    for (const field of FEES) expect(item[field], field).toBeTypeOf('number');
    expect(item).toMatchObject({
      priceSats: 50_000,
      inscriptionUtxoValueSats: POSTAGE_SATS,
      targetFeeRateSatVb: desk.ctx.settings.transferFeeRate,
      sellerReceiveSats: 50_000 - item.sellerMarketplaceFeeSats,
      buyerPayTotalSats: 50_000 + item.buyerMarketplaceFeeSats,
    });
    const change = changeOf(item.steps[0].psbtBase64);
    expect(paid - change).toBe(
      item.buyerPayTotalSats + item.inscriptionUtxoValueSats + item.estimatedNetworkFeeSats,
    );
    expect(item.expectedSettlementTxid).toBe(terms.items[i]!.expectedSettlementTxid);
  }
});

/** What an unsigned PSBT pays back to the buyer's payment address. */
function changeOf(psbtBase64: string): number {
  const script = Buffer.from(scriptOf(buyer.payment.address, 'regtest'), 'hex');
  const raw = Buffer.from(psbtBase64, 'base64');
  const at = raw.indexOf(Buffer.concat([Buffer.from([script.length]), script]));
  return at === -1 ? 0 : Number(raw.readBigUInt64LE(at - 8));
}

// Spec, "Seller accepts a buyer offer"
describe('an acceptance without targetFeeRateSatVb', () => {
  test('is rebuilt at the rate that the last preflight promised', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const { body } = await signedAcceptance(desk, seller, offer);
    const { targetFeeRateSatVb, inscriptionId, offerId, ...rest } = body;
    const path = `/inscriptions/${inscriptionId}/offers/${offerId}/accept/submit`;
    const other = { ...rest, targetFeeRateSatVb: targetFeeRateSatVb + 1 };
    expect((await api.post(path, seller, other)).status).toBe(409);
    expect(await api.post(path, seller, rest)).toMatchObject({ status: 200, body: { status: 'accepted' } });
    await desk.mine();
  });

  test('is refused when no preflight has promised one', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const { body } = await signedAcceptance(desk, seller, offer);
    await sql`update offers set promised_fee_rate = null where id = ${offer.offerId}`.execute(desk.ctx.db);
    const { targetFeeRateSatVb: _, inscriptionId, offerId, ...rest } = body;
    const path = `/inscriptions/${inscriptionId}/offers/${offerId}/accept/submit`;
    expect(await api.post(path, seller, rest)).toMatchObject({ status: 409 });
  });
});

// Spec, "GET /me/offers"
test('groups of owned offers say content type and collection, and their offers name the inscription', async () => {
  const offer = await makeOffer(desk, buyer, next());
  const { groups } = (await api.get('/me/offers', seller)).body;
  const group = groups.find((one: { inscriptionId: string }) => one.inscriptionId === offer.inscriptionId);
  const named = {
    inscriptionNumber: group.inscriptionNumber,
    inscriptionTitle: group.inscriptionTitle,
    collectionName: 'Embers',
    collectionSlug: SLUG,
    collectionVerified: true,
    contentType: 'image',
  };
  expect(group).toMatchObject(named);
  expect(group.offers).toMatchObject([{ id: offer.offerId, isFile: false, ...named }]);
  expect(group.inscriptionNumber).toMatch(/^\d+$/);
});

// Spec, "Inscription offers: reads"
describe('GET /inscriptions/{id}/offers', () => {
  test('has an ownerAddress of `none` once no address holds the inscription', async () => {
    const id = next();
    const read = async () => (await api.get(`/inscriptions/${id}/offers`, buyer)).body.ownerAddress;
    expect(await read()).toBe(seller.ordinals.address);
    await sql`update locations set owner_address = null
      where inscription_key = (select key from inscriptions where id = ${id})`.execute(desk.ctx.db);
    expect(await read()).toBe('none');
  });

  test('has the best offers, of one price the newest first, up to a bound, and counts them all', async () => {
    const id = next();
    const { offerId } = await makeOffer(desk, buyer, id);
    const copies = MAX_LIVE_OFFERS + 4;
    await sql`insert into offers select (jsonb_populate_record(o, jsonb_build_object(
        'id', gen_random_uuid(), 'first_txid', md5(n::text) || md5('x' || n), 'price_sats', 10000 + n * 1000,
        'fees', o.fees || jsonb_build_object('priceSats', 10000 + n * 1000),
        'expires_at', case when n = 1 then ${desk.clock.now()}::timestamptz + interval '1 hour' else o.expires_at end
      ))).* from offers o, generate_series(1, ${copies}::integer) n where o.id = ${offerId}`.execute(
      desk.ctx.db,
    );
    await sql`insert into offers select (jsonb_populate_record(o, jsonb_build_object(
        'id', gen_random_uuid(), 'first_txid', md5('newer'), 'created_at', o.created_at + interval '1 second'
      ))).* from offers o where o.id = ${offerId}`.execute(desk.ctx.db);
    const { body } = await api.get(`/inscriptions/${id}/offers`, seller);
    expect(body).toMatchObject({
      liveOfferCount: copies + 2,
      expiringSoonCount: 1,
      topOfferSats: 10_000 + copies * 1000,
    });
    const prices: number[] = body.offers.map(({ priceSats }: { priceSats: number }) => priceSats);
    expect(prices).toHaveLength(MAX_LIVE_OFFERS);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(prices[0]).toBe(10_000 + copies * 1000);
    const same = body.offers.filter(({ priceSats }: { priceSats: number }) => priceSats === 50_000);
    const times: string[] = same.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

// Spec, "Errors": 409, re-fetch listing and offer state; 400 for what is malformed
describe('an offer that nobody knows', () => {
  const act = (offerId: string, action: string, more: object = {}) =>
    api.post(`/inscriptions/${ids[0]}/offers/${offerId}/${action}`, seller, {
      walletBindingId: seller.walletBindingId,
      ...more,
    });

  test('is 409 in the path of a write, with a code of its own, and a malformed id is 400', async () => {
    const key = { ordinalsPublicKey: seller.ordinals.publicKey };
    for (const [action, more] of [
      ['cancel', {}],
      ['reject', {}],
      ['counter/reject', {}],
      ['accept/preflight', key],
      ['counter/preflight', { ...key, priceSats: 80_000 }],
    ] as const) {
      const answer = await act(randomUUID(), action, more);
      expect(answer, action).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('no offer') },
      });
      expect((await act('7', action, more)).status, action).toBe(400);
    }
  });
});

// Spec, "Limits": offer price
test('with a floor above five times the maximum, exactly the maximum can be offered', async () => {
  const id = next();
  const { offerMaximumSats } = desk.ctx.settings;
  await list(desk, seller, [next()], offerMaximumSats * 50);
  const coins = await desk.traders(['p2wpkh'], 2, 2 * offerMaximumSats);
  const rich = coins[0]!;
  await expect(signedOffer(desk, rich, [id], { priceSats: offerMaximumSats - 1000 })).rejects.toThrow(
    /is below 1000000, 20% of the floor/,
  );
  await expect(signedOffer(desk, rich, [id], { priceSats: offerMaximumSats + 1000 })).rejects.toThrow(
    /above the maximum/,
  );
  await makeOffer(desk, rich, id, { priceSats: offerMaximumSats });
});
