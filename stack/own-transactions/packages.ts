/**
 * What the service would send: its own plans and tables over coins of a lab's chain, signed by every party.
 */

import { bip86Script, operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { admissionLock, type Tier } from '@ordbook/protocol/collection-offer/admission';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import { counterLayout, fundingLayout, fundingOf } from '@ordbook/protocol/counter/counter';
import { planFunding } from '@ordbook/protocol/counter/plan-counter';
import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import { type FillTerms, fillLayout, packageFee } from '@ordbook/protocol/fill/fill';
import type { Layout } from '@ordbook/protocol/layout/layout';
import type { SaleTerms } from '@ordbook/protocol/layout/terms';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import type { PaymentType } from '@ordbook/protocol/locks/payer';
import { payerLock } from '@ordbook/protocol/locks/payer';
import { payoutLayout, settlementLayout } from '@ordbook/protocol/offer/offer';
import { planOffers } from '@ordbook/protocol/offer/plan-offer';
import { planPayout } from '@ordbook/protocol/offer/plan-payout';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import type { PricedListing } from '@ordbook/protocol/purchase/sale-shares';
import type { Sent } from '../../devnode/stack/differential/build.ts';
import type { Lab } from '../../devnode/stack/differential/lab.ts';
import { AUTH_SECRET, fillTerms } from '../../protocol/test/collection-offer/terms.ts';
import { BUYER_ORDINALS, counterTerms, offerTerms, SELLER } from '../../protocol/test/offer-tables.ts';
import {
  KEYS,
  NETWORK,
  payer,
  paymentAddress,
  priced,
  saleQuestion,
  xOnly,
} from '../../protocol/test/parties.ts';
import { coinOn, coinsOn, signed } from './tables.ts';

export const OPERATOR = operatorScript(KEYS);
const ANCHOR_SATS = 1000;

/** Package members by name, in the order in which they are sent. */
export type Package = Record<string, Sent>;

export interface Purchase {
  readonly listings: readonly PricedListing[];
  readonly terms: SaleTerms;
  readonly table: Layout;
  readonly transfers: Package;
  readonly sale: Sent;
}

/** `n` listings whose inscriptions and anchors are in the chain, of sellers `seller 1` .. `seller n`. */
export async function listed(lab: Lab, n: number): Promise<PricedListing[]> {
  const sellers = Array.from({ length: n }, (_, index) => `seller ${index + 1}`);
  const inscriptions = await coinsOn(
    lab,
    sellers.map((seller) => bip86Script(xOnly(seller))),
    546,
  );
  const anchors = await coinsOn(
    lab,
    sellers.map(() => OPERATOR),
    ANCHOR_SATS,
  );
  return sellers.map((seller, index) => {
    const listing = priced(seller);
    return { ...listing, terms: { ...listing.terms, utxo: inscriptions[index]!, anchor: anchors[index]! } };
  });
}

/** A purchase of `listings` by `name` with two coins, as the service plans it at `feeRate` sat/vB. */
export async function bought(
  lab: Lab,
  listings: readonly PricedListing[],
  {
    type = 'p2wpkh',
    feeRate = 10,
    name = 'buyer',
    coins,
  }: { type?: PaymentType; feeRate?: number; name?: string; coins?: SaleTerms['payments'] } = {},
): Promise<Purchase> {
  const buyer = payer(name, type);
  const [purchaseAnchor] = await coinsOn(lab, [OPERATOR], ANCHOR_SATS);
  const script = payerLock(buyer).script;
  const { terms } = planSale(
    saleQuestion(listings.length, {
      listings,
      payer: buyer,
      purchaseAnchor: purchaseAnchor!,
      coins: { exactly: coins ?? (await coinsOn(lab, [script, script], 800_000)) },
      feeRate,
    }),
  );
  const table = saleLayout(terms, KEYS, NETWORK);
  const transfers = listings.map((listing, index) => [
    `transfer ${index + 1}`,
    signed(transferLayout(listing.terms, KEYS)),
  ]);
  return { listings, terms, table, transfers: Object.fromEntries(transfers) as Package, sale: signed(table) };
}

/** The inscription of a listing sent by its seller, through a transfer that is not the listed one. */
export async function withAnotherAnchor(lab: Lab, { terms }: PricedListing): Promise<Sent> {
  return signed(transferLayout({ ...terms, anchor: await coinOn(lab, OPERATOR, ANCHOR_SATS) }, KEYS));
}

export interface AcceptedOffer {
  readonly terms: OfferTerms;
  readonly settlement: Sent;
  readonly payout: Sent;
}

/**
 * An offer of `buyer` on an inscription of `seller 1`, accepted at `feeRate` sat/vB. `sharing`: the coins of
 * an earlier one.
 */
export async function accepted(
  lab: Lab,
  {
    type = 'p2wpkh',
    feeRate = 10,
    sharing,
  }: { type?: PaymentType; feeRate?: number; sharing?: OfferTerms } = {},
): Promise<AcceptedOffer> {
  const buyer = payer('buyer', type);
  const utxo = await coinOn(lab, bip86Script(xOnly('seller 1')), offerTerms.utxo.valueSats);
  const [terms] = planOffers({
    items: [
      {
        utxo,
        inscriptions: offerTerms.inscriptions,
        ownerAddress: offerTerms.ownerAddress,
        fees: priced('seller 1', { priceSats: 100_000, inscriptionUtxoValueSats: utxo.valueSats }).fees,
        creatorAddress: null,
      },
    ],
    buyerOrdinalsAddress: BUYER_ORDINALS,
    payer: buyer,
    coins: { exactly: sharing?.payments ?? (await coinsOn(lab, [payerLock(buyer).script], 200_000)) },
    feeAddress: paymentAddress('fees', 'p2wpkh'),
    feeRate: 1,
    network: NETWORK,
  });
  const { payout } = planPayout(terms!, SELLER, feeRate, NETWORK);
  return {
    terms: terms!,
    settlement: signed(settlementLayout(terms!, NETWORK, SELLER.sellerKey)),
    payout: signed(payoutLayout(terms!, payout!, NETWORK)),
  };
}

export interface AcceptedCounter {
  readonly terms: CounterTerms;
  readonly package: { readonly transfer: Sent; readonly funding: Sent; readonly settlement: Sent };
}

/** The counter of `seller 1`, paid by `buyer` at `feeRate` sat/vB. */
export async function countered(lab: Lab, type: PaymentType, feeRate: number): Promise<AcceptedCounter> {
  const buyer = payer('buyer', type);
  const terms: CounterTerms = {
    ...counterTerms,
    transfer: {
      ...counterTerms.transfer,
      utxo: await coinOn(lab, bip86Script(xOnly('seller 1')), counterTerms.transfer.utxo.valueSats),
      anchor: await coinOn(lab, OPERATOR, ANCHOR_SATS),
    },
  };
  const funding = planFunding({
    counter: terms,
    payer: buyer,
    coins: { exactly: await coinsOn(lab, [payerLock(buyer).script], 200_000) },
    feeRate,
    keys: KEYS,
    network: NETWORK,
  });
  return {
    terms,
    package: {
      transfer: signed(transferLayout(terms.transfer, KEYS)),
      funding: signed(fundingLayout(funding)),
      settlement: signed(counterLayout(terms, KEYS, NETWORK, fundingOf(funding))),
    },
  };
}

export interface Fill {
  readonly terms: FillTerms;
  readonly table: Layout;
  readonly parent: Sent;
  readonly settlement: Sent;
}

/**
 * A collection offer of `maker` from `coins` coins, filled by `seller` at `feeRate` sat/vB with an admission
 * coin of `tier`.
 */
export async function filled(
  lab: Lab,
  {
    coins = 1,
    type = 'p2wpkh',
    lockBlocks = 1,
    feeRate = 2,
    utxo,
  }: {
    coins?: number;
    type?: PaymentType;
    lockBlocks?: number;
    feeRate?: number;
    utxo?: FillTerms['utxo'];
  } = {},
): Promise<Fill> {
  const tier: Tier = { number: 1, fromSats: 0, lockBlocks, coins: 4, depth: 1 };
  const example = fillTerms();
  const maker = payer('maker', type);
  const scripts = Array.from({ length: coins }, () => payerLock(maker).script);
  const draft: FillTerms = {
    ...example,
    funding: { payer: maker, payments: await coinsOn(lab, scripts, Math.ceil(60_000 / coins)) },
    utxo: utxo ?? (await coinOn(lab, bip86Script(xOnly('seller')), 546)),
    tier,
    admission: await coinOn(lab, admissionLock(tier, xOnly('gate')).script, example.admission.valueSats),
  };
  const feeSats = packageFee({ ...draft, sellerSats: 20_000 }, NETWORK, feeRate);
  const terms = { ...draft, sellerSats: draft.offer.priceSats - draft.marketplace!.valueSats - feeSats };
  const table = fillLayout(terms, NETWORK, AUTH_SECRET);
  return {
    terms,
    table,
    parent: signed(fundingParentLayout(terms.offer, terms.funding)),
    settlement: signed(table),
  };
}
