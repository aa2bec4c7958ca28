import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { settlementOfOffer } from '../../../src/store/offer/settlements.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { submitAcceptCounter } from '../../../src/trading/counter/accept.ts';
import { submitAcceptOffer } from '../../../src/trading/offer/accept.ts';
import {
  acceptOffer,
  makeCounter,
  makeOffer,
  makeOffers,
  offerNow,
  signedAcceptance,
  signedCounterAcceptance,
} from '../../support/bidding.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { refusalOf } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ settings: { failureDepth: 2, patienceBlocks: 6 } });
  [seller] = (await desk.traders(['p2wpkh'], 12)) as [Trader];
  ids = await desk.inscribe(seller, 11);
});
afterAll(() => desk?.close());

const newBuyer = async () => (await desk.traders(['p2wpkh'], 4))[0]!;
const settlementOf = async (offerId: string) => (await settlementOfOffer(desk.ctx.db, offerId))!;
const refused = [{ txid: '', accepted: false, reason: 'min relay fee not met' }];

/** The service, with a node that takes no package. */
const refusing = () => desk.restarted({ chain: { ...desk.ctx.chain, submitPackage: async () => refused } });
/** Days pass, with a poll in each. */
async function patience(ctx: ReturnType<typeof refusing>) {
  desk.clock.step(desk.ctx.settings.patienceMs + 1);
  await desk.settle(ctx.follower);
}

describe('an acceptance that no node takes', () => {
  test('is answered as accepted, says why it waits, and is sent again', async () => {
    const offer = await makeOffer(desk, await newBuyer(), next());
    const { ctx } = refusing();
    const { body } = await signedAcceptance(desk, seller, offer);
    expect(await submitAcceptOffer(ctx, seller.caller, body)).toMatchObject({ status: 'accepted' });
    expect(await settlementOf(offer.offerId)).toMatchObject({
      state: 'broadcasting',
      nodeRefusal: expect.stringContaining('min relay fee not met') as string,
    });
    await desk.settle();
    expect(await settlementOf(offer.offerId)).toMatchObject({ state: 'pending', nodeRefusal: null });
    await desk.mine();
    expect((await settlementOf(offer.offerId)).state).toBe('confirmed');
  });

  test('for days is not sent any more, and frees its coins for another offer', async () => {
    const buyer = await newBuyer();
    const wanted = [next(), next()] as const;
    const made = await makeOffers(desk, buyer, wanted, { validityHours: 2160 });
    const first = { offerId: made[0]!, inscriptionId: wanted[0] };
    const second = { offerId: made[1]!, inscriptionId: wanted[1] };
    const service = refusing();
    await submitAcceptOffer(service.ctx, seller.caller, (await signedAcceptance(desk, seller, first)).body);
    // the two are on the same coins
    const { body } = await signedAcceptance(desk, seller, second);
    expect((await refusalOf(submitAcceptOffer(desk.ctx, seller.caller, body))).code).toBe('offer_closed');
    await patience(service);
    expect((await settlementOf(first.offerId)).state).toBe('stalled');
    expect((await offerNow(desk, first)).state).toBe('accepted');
    await acceptOffer(desk, seller, second);
    await desk.mine(3);
    expect((await settlementOf(second.offerId)).state).toBe('confirmed');
    // the named spend ends the first
    expect(await settlementOf(first.offerId)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining((await settlementOf(second.offerId)).settlementTxid) as string,
    });
  });

  test('for days is confirmed all the same when a block has it', async () => {
    const offer = await makeOffer(desk, await newBuyer(), next(), { validityHours: 2160 });
    const service = refusing();
    await submitAcceptOffer(service.ctx, seller.caller, (await signedAcceptance(desk, seller, offer)).body);
    await patience(service);
    const { state, package: sent } = await settlementOf(offer.offerId);
    expect(state).toBe('stalled');
    await desk.miner.mineOnly(sent);
    await desk.settle();
    expect((await settlementOf(offer.offerId)).state).toBe('confirmed');
  });

  test('for days, of a counter: the operator spends its anchor, which ends it', async () => {
    const buyer = await newBuyer();
    const bid = await makeOffer(desk, buyer, next(), { validityHours: 2160 });
    const counter = await makeCounter(desk, seller, bid, { validityHours: 2160 });
    const service = refusing();
    const { body } = await signedCounterAcceptance(desk, buyer, counter);
    await submitAcceptCounter(service.ctx, buyer.caller, body);
    await patience(service);
    desk.clock.step(desk.ctx.settings.revokeWithinMs + 1);
    await desk.settle(service.follower);
    await desk.miner.mine(1);
    await desk.settle(service.follower);
    for (let block = 0; block < 3; block += 1) {
      await desk.miner.mine(1);
      await desk.settle(service.follower);
    }
    expect((await settlementOf(counter.offerId)).state).toBe('failed');
    expect((await offerNow(desk, counter)).state).toBe('invalidated');
  });
});

describe('an acceptance that no block takes', () => {
  /** Blocks of others come, until patience has ended. */
  const blocks = async () => {
    for (let block = 0; block < desk.ctx.settings.patienceBlocks; block += 1) {
      await desk.miner.mineOnly([]);
      await desk.settle();
    }
  };

  test('stalls, though the mempool has it; a spend of a coin by a party ends it', async () => {
    const offer = await makeOffer(desk, await newBuyer(), next(), { validityHours: 2160 });
    await acceptOffer(desk, seller, offer);
    await blocks();
    const { settlementTxid, state } = await settlementOf(offer.offerId);
    expect(state).toBe('stalled');
    expect(await desk.ctx.chain.mempoolTxids()).toContain(settlementTxid);
    await desk.settle();
    expect((await settlementOf(offer.offerId)).state).toBe('stalled');
    expect((await offerNow(desk, offer)).state).toBe('accepted');
    const feeSats = 20_000;
    await moveInscription(desk, seller, offer.inscriptionId, seller.ordinals.address, { feeSats });
    await desk.mine(3);
    expect((await settlementOf(offer.offerId)).state).toBe('failed');
    expect((await offerNow(desk, offer)).state).toBe('invalidated');
  });

  test('is confirmed all the same when a block has it', async () => {
    const offer = await makeOffer(desk, await newBuyer(), next(), { validityHours: 2160 });
    await acceptOffer(desk, seller, offer);
    await blocks();
    expect((await settlementOf(offer.offerId)).state).toBe('stalled');
    await desk.mine();
    expect((await settlementOf(offer.offerId)).state).toBe('confirmed');
  });
});

test('the fee rate that a preflight promised holds as long as a reservation', async () => {
  const buyer = await newBuyer();
  const bid = await makeOffer(desk, buyer, next());
  const counter = await makeCounter(desk, seller, bid);
  const { body } = await signedCounterAcceptance(desk, buyer, counter);
  desk.clock.step(desk.ctx.settings.reservationMs);
  const submit = (ctx: TradingContext) => submitAcceptCounter(ctx, buyer.caller, body);
  const refusal = await refusalOf(submit(desk.ctx));
  expect(refusal).toMatchObject({ code: 'stale' });
  expect(refusal.message).toContain('run the preflight');
  const { body: again } = await signedCounterAcceptance(desk, buyer, counter);
  expect(await submitAcceptCounter(desk.ctx, buyer.caller, again)).toMatchObject({ status: 'accepted' });
  await desk.mine();
});
