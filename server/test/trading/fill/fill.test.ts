import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { Refusal } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignerRefusal } from '../../../src/signer/port.ts';
import { collectionOfferById } from '../../../src/store/collection-offer/collection-offers.ts';
import { fillAttemptById } from '../../../src/store/fill/fill-attempts.ts';
import { admissionById, releaseAdmission } from '../../../src/store/operator-coins/admissions.ts';
import { salesPage } from '../../../src/store/sale/sales.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { preflightFill, submitFill } from '../../../src/trading/fill/fill.ts';
import { fill, fillBody, makeOffers, OFFER_SATS, signedFill } from '../../support/collection-offers.ts';
import { type Desk, openDesk, POSTAGE_SATS, SLUG } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { list, refusalOf } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let buyer: Trader;
let seller: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  [buyer, seller] = (await desk.traders(['p2wpkh', 'p2tr'], 12)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 12);
}, 60_000);
afterAll(() => desk?.close());

const take = () => ids.pop()!;
const stateOf = async (offerId: string) => (await collectionOfferById(desk.ctx.db, offerId))!.state;

describe('a fill', () => {
  test('gives the buyer the inscription and the seller the price less fees, in one package', async () => {
    const inscriptionId = take();
    const { offerId } = await makeOffers(desk, buyer);
    const { promised, answer } = await fill(desk, seller, offerId, inscriptionId);
    expect(answer).toMatchObject({
      offerId,
      status: 'broadcast',
      settlementTxid: promised.expectedSettlementTxid,
    });
    expect(await stateOf(offerId)).toBe('filling');

    await desk.mine();
    const settled = (await desk.ctx.chain.transaction(answer.settlementTxid))!;
    expect(settled.confirmations).toBe(1);
    const { outputs } = readTransaction(settled.hex);
    expect(outputs[0]!.valueSats).toBe(POSTAGE_SATS);
    expect(promised.inscriptionUtxoValueSats).toBe(POSTAGE_SATS);
    expect(outputs[1]!.valueSats).toBe(promised.sellerReceiveSats - promised.estimatedNetworkFeeSats);
    expect(outputs[2]!.valueSats).toBe(promised.marketplaceFeeSats);
    expect((await desk.ctx.ordinals.inscription(inscriptionId))!.address).toBe(buyer.ordinals.address);
    expect(await stateOf(offerId)).toBe('accepted');
    expect((await fillAttemptById(desk.ctx.db, answer.fillAttemptId))!.state).toBe('accepted');
    const [sale] = await salesPage(desk.ctx.db, { after: null, limit: 1 });
    expect(sale).toMatchObject({
      saleType: 'internal',
      txid: answer.settlementTxid,
      inscriptionId,
      sellerAddress: seller.ordinals.address,
      buyerAddress: buyer.ordinals.address,
      priceSats: OFFER_SATS,
      collectionSlug: SLUG,
    });
  });

  test('answers the same ids when it is submitted again, before and after its block', async () => {
    const { offerId } = await makeOffers(desk, buyer);
    const { body, answer } = await fill(desk, seller, offerId, take());
    expect(await submitFill(desk.ctx, seller.caller, body)).toEqual(answer);
    await desk.mine();
    expect(await submitFill(desk.ctx, seller.caller, body)).toEqual({ ...answer, status: 'accepted' });
  });

  test('below the top of the book needs the warning back', async () => {
    const inscriptionId = take();
    const { offerId: top } = await makeOffers(desk, buyer, { priceSats: 80_000 });
    const [second] = await desk.traders(['p2wpkh']);
    const { offerId } = await makeOffers(desk, second!, { priceSats: 60_000 });
    const { promised, body } = await signedFill(desk, seller, offerId, inscriptionId);
    expect(promised.belowTopOfferWarning).toEqual({
      selectedOffer: { offerId, priceSats: 60_000 },
      topOffer: { offerId: top, priceSats: 80_000 },
    });
    expect((await refusalOf(submitFill(desk.ctx, seller.caller, body))).code).toBe('below_top_offer');
    const confirmed = { ...body, belowTopOfferConfirmation: promised.belowTopOfferWarning };
    expect((await submitFill(desk.ctx, seller.caller, confirmed)).status).toBe('broadcast');
    await desk.mine();
  });
});

