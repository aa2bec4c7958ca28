import { complete } from '@ordbook/protocol/bitcoin/witness';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import { WIF } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { takeOfferBack } from '../../client/src/exit/offer.ts';
import { REGTEST } from '../../sandbox/src/keys.ts';
import { collectionOfferById } from '../../server/src/store/collection-offer/collection-offers.ts';
import { submitFill } from '../../server/src/trading/fill/fill.ts';
import { fill, makeOffers, signedFill } from '../../server/test/support/collection-offers.ts';
import { type Desk, openDesk, ownIndex } from '../../server/test/support/desk.ts';
import { refusalOf } from '../../server/test/support/trade.ts';
import type { Trader, TraderShape } from '../../server/test/support/trader.ts';
import { startBitcoind } from '../real/bitcoind.ts';
import { findBitcoind } from '../real/parts.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const SHAPES: readonly TraderShape[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'same'];
const LOCKED = { number: 2, fromSats: 500_000, lockBlocks: 4, coins: 1, depth: 1 };

describe.runIf(findBitcoind())('collection offers on a real node', () => {
  let desk: Desk;
  let seller: Trader;
  let ids: string[];
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const node = await startBitcoind();
    const index = await ownIndex(node.call);
    desk = await openDesk({
      call: node.call,
      index,
      tiers: [{ number: 1, fromSats: 0, lockBlocks: 1, coins: 30, depth: 1 }, LOCKED],
    });
    [seller] = (await desk.traders(['p2wpkh'])) as [Trader];
    ids = await desk.inscribe(seller, 16);
    stop = async () => {
      await desk.close();
      await index.close();
      await node.stop();
    };
  });
  afterAll(async () => stop?.());

  const offerOf = async (id: string) => (await collectionOfferById(desk.ctx.db, id))!;
  async function parentOf(offerId: string): Promise<string> {
    const { terms, funding, fundingSignatures } = await offerOf(offerId);
    return complete(fundingParentLayout(terms, funding), { buyer: fundingSignatures! }).hex;
  }

  test.each(SHAPES)('a parent paid by %s is refused alone and taken with its settlement', async (shape) => {
    const [buyer] = (await desk.traders([shape])) as [Trader];
    const { offerId } = await makeOffers(desk, buyer);
    const alone = await desk.ctx.chain.broadcast(await parentOf(offerId));
    expect(alone.accepted).toBe(false);
    const inscriptionId = ids.pop()!;
    const { answer } = await fill(desk, seller, offerId, inscriptionId);
    await desk.mine();
    expect((await desk.ctx.chain.transaction(answer.settlementTxid))!.confirmations).toBe(1);
    expect((await offerOf(offerId)).state).toBe('accepted');
    expect((await desk.ctx.ordinals.inscription(inscriptionId))!.address).toBe(buyer.ordinals.address);
  });

  test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)('50 coins of %s fund one offer', async (shape) => {
    const [buyer] = (await desk.traders([shape], 50, 10_000)) as [Trader];
    const { offerId, promised } = await makeOffers(desk, buyer, { priceSats: 495_000 });
    expect(promised.offers[0]!.selectedPaymentUtxos).toHaveLength(50);
    const { answer } = await fill(desk, seller, offerId, ids.pop()!);
    await desk.mine();
    expect((await desk.ctx.chain.transaction(answer.settlementTxid))!.confirmations).toBe(1);
  });

  test('an offer on traits is filled by an inscription that has them', async () => {
    const [buyer] = (await desk.traders(['p2wpkh'])) as [Trader];
    const inscriptionId = ids.pop()!;
    const { traits } = (await desk.ctx.ordinals.inscription(inscriptionId))!;
    const target = {
      kind: 'traits',
      traits: traits.map(({ type, value }) => ({ type, values: [value] })),
    } as const;
    const { offerId } = await makeOffers(desk, buyer, { target });
    const { answer } = await fill(desk, seller, offerId, inscriptionId);
    await desk.mine();
    expect((await desk.ctx.chain.transaction(answer.settlementTxid))!.confirmations).toBe(1);
  });

  test('an admission coin is refused before its blocks are over and taken after', async () => {
    const [buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 2)) as [Trader];
    await desk.mine(LOCKED.lockBlocks);
    const first = await makeOffers(desk, buyer, { priceSats: 600_000 });
    await fill(desk, seller, first.offerId, ids.pop()!);
    await desk.mine();
    const second = await makeOffers(desk, buyer, { priceSats: 600_000 });
    const inscriptionId = ids.pop()!;
    expect((await refusalOf(signedFill(desk, seller, second.offerId, inscriptionId))).code).toBe(
      'no_admission',
    );
    // the service's book has the coin as old; the node knows better
    const young = desk.ctx.db
      .updateTable('admissions')
      .where('tier', '=', 2)
      .where('spentHeight', 'is', null);
    const { confirmedHeight } = await desk.ctx.db
      .selectFrom('admissions')
      .select('confirmedHeight')
      .where('tier', '=', 2)
      .where('spentHeight', 'is', null)
      .executeTakeFirstOrThrow();
    await young.set({ confirmedHeight: confirmedHeight! - 10 }).execute();
    const { body } = await signedFill(desk, seller, second.offerId, inscriptionId);
    const answer = await submitFill(desk.ctx, seller.caller, body);
    const attempt = await desk.ctx.db
      .selectFrom('fillAttempts')
      .select(['state', 'nodeRefusal'])
      .where('id', '=', answer.fillAttemptId)
      .executeTakeFirstOrThrow();
    expect(attempt.state).toBe('sending');
    expect(attempt.nodeRefusal).toContain('non-BIP68-final');
    await young.set({ confirmedHeight }).execute();
    // it is sent again on each poll, and taken when the node may
    await desk.mine(LOCKED.lockBlocks - 1);
    await desk.settle();
    await desk.mine();
    expect((await desk.ctx.chain.transaction(answer.settlementTxid))!.confirmations).toBe(1);
  });

  test('a buyer takes the money back alone, and the offer is invalidated', async () => {
    const [buyer] = (await desk.traders(['p2sh-p2wpkh'])) as [Trader];
    const { offerId, body } = await makeOffers(desk, buyer);
    const { parent, child, paidSats } = takeOfferBack({
      fundingParent: body.offers[0]!.signedFundingParentStep.psbtBase64,
      secret: WIF(REGTEST).decode(buyer.ordinals.wif),
      toAddress: buyer.payment.address,
      network: 'regtest',
      feeRate: 3,
    });
    const verdicts = await desk.ctx.chain.submitPackage([parent, child]);
    expect(verdicts.map(({ reason }) => reason)).toEqual([null, null]);
    await desk.mine();
    expect((await desk.coinsOf(buyer)).map(({ valueSats }) => valueSats)).toContain(paidSats);
    expect((await offerOf(offerId)).state).toBe('invalidated');
  });

  test('a double spend before the fill ends in invalidated', async () => {
    const [buyer] = (await desk.traders(['p2tr'], 1)) as [Trader];
    const { offerId } = await makeOffers(desk, buyer);
    const inscriptionId = ids.pop()!;
    const { body } = await signedFill(desk, seller, offerId, inscriptionId);
    // Another offer's parent on the same coin, taken back by the buyer: the coin is spent.
    const other = await makeOffers(desk, buyer, { priceSats: 45_000, target: { kind: 'all' } });
    expect((await offerOf(offerId)).state).toBe('cancelled');
    const { parent, child } = takeOfferBack({
      fundingParent: other.body.offers[0]!.signedFundingParentStep.psbtBase64,
      secret: WIF(REGTEST).decode(buyer.ordinals.wif),
      toAddress: buyer.payment.address,
      network: 'regtest',
      feeRate: 3,
    });
    await desk.ctx.chain.submitPackage([parent, child]);
    expect((await refusalOf(submitFill(desk.ctx, seller.caller, body))).code).toBe('offer_closed');
    await desk.settle();
    expect((await offerOf(other.offerId)).state).toBe('invalidated');
  });
});
