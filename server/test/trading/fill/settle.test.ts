import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { Refusal } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import { collectionOfferById } from '../../../src/store/collection-offer/collection-offers.ts';
import { openFillAttempts } from '../../../src/store/fill/fill-attempts.ts';
import { cancelCollectionOffer } from '../../../src/trading/collection-offer/close.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { submitFill } from '../../../src/trading/fill/fill.ts';
import { fill, makeOffers, signedFill } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { refusalOf } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
let maker: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER], settings: { patienceBlocks: 6 } });
  [seller] = (await desk.traders(['p2tr'], 12)) as [Trader];
  ids = await desk.inscribe(seller, 11);
}, 60_000);
afterAll(() => desk?.close());
beforeEach(async () => {
  [maker] = (await desk.traders(['p2wpkh'])) as [Trader];
});

const take = () => ids.pop()!;
const offerState = async (id: string) => (await collectionOfferById(desk.ctx.db, id))!.state;
const attemptOf = async (offerId: string) =>
  (await desk.ctx.db.selectFrom('fillAttempts').selectAll().where('offerId', '=', offerId).execute()).at(-1)!;
const cancel = (offerId: string) =>
  cancelCollectionOffer(desk.ctx, maker.caller, {
    slug: SLUG,
    offerId,
    walletBindingId: maker.walletBindingId,
  });
const away = async () => {
  throw new Refusal('unavailable', 'the node is away');
};
/** An hour of validity: the clock of the desk stands still until a test moves it. */
const shortOffer = () => makeOffers(desk, maker, { priceSats: 60_000, validityHours: 1 });

/** A context whose node is away for these methods. */
const without = (...methods: (keyof TradingContext['chain'])[]): TradingContext => ({
  ...desk.ctx,
  chain: { ...desk.ctx.chain, ...Object.fromEntries(methods.map((method) => [method, away])) },
});

/** Signs a fill and submits it while the node is away in these ways. */
async function interrupted(...methods: (keyof TradingContext['chain'])[]) {
  const { offerId } = await shortOffer();
  const inscriptionId = take();
  const { body } = await signedFill(desk, seller, offerId, inscriptionId);
  const chain = without(...methods).chain;
  // what reads the state is there: only the sending fails
  let isSending = false;
  const signers = desk.ctx.collectionOffers!.signers;
  const gate = {
    ...signers.gate,
    signFill: async (request: Parameters<typeof signers.gate.signFill>[0]) => {
      isSending = true;
      return signers.gate.signFill(request);
    },
  };
  const ctx: TradingContext = {
    ...desk.ctx,
    chain: new Proxy(chain, {
      get: (_, name) => (isSending ? chain : desk.ctx.chain)[name as keyof typeof chain],
    }),
    collectionOffers: { ...desk.ctx.collectionOffers!, signers: { ...signers, gate } },
  };
  return { offerId, inscriptionId, submitted: submitFill(ctx, seller.caller, body) };
}

describe('after its expiry an offer is not filled', () => {
  test('by a package that was never sent: the attempt fails, and its package is deleted', async () => {
    const { offerId, submitted } = await interrupted('unspents');
    expect((await refusalOf(submitted)).code).toBe('unavailable');
    expect(await attemptOf(offerId)).toMatchObject({ state: 'pending' });
    desk.clock.step(HOUR_MS);
    await desk.settle();
    expect(await attemptOf(offerId)).toMatchObject({
      state: 'failed',
      reason: 'the offer expired before it was sent',
      package: null,
    });
    expect(await offerState(offerId)).toBe('expired');
    await desk.mine();
    expect(await offerState(offerId)).toBe('expired');
  });

  test('by one whose sending had no answer, unless a mempool has it', async () => {
    const { offerId, inscriptionId, submitted } = await interrupted('submitPackage');
    expect(await submitted).toMatchObject({ offerId, status: 'broadcast' });
    expect(await attemptOf(offerId)).toMatchObject({ state: 'sending' });
    desk.clock.step(HOUR_MS);
    await desk.mine();
    const attempt = await attemptOf(offerId);
    expect(attempt).toMatchObject({
      state: 'displaced',
      reason: 'the offer expired before a node took it',
    });
    expect(await offerState(offerId)).toBe('expired');
    expect(await desk.ctx.chain.transaction(attempt.settlementTxid)).toBeNull();
    // the node had it after all: the evidence decides
    await desk.ctx.chain.submitPackage(attempt.package!);
    await desk.mine();
    expect(await offerState(offerId)).toBe('accepted');
    expect((await desk.ctx.ordinals.inscription(inscriptionId))!.address).toBe(maker.ordinals.address);
  });
});

