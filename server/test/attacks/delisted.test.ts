/**
 * Attacker: the service, taken over: it kept copies of the signatures that it should have forgotten. The signers are honest.
 * Aim:      a trade at the old price after it was taken down, cancelled or had expired.
 * Guard:    a coin that is spent: the anchor by the operator, the inscription by its seller, a payment by its buyer. Nothing else ends it.
 */

import { anchorAddress, ordinalsAddressOf } from '@ordbook/protocol/bitcoin/keys';
import { complete } from '@ordbook/protocol/bitcoin/witness';
import { settlementLayout } from '@ordbook/protocol/offer/offer';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { readSignatures } from '@ordbook/protocol/psbt/signed-step';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { NETWORK, payer, priced, saleQuestion, xOnly } from '../../../protocol/test/parties.ts';
import type { Listing } from '../../src/store/listing/listings.ts';
import { type BuyerOffer, offerById } from '../../src/store/offer/offers.ts';
import { delistListings, expireListings } from '../../src/trading/listing/delist.ts';
import { termsOf } from '../../src/trading/listing/list.ts';
import { cancelOffer, expireOffers } from '../../src/trading/offer/close.ts';
import { TEST_SETTINGS } from '../support/api.ts';
import { makeOffer, signedAcceptance } from '../support/bidding.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { moveInscription } from '../support/move-inscription.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';
import { signedAs } from './forging.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
beforeAll(async () => {
  desk = await openDesk({ anchors: 20 });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 6)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 6);
});
afterAll(() => desk?.close());

/** Why the node's mempool refuses a package; null: it takes it. Nothing is sent. */
async function refusal(raws: readonly string[]): Promise<string | null> {
  const verdicts = (await desk.call('testmempoolaccept', [[...raws]])) as {
    allowed?: boolean;
    'reject-reason'?: string;
  }[];
  return verdicts.find(({ allowed }) => !allowed)?.['reject-reason'] ?? null;
}

/** What the thief has the desk's own signer complete, from a row that was copied while the listing was open. */
async function soldTo(thief: string, row: Listing): Promise<string[]> {
  const { ctx, miner } = desk;
  const by = payer(thief, 'p2wpkh');
  await miner.pay([
    { address: by.address, sats: 1_000_000 },
    { address: anchorAddress(ctx.keys, NETWORK), sats: 5_000 },
  ]);
  await desk.mine();
  const coinsAt = async (address: string) => (await ctx.chain.addressCoins(address)).coins;
  const [payment] = await coinsAt(by.address);
  const anchor = (await coinsAt(anchorAddress(ctx.keys, NETWORK))).find((coin) => coin.valueSats === 5_000);
  const { terms } = planSale(
    saleQuestion(1, {
      listings: [
        { ...priced('example', { inscriptionUtxoValueSats: row.utxoValueSats }), terms: termsOf(row) },
      ],
      payer: by,
      buyerOrdinalsAddress: ordinalsAddressOf(xOnly(thief), NETWORK),
      purchaseAnchor: anchor as Utxo,
      coins: { exactly: [payment as Utxo] },
      feeAddress: TEST_SETTINGS.feeAddress,
      keys: ctx.keys,
    }),
  );
  const { transfers, sale } = await ctx.signer.signSale({
    terms,
    transferSignatures: [row.transferSignature],
    sellerSignatures: [row.saleSignature],
    buyerSignatures: signedAs(saleLayout(terms, ctx.keys, NETWORK), 'buyer', thief),
  });
  return [...transfers, sale];
}

/** The seller takes the listing down, through the service. */
const delisted = async (row: Listing) => {
  await delistListings(desk.ctx, seller.caller, {
    slug: SLUG,
    walletBindingId: seller.walletBindingId,
    listings: [{ listingId: row.id, inscriptionId: row.inscriptionId }],
  });
};

/** A listing, and its row as a thief copied it. */
const copied = async (durationDays?: number) => {
  const [ref] = await list(desk, seller, [ids.pop()!], 50_000, durationDays);
  return desk.listing(ref!.listingId);
};

describe('a listing of which the service kept the signatures', () => {
  test('can be sold at its price after it was taken down, until a block has another spend of its anchor', async () => {
    const row = await copied();
    const theft = await soldTo('thief', row);
    await delisted(row);
    expect(await refusal(theft)).toBeNull();
    // Here the operator is honest and does so: a service in foreign hands would not.
    for (let block = 0; block < 3; block += 1) await desk.mine();
    expect(await refusal(theft)).toMatch(/missing/);
  });

  test('can be sold at its price after it has expired', async () => {
    const row = await copied(1);
    const theft = await soldTo('second thief', row);
    desk.clock.step(2 * 24 * 3_600_000);
    await expireListings(desk.ctx);
    expect((await desk.listing(row.id)).state).toBe('expired');
    expect(await refusal(theft)).toBeNull();
  });

  test('is worth nothing once the seller has moved the inscription, whatever the operator does', async () => {
    const row = await copied();
    const theft = await soldTo('third thief', row);
    expect(await refusal(theft)).toBeNull();
    await moveInscription(desk, seller, row.inscriptionId, seller.ordinals.address);
    await desk.mine();
    expect(await refusal(theft)).toMatch(/missing/);
  });
});

describe('an inscription offer of which the service kept the signatures', () => {
  /** An offer, and its settlement as made of copied signatures and those of an owner who helps. No signer takes part. */
  const copiedOffer = async () => {
    const ref = await makeOffer(desk, buyer, ids.pop()!, { validityHours: 6 });
    const { body } = await signedAcceptance(desk, seller, ref);
    const offer = (await offerById(desk.ctx.db, ref.offerId)) as BuyerOffer;
    const table = settlementLayout(offer.terms, NETWORK, seller.ordinals.publicKey);
    const owner = readSignatures(table, 'seller', body.signedSteps[0]!.psbtBase64, 'step 0');
    const theft = complete(table, { buyer: offer.signatures!.settlement!, seller: owner }).hex;
    return { ref, offer, theft };
  };

  test('can be accepted after it was cancelled, or has expired, until its buyer spends one of its coins', async () => {
    for (const end of ['cancelled', 'expired'] as const) {
      const { ref, offer, theft } = await copiedOffer();
      if (end === 'expired') {
        desk.clock.step(7 * 3_600_000);
        await expireOffers(desk.ctx);
      } else {
        await cancelOffer(desk.ctx, buyer.caller, { ...ref, walletBindingId: buyer.walletBindingId });
      }
      expect((await offerById(desk.ctx.db, ref.offerId))!.state).toBe(end);
      expect(await refusal([theft])).toBeNull();
      await spendCoins(desk, buyer, [offer.terms.payments[0]!]);
      await desk.mine();
      expect(await refusal([theft])).toMatch(/missing/);
    }
  });
});
