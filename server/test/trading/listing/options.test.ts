import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { acceptOffer, makeOffer } from '../../support/bidding.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { buy, list, listingBody, signedListing } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 60_000 });

async function opened(settings: Parameters<typeof openDesk>[0]) {
  const desk = await openDesk(settings);
  const api = await serveDesk(desk);
  const [seller, buyer] = (await desk.traders(['p2wpkh', 'p2tr'], 8)) as [Trader, Trader];
  return { desk, api, seller, buyer };
}

// Beyond the specification: REFUSE_LISTINGS_BELOW_OFFERS
describe('with listings below offers refused', () => {
  let desk: Desk;
  let api: DeskApi;
  let seller: Trader;
  let buyer: Trader;

  beforeAll(async () => {
    ({ desk, api, seller, buyer } = await opened({ settings: { refuseListingsBelowOffers: true } }));
  });
  afterAll(async () => {
    await api?.close();
    await desk?.close();
  });
  const preflight = (body: object) => api.post(`/collection/${SLUG}/listings/preflight`, seller, body);

  test('a batch is refused when one of its listings asks less than a standing offer', async () => {
    const [bid, free] = (await desk.inscribe(seller, 2)) as [string, string];
    await makeOffer(desk, buyer, bid, { priceSats: 60_000 });
    expect(await preflight(listingBody(seller, [free, bid], 59_000))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('has an offer of 60000 sats') },
    });
    expect((await preflight(listingBody(seller, [free, bid], 60_000))).status).toBe(200);
    expect((await preflight(listingBody(seller, [free], 59_000))).status).toBe(200);
  });

  test('a submit is 409 when the offer came after its preflight, and nothing of the batch is listed', async () => {
    const ids = await desk.inscribe(seller, 2);
    const body = await signedListing(desk.ctx, seller, listingBody(seller, ids, 40_000));
    const submit = () => api.post(`/collection/${SLUG}/listings/submit`, seller, body);
    await makeOffer(desk, buyer, ids[1]!, { priceSats: 50_000 });
    const before = await desk.dump();
    expect(await submit()).toMatchObject({ status: 409 });
    expect(await desk.dump()).toBe(before);
  });

  test('an offer that has expired does not count', async () => {
    const [id] = (await desk.inscribe(seller)) as [string];
    await makeOffer(desk, buyer, id, { priceSats: 60_000, validityHours: 6 });
    desk.clock.step(6 * 3_600_000);
    expect((await preflight(listingBody(seller, [id], 20_000))).status).toBe(200);
  });
});

test('without the setting, a listing may ask less than a standing offer', async () => {
  const { desk, api, seller, buyer } = await opened({});
  const [id] = (await desk.inscribe(seller)) as [string];
  await makeOffer(desk, buyer, id, { priceSats: 60_000 });
  expect(await list(desk, seller, [id], 20_000)).toHaveLength(1);
  await api.close();
  await desk.close();
});

// Beyond the specification: TRANSFER_FEE_RATE below 1
test('with transfers at 0.1 sat/vB, listings are sold and offers accepted where the node relays them', async () => {
  const { desk, api, seller, buyer } = await opened({ settings: { transferFeeRate: 0.1 } });
  const [sold, bid] = (await desk.inscribe(seller, 2)) as [string, string];
  const refs = await list(desk, seller, [sold]);
  await desk.mine();
  const { answer, promised } = await buy(desk, buyer, refs);
  const [transfer] = answer.listingTransferTxids;
  await desk.mine();
  const chain = (await desk.ctx.chain.transaction(transfer!))!;
  expect(chain.confirmations).toBe(1);
  expect(readTransaction(chain.hex).outputs).toHaveLength(2);
  expect(promised.listingTransferFeeSats).toBeLessThan(40);
  expect((await desk.ctx.ordinals.inscription(sold))!.address).toBe(buyer.ordinals.address);
  await acceptOffer(desk, seller, await makeOffer(desk, buyer, bid));
  await desk.mine();
  expect((await desk.ctx.ordinals.inscription(bid))!.address).toBe(buyer.ordinals.address);
  await api.close();
  await desk.close();
});