describe('a cancel while the offer is being filled', () => {
  test('wins until the package is sent', async () => {
    const { offerId, submitted } = await interrupted('unspents');
    expect((await refusalOf(submitted)).code).toBe('unavailable');
    expect(await cancel(offerId)).toEqual({ offerId, status: 'cancelled' });
    await desk.mine();
    expect(await offerState(offerId)).toBe('cancelled');
    const attempt = await attemptOf(offerId);
    expect(attempt).toMatchObject({
      state: 'failed',
      reason: 'cancelled by the maker of the offer',
      package: null,
    });
    expect(await desk.ctx.chain.transaction(attempt.settlementTxid)).toBeNull();
    const coin = await desk.ctx.db
      .selectFrom('admissions')
      .select('state')
      .where('id', '=', attempt.admissionId)
      .executeTakeFirstOrThrow();
    expect(coin.state).toBe('free');
  });

  test('wins while the signers sign, and the seller hears why', async () => {
    const { offerId } = await shortOffer();
    const { body } = await signedFill(desk, seller, offerId, take());
    const parts = desk.ctx.collectionOffers!;
    const gate = {
      ...parts.signers.gate,
      signFill: async (request: Parameters<typeof parts.signers.gate.signFill>[0]) => {
        await cancel(offerId);
        return parts.signers.gate.signFill(request);
      },
    };
    const ctx = { ...desk.ctx, collectionOffers: { ...parts, signers: { ...parts.signers, gate } } };
    const refusal = await refusalOf(submitFill(ctx, seller.caller, body));
    expect(refusal).toMatchObject({ code: 'stale' });
    expect(refusal.message).toContain('cancelled by the maker of the offer');
    await desk.mine();
    expect(await desk.ctx.chain.transaction(body.expectedSettlementTxid)).toBeNull();
  });

  test('is refused once the network may have the package, and says what can still stop it', async () => {
    const { offerId, submitted } = await interrupted('submitPackage');
    await submitted;
    const refusal = await refusalOf(cancel(offerId));
    expect(refusal).toMatchObject({ code: 'offer_closed' });
    expect(refusal.message).toContain('only a spend of one of its coins that a block has first can stop it');
    await desk.settle();
    await desk.mine();
    expect(await offerState(offerId)).toBe('accepted');
  });
});

describe('a fill that no block takes', () => {
  const untilPatienceEnds = async () => {
    for (let block = 0; block < desk.ctx.settings.patienceBlocks; block += 1) {
      await desk.miner.mineOnly([]);
      await desk.settle();
    }
  };

  test('binds its offer no longer, which its maker may cancel; a block may still have it', async () => {
    const { offerId } = await makeOffers(desk, maker, { priceSats: 60_000, validityHours: 2160 });
    await fill(desk, seller, offerId, take());
    await untilPatienceEnds();
    const attempt = await attemptOf(offerId);
    expect(attempt).toMatchObject({ state: 'displaced', reason: 'no block took it for too long' });
    expect(await desk.ctx.chain.transaction(attempt.settlementTxid)).not.toBeNull();
    await desk.settle();
    expect((await attemptOf(offerId)).state).toBe('displaced');
    await cancel(offerId);
    expect(await offerState(offerId)).toBe('cancelled');
    await desk.mine();
    expect((await attemptOf(offerId)).state).toBe('accepted');
    expect(await offerState(offerId)).toBe('accepted');
  });
});

