import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { explainTrade } from '../../../src/trading/trade/story.ts';
import { acceptOffer, makeOffer } from '../../support/bidding.ts';
import { fill, makeOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { buy, list, PRICE_SATS } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 12)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 6);
});
afterAll(() => desk?.close());

const purchaseIdOf = async (txid: string) =>
  (
    await desk.ctx.db
      .selectFrom('purchases')
      .select('id')
      .where('settlementTxid', '=', txid)
      .executeTakeFirstOrThrow()
  ).id;
const storyOf = async (idOrTxid: string) => (await explainTrade(desk.ctx.db, idOrTxid, new Date()))!;
const movesOf = async (idOrTxid: string) =>
  (await storyOf(idOrTxid)).moves.map(({ kind, from, to }) => `${kind}: ${from} -> ${to}`);

describe('the story of a trade', () => {
  test('has the moves of a purchase, its transactions with their blocks, fees, and what comes next', async () => {
    const [ref] = await list(desk, seller, [next()]);
    const { answer } = await buy(desk, buyer, [ref!]);
    const id = await purchaseIdOf(answer.settlementTxid);
    const before = await storyOf(id);
    expect(before).toMatchObject({ kind: 'purchase', id, state: 'pending' });
    expect(before.transactions).toContainEqual(
      expect.objectContaining({ txid: answer.settlementTxid, height: null }),
    );
    expect(before.next).toContain('a block confirms it');
    await desk.mine();
    const height = (await desk.call('getblockcount')) as number;
    const story = await storyOf(id);
    expect(story).toMatchObject({ state: 'confirmed', priceSats: PRICE_SATS });
    expect(await movesOf(id)).toEqual(
      expect.arrayContaining([
        'purchase: broadcasting -> pending',
        'purchase: pending -> confirmed',
        'listing: hidden_locked -> sold',
      ]),
    );
    expect(story.transactions).toContainEqual(
      expect.objectContaining({ txid: answer.settlementTxid, height }),
    );
    expect(story.signed).toContain('the market signer');
    const times = story.moves.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test('is found by any of its transactions, and that of a listing by its own id', async () => {
    const [ref] = await list(desk, seller, [next()]);
    const { answer } = await buy(desk, buyer, [ref!]);
    expect(await storyOf(answer.settlementTxid)).toMatchObject({
      id: await purchaseIdOf(answer.settlementTxid),
    });
    expect(await storyOf(answer.listingTransferTxids[0]!)).toMatchObject({
      ...{ kind: 'listing', id: ref!.listingId, state: 'hidden_locked' },
    });
    await desk.mine();
  });

  test('of an accepted offer has its settlement, and that of a fill its offer', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const { settlementTxid } = await acceptOffer(desk, seller, offer);
    await desk.mine();
    expect(await storyOf(settlementTxid)).toMatchObject({
      ...{ kind: 'offer', id: offer.offerId, settlementState: 'confirmed' },
    });
    expect(await movesOf(settlementTxid)).toContain('settlement: pending -> confirmed');
    const { offerId } = await makeOffers(desk, buyer, { priceSats: 60_000 });
    const { answer } = await fill(desk, seller, offerId, next());
    await desk.mine();
    const filled = await storyOf(answer.fillAttemptId);
    expect(filled).toMatchObject({ kind: 'fill', id: answer.fillAttemptId, state: 'accepted' });
    expect(await movesOf(answer.fillAttemptId)).toEqual(
      expect.arrayContaining(['fill: seller_signed -> pending', 'collection offer: filling -> accepted']),
    );
  });

  test('of what nobody knows is null', async () => {
    for (const unknown of [crypto.randomUUID(), 'ab'.repeat(32)])
      expect(await explainTrade(desk.ctx.db, unknown, new Date())).toBeNull();
  });
});