describe('a fill that is refused by', () => {
  async function interrupted(
    change: (parts: NonNullable<TradingContext['collectionOffers']>['signers']) => object,
  ) {
    const inscriptionId = take();
    const [other] = await desk.traders(['p2wpkh']);
    const { offerId } = await makeOffers(desk, other!, { priceSats: 90_000 });
    const { body } = await signedFill(desk, seller, offerId, inscriptionId);
    const parts = desk.ctx.collectionOffers!;
    const signers = { ...parts.signers, ...change(parts.signers) };
    const ctx = { ...desk.ctx, collectionOffers: { ...parts, signers } };
    return { ctx, offerId, body, inscriptionId };
  }

  test('a signer ends with its reason, and offer and admission coin are free again', async () => {
    const { ctx, offerId, body, inscriptionId } = await interrupted(({ policy }) => ({
      policy: {
        ...policy,
        signFill: async () => {
          throw new SignerRefusal('no');
        },
      },
    }));
    const refusal = await refusalOf(submitFill(ctx, seller.caller, body));
    expect(refusal).toMatchObject({ code: 'stale' });
    expect(refusal.message).toContain('a signer refused it');
    expect(await stateOf(offerId)).toBe('active');
    expect((await fill(desk, seller, offerId, inscriptionId)).answer.status).toBe('broadcast');
    await desk.mine();
  });

  test('the absence of a signer waits for it, and is finished by the follower', async () => {
    const { ctx, offerId, body } = await interrupted(({ gate }) => ({
      gate: {
        ...gate,
        signFill: async () => {
          throw new Refusal('unavailable', 'the gate signer is away');
        },
      },
    }));
    expect((await refusalOf(submitFill(ctx, seller.caller, body))).code).toBe('unavailable');
    expect(await stateOf(offerId)).toBe('filling');
    await desk.settle();
    await desk.mine();
    expect(await stateOf(offerId)).toBe('accepted');
  });

  test('the node for now is answered with its ids, and sent again', async () => {
    const { ctx, offerId, body } = await interrupted(() => ({}));
    const chain = {
      ...ctx.chain,
      submitPackage: async () => [{ txid: 'x', accepted: false, reason: 'mempool full' }],
    };
    const answer = await submitFill({ ...ctx, chain }, seller.caller, body);
    expect(answer).toMatchObject({ status: 'broadcast', settlementTxid: body.expectedSettlementTxid });
    expect(await stateOf(offerId)).toBe('filling');
    await desk.settle();
    await desk.mine();
    expect(await stateOf(offerId)).toBe('accepted');
  });

  test('the loss of a coin before it is sent has failed, and is free at once', async () => {
    const { ctx, offerId, body, inscriptionId } = await interrupted(({ gate }) => ({
      gate: {
        ...gate,
        signFill: async (request: Parameters<typeof gate.signFill>[0]) => {
          const signed = await gate.signFill(request);
          await moveInscription(desk, seller, inscriptionId, seller.ordinals.address);
          return signed;
        },
      },
    }));
    const refusal = await refusalOf(submitFill(ctx, seller.caller, body));
    expect(refusal).toMatchObject({ code: 'stale' });
    expect(refusal.message).toContain('is not there any more');
    expect(await stateOf(offerId)).toBe('active');
    await desk.mine();
  });
});

describe('a fill is refused', () => {
  test('for an inscription outside the set, of somebody else, or unknown', async () => {
    const [maker] = await desk.traders(['p2wpkh']);
    const { offerId } = await makeOffers(desk, maker!);
    const [late] = await desk.inscribe(seller);
    const ask = (id: string, who = seller) => preflightFill(desk.ctx, who.caller, fillBody(who, offerId, id));
    expect((await refusalOf(ask(late!))).code).toBe('not_eligible');
    expect((await refusalOf(ask(ids[0]!, maker!))).code).toBe('malformed');
    expect((await refusalOf(ask(ids[0]!, buyer))).code).toBe('not_owner');
    expect((await refusalOf(ask(`${'0'.repeat(64)}i0`))).code).toBe('not_found');
  });

  test('when the signed settlement was tampered with, or is of another promise', async () => {
    const [maker] = await desk.traders(['p2sh-p2wpkh']);
    const { offerId } = await makeOffers(desk, maker!);
    const inscriptionId = ids[0]!;
    const { body } = await signedFill(desk, seller, offerId, inscriptionId);
    const submit = (change: object) => refusalOf(submitFill(desk.ctx, seller.caller, { ...body, ...change }));
    const flipped = Buffer.from(body.psbtBase64, 'base64');
    flipped[100]! ^= 1;
    expect((await submit({ psbtBase64: flipped.toString('base64') })).code).toBe('bad_psbt');
    expect((await submit({ expectedSettlementTxid: '0'.repeat(64) })).code).toBe('stale');
    expect((await submit({ admissionAnchorUtxoId: body.offerId })).code).toBe('stale');
    await releaseAdmission(desk.ctx.db, (await admissionById(desk.ctx.db, body.admissionAnchorUtxoId))!);
    expect((await submit({})).code).toBe('stale');
    expect(await stateOf(offerId)).toBe('active');
  });
});