describe('a fill that its seller displaces by an own spend', () => {
  async function displaced() {
    const { offerId } = await makeOffers(desk, maker, { priceSats: 70_000, validityHours: 1 });
    const inscriptionId = take();
    const { answer, body } = await fill(desk, seller, offerId, inscriptionId);
    const [feeCoin] = (await desk.coinsOf(seller)).sort((a, b) => b.valueSats - a.valueSats);
    const higher = { feeSats: 60_000, feeCoin: feeCoin! };
    const spend = await moveInscription(desk, seller, inscriptionId, seller.ordinals.address, higher);
    await desk.settle();
    return { offerId, answer, body, spend };
  }

  test('frees the offer at once, and is answered as before: a block may still have it', async () => {
    const { offerId, answer: before, body } = await displaced();
    expect(await submitFill(desk.ctx, seller.caller, body)).toEqual(before);
    expect(await attemptOf(offerId)).toMatchObject({ state: 'displaced' });
    expect(await offerState(offerId)).toBe('active');
    const { answer } = await fill(desk, seller, offerId, take());
    await desk.mine();
    expect(await offerState(offerId)).toBe('accepted');
    expect(answer.status).toBe('broadcast');
  });

  test('is accepted when a block has it after all', async () => {
    const { offerId, answer } = await displaced();
    const old = (await attemptOf(offerId)).package!;
    const second = await fill(desk, seller, offerId, take());
    await desk.miner.mineOnly(old, maker.payment.address);
    await desk.settle();
    const attempts = await desk.ctx.db
      .selectFrom('fillAttempts')
      .selectAll()
      .where('offerId', '=', offerId)
      .execute();
    const stateOf = (txid: string) => attempts.find(({ settlementTxid }) => settlementTxid === txid)!.state;
    expect(await offerState(offerId)).toBe('accepted');
    expect(stateOf(answer.settlementTxid)).toBe('accepted');
    expect(stateOf(second.answer.settlementTxid)).toBe('displaced');
    const { admissionId } = attempts.find(({ id }) => id === second.answer.fillAttemptId)!;
    const coin = await desk.ctx.db
      .selectFrom('admissions')
      .selectAll()
      .where('id', '=', admissionId)
      .executeTakeFirstOrThrow();
    expect(coin.state === 'free' || coin.spentHeight !== null).toBe(true);
    await desk.mine(2);
    expect((await openFillAttempts(desk.ctx.db)).filter((one) => one.offerId === offerId)).toEqual([]);
    expect(await offerState(offerId)).toBe('accepted');
    expect(readTransaction(old[1]!).txid).toBe(answer.settlementTxid);
  });
});

test('a fill that a reorg takes and a named spend ends has no sale any more', async () => {
  const { offerId } = await makeOffers(desk, maker, { priceSats: 65_000, validityHours: 1 });
  const inscriptionId = take();
  const { answer } = await fill(desk, seller, offerId, inscriptionId);
  const move = { send: false } as const;
  const spend = await moveInscription(desk, seller, inscriptionId, seller.ordinals.address, move);
  await desk.mine();
  const saleState = async () =>
    (
      await desk.ctx.db
        .selectFrom('sales')
        .select('state')
        .where('txid', '=', answer.settlementTxid)
        .executeTakeFirstOrThrow()
    ).state;
  expect(await saleState()).toBe('confirmed');
  await desk.reorg(1, [spend]);
  expect(await saleState()).toBe('pending');
  await desk.mine(desk.ctx.settings.failureDepth);
  expect(await attemptOf(offerId)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/ was spent by transaction [0-9a-f]{64} in block /) as string,
  });
  expect(await saleState()).toBe('failed');
});
