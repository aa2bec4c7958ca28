import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inscriptionsByIds } from '../../server/src/store/chain/inscriptions.ts';
import { settlementOfOffer } from '../../server/src/store/offer/settlements.ts';
import { preflightAcceptOffer, submitAcceptOffer } from '../../server/src/trading/offer/accept.ts';
import {
  acceptCounter,
  acceptOffer,
  makeCounter,
  makeOffer,
  makeOffers,
  type OfferRef,
  offerNow,
  signedAcceptance,
} from '../../server/test/support/bidding.ts';
import { type Desk, openDesk, ownIndex } from '../../server/test/support/desk.ts';
import { spendCoins } from '../../server/test/support/spend-coins.ts';
import { refusalOf } from '../../server/test/support/trade.ts';
import { signStep, type Trader } from '../../server/test/support/trader.ts';
import { startBitcoind } from '../real/bitcoind.ts';
import { findBitcoind } from '../real/parts.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

describe.runIf(findBitcoind())('offers on a real node', () => {
  let desk: Desk;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const node = await startBitcoind();
    const index = await ownIndex(node.call);
    desk = await openDesk({ call: node.call, index });
    stop = async () => {
      await desk.close();
      await index.close();
      await node.stop();
    };
  });
  afterAll(() => stop?.());

  const ownerOf = async (id: string) => (await inscriptionsByIds(desk.ctx.db, [id]))[0]!.ownerAddress;

  async function acceptAt(owner: Trader, offer: OfferRef, feeRate: number) {
    const body = {
      ...offer,
      walletBindingId: owner.walletBindingId,
      ordinalsPublicKey: owner.ordinals.publicKey,
    };
    const settings = { ...desk.ctx.settings, minFeeRate: feeRate, maxFeeRate: feeRate };
    const preflight = await preflightAcceptOffer({ ...desk.ctx, settings }, owner.caller, body);
    return submitAcceptOffer(desk.ctx, owner.caller, {
      ...body,
      targetFeeRateSatVb: preflight.targetFeeRateSatVb,
      expectedSettlementTxid: preflight.expectedSettlementTxid,
      expectedPayoutTxid: preflight.expectedPayoutTxid,
      signedSteps: preflight.steps.map((step) => signStep(owner, step)),
    });
  }

  test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'same'] as const)(
    'a buyer and an owner of %s settle an offer at 1 and at 20 sat/vB, and a counter',
    async (shape) => {
      const [buyer, owner] = (await desk.traders([shape, shape], 4)) as [Trader, Trader];
      const ids = await desk.inscribe(owner, 3);
      for (const [i, rate] of [1, 20].entries()) {
        await acceptAt(owner, await makeOffer(desk, buyer, ids[i]!), rate);
        await desk.mine();
        expect(await ownerOf(ids[i]!)).toBe(buyer.ordinals.address);
      }
      const counter = await makeCounter(desk, owner, await makeOffer(desk, buyer, ids[2]!));
      await acceptCounter(desk, buyer, counter);
      await desk.mine();
      expect(await ownerOf(ids[2]!)).toBe(buyer.ordinals.address);
      expect(await settlementOfOffer(desk.ctx.db, counter.offerId)).toMatchObject({ state: 'confirmed' });
    },
  );

  test('a counter whose transfer was mined and whose settlement never can is recovered', async () => {
    const [buyer, owner] = (await desk.traders(['p2wpkh', 'p2wpkh'], 1)) as [Trader, Trader];
    const [id] = await desk.inscribe(owner);
    const counter = await makeCounter(desk, owner, await makeOffer(desk, buyer, id!));
    const foreign = await spendCoins(desk, buyer, await desk.coinsOf(buyer), { send: false });
    await acceptCounter(desk, buyer, counter);
    const settlement = (await settlementOfOffer(desk.ctx.db, counter.offerId))!;
    await desk.miner.mineOnly([settlement.package[0]!, foreign]);
    await desk.settle();
    for (let block = 0; block < 8; block += 1) await desk.mine();
    expect(await ownerOf(id!)).toBe(owner.ordinals.address);
    expect(await settlementOfOffer(desk.ctx.db, counter.offerId)).toMatchObject({ recovered: true });
  });

  test('rivals on the same coins fall, and a double spend before acceptance is refused', async () => {
    const [buyer, rival, owner] = (await desk.traders(['p2wpkh', 'p2tr', 'p2wpkh'], 2)) as [
      Trader,
      Trader,
      Trader,
    ];
    const [first, second, third] = (await desk.inscribe(owner, 3)) as [string, string, string];
    const [won, lost] = await makeOffers(desk, buyer, [first, second]);
    const beaten = await makeOffer(desk, rival, first);
    await acceptOffer(desk, owner, { inscriptionId: first, offerId: won! });
    for (const offerId of [lost!, beaten.offerId])
      expect((await offerNow(desk, { offerId })).state).toBe('invalidated');
    await desk.mine();

    const offer = await makeOffer(desk, rival, third);
    const { body } = await signedAcceptance(desk, owner, offer);
    await spendCoins(desk, rival, await desk.coinsOf(rival));
    expect((await refusalOf(submitAcceptOffer(desk.ctx, owner.caller, body))).code).toBe('coins_spent');
    expect((await offerNow(desk, offer)).state).toBe('invalidated');
  });
});