describe('a fill takes what it spends out of every book at once', () => {
  test('a listing of the inscription, without waiting for the follower', async () => {
    const [maker] = await desk.traders(['p2wpkh']);
    const inscriptionId = take();
    const [ref] = await list(desk, seller, [inscriptionId]);
    const { offerId } = await makeOffers(desk, maker!, { priceSats: 200_000 });
    await fill(desk, seller, offerId, inscriptionId);
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'invalidated' });
    await desk.mine();
  });
});

describe('an admission coin', () => {
  test('is held once for an inscription, whatever offers it is shown to, and five times by a seller', async () => {
    const more = await desk.inscribe(seller, 7);
    const makers = await desk.traders(['p2wpkh', 'p2wpkh']);
    const offerIds = await Promise.all(makers.map(async (maker) => (await makeOffers(desk, maker)).offerId));
    const held = async () =>
      (await desk.ctx.db.selectFrom('admissions').select('id').where('state', '=', 'reserved').execute())
        .length;
    const before = await held();
    const inscriptionId = ids[0]!;
    for (const offerId of offerIds)
      await preflightFill(desk.ctx, seller.caller, fillBody(seller, offerId, inscriptionId));
    expect(await held()).toBe(before + 1);
    for (const id of more) await preflightFill(desk.ctx, seller.caller, fillBody(seller, offerIds[0]!, id));
    expect(await held()).toBeLessThanOrEqual(before + 5);
  });
});

test('a seller who would give more sats along than the offer pays is told so', async () => {
  const [maker] = await desk.traders(['p2wpkh']);
  const [heavy] = await desk.inscribe(seller, 1, 20_000);
  const { offerId } = await makeOffers(desk, maker!, { priceSats: 10_000 });
  const refusal = await refusalOf(preflightFill(desk.ctx, seller.caller, fillBody(seller, offerId, heavy!)));
  expect(refusal).toMatchObject({ code: 'bad_price', message: expect.stringContaining('20000 sats') });
});

test('an offer whose set a reorg changed is closed, and one whose set is the same stays', async () => {
  const [maker, other] = await desk.traders(['p2wpkh', 'p2wpkh']);
  await desk.mine();
  const { offerId: same } = await makeOffers(desk, other!, { priceSats: 55_000 });
  const [born] = await desk.inscribe(seller);
  const { offerId: changed } = await makeOffers(desk, maker!, { priceSats: 60_000 });
  await desk.reorg(1);
  // The inscription is born again, one block later than the offer's set says.
  await desk.mine();
  expect((await desk.ctx.ordinals.inscription(born!))?.genesisHeight).toBe(await desk.call('getblockcount'));
  expect(await stateOf(changed)).toBe('invalidated');
  expect(await stateOf(same)).toBe('active');
});

test('a fill that a reorg takes back is pending, and is confirmed again', async () => {
  const [maker] = await desk.traders(['p2tr']);
  const { offerId } = await makeOffers(desk, maker!, { priceSats: 95_000 });
  const { answer } = await fill(desk, seller, offerId, take());
  await desk.mine();
  expect(await stateOf(offerId)).toBe('accepted');
  await desk.reorg(1);
  expect(await stateOf(offerId)).toBe('filling');
  await desk.mine();
  expect(await stateOf(offerId)).toBe('accepted');
  const sales = await salesPage(desk.ctx.db, { after: null, limit: 50 });
  expect(sales.filter(({ txid }) => txid === answer.settlementTxid)).toHaveLength(1);
}, 20_000);

test('an inscription on too small an output for the address of the buyer is refused with what to do', async () => {
  const [maker] = await desk.traders(['p2wpkh']);
  const [small] = await desk.inscribe(seller, 1, 330);
  const { offerId } = await makeOffers(desk, maker!);
  const { terms } = (await collectionOfferById(desk.ctx.db, offerId))!;
  const toScriptHash = { ...terms, receiveScript: `a914${'11'.repeat(20)}87` };
  await desk.ctx.db
    .updateTable('collectionOffers')
    .set({ terms: JSON.stringify(toScriptHash) })
    .where('id', '=', offerId)
    .execute();
  const refusal = await refusalOf(preflightFill(desk.ctx, seller.caller, fillBody(seller, offerId, small!)));
  expect(refusal).toMatchObject({ code: 'not_offerable', message: expect.stringContaining('below the 540') });
});
