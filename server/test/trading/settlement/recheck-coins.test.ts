import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { outpointText } from '@ordbook/protocol/outpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionOfferById } from '../../../src/store/collection-offer/collection-offers.ts';
import type { Flow } from '../../../src/trading/context.ts';
import { acceptCounter, acceptOffer, makeCounter, makeOffer, offerNow } from '../../support/bidding.ts';
import { fill, makeOffers as makeCollectionOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let opened: Desk;
/** The desk with one flow more, which notes the coins that it is told of. */
let desk: Desk;
let buyer: Trader;
let seller: Trader;
let ids: string[];
let told: Set<string>;

beforeAll(async () => {
  opened = await openDesk({ tiers: [QUICK_TIER] });
  const listener: Flow = {
    trades: [],
    recheck: async (_ctx, { outpoints }) => {
      for (const outpoint of outpoints) told.add(outpointText(outpoint));
    },
  };
  desk = { ...opened, ctx: { ...opened.ctx, flows: [...opened.ctx.flows, listener] } };
  [buyer, seller] = (await desk.traders(['p2wpkh', 'p2tr'], 12)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 6);
}, 60_000);
afterAll(() => opened?.close());
beforeEach(() => {
  told = new Set();
});

/** What a transaction in the mempool spends of coins that blocks made. */
async function confirmedInputsOf(txid: string): Promise<string[]> {
  const { hex } = (await desk.ctx.chain.transaction(txid))!;
  const inputs: string[] = [];
  for (const input of readTransaction(hex).inputs) {
    const parent = await desk.ctx.chain.transaction(input.txid);
    if (parent!.confirmations > 0) inputs.push(outpointText(input));
    else inputs.push(...(await confirmedInputsOf(input.txid)));
  }
  return inputs;
}

describe('every flow is told, without waiting for the follower, of each coin that is spent by', () => {
  const settlements: Record<string, () => Promise<{ readonly settlementTxid: string }>> = {
    'a purchase': async () => (await buy(desk, buyer, await list(desk, seller, [ids.pop()!]))).answer,
    'an accepted offer': async () =>
      acceptOffer(desk, seller, await makeOffer(desk, buyer, ids.pop()!, { priceSats: 100_000 })),
    'an accepted counter': async () => {
      const offer = await makeOffer(desk, buyer, ids.pop()!);
      return acceptCounter(desk, buyer, await makeCounter(desk, seller, offer));
    },
    'a fill': async () => {
      const { offerId } = await makeCollectionOffers(desk, buyer);
      return (await fill(desk, seller, offerId, ids.pop()!)).answer;
    },
  };
  test.each(Object.keys(settlements))('%s', async (name) => {
    const { settlementTxid } = await settlements[name]!();
    const spent = await confirmedInputsOf(settlementTxid);
    expect(spent.length).toBeGreaterThan(1);
    expect([...told]).toEqual(expect.arrayContaining(spent));
    await desk.mine();
  });
});

test('an accepted offer invalidates, at once, a collection offer of the buyer on the same coins', async () => {
  const coins = (await desk.coinsOf(buyer)).slice(0, 1);
  const { offerId } = await makeCollectionOffers(desk, buyer, { spendableUtxos: coins });
  const offer = await makeOffer(desk, buyer, ids.pop()!, { priceSats: 100_000, coins });
  await acceptOffer(desk, seller, offer);
  expect(await offerNow(desk, offer)).toMatchObject({ state: 'accepted' });
  expect((await collectionOfferById(desk.ctx.db, offerId))!.state).toBe('invalidated');
  await desk.mine();
});
