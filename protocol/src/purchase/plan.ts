import { operatorScript, scriptOf } from '../bitcoin/keys.ts';
import { dustLimit, feeFor, outputWeight, transactionWeight, vsize } from '../bitcoin/weights.ts';
import { choosePayments, sumAsked } from '../layout/coin-selection.ts';
import type { SaleTerms } from '../layout/terms.ts';
import { TRANSFER_VSIZE } from '../listing/listing.ts';
import { PASSTHROUGH_INPUT } from '../listing/passthrough.ts';
import { spendingOf } from '../locks/lock.ts';
import { P2TR_INPUT } from '../locks/p2tr.ts';
import { payerLock } from '../locks/payer.ts';
import { type Sats, sumSats } from '../sats.ts';
import { incomeOfSale, type SaleIncome } from './income.ts';
import { divide, type PricedListing, type SaleQuestion, type Shares } from './sale-shares.ts';

/** The API's figures of a purchase preflight, in sats unless the name says vB or sat/vB. */
export interface SaleFigures {
  readonly targetFeeRateSatVb: number;
  /** Size of the transfers that are sent and TX2. */
  readonly estimatedPackageVsize: number;
  /** Network fee that the buyer pays in TX2, including change that would be dust. */
  readonly estimatedNetworkFeeSats: Sats;
  /** The part of it that raises the transfers to the target fee rate. */
  readonly cpfpFeeSats: Sats;
  /** Fees of the transfers that are sent, refunded to the operator. */
  readonly listingTransferFeeSats: Sats;
  readonly donationSats: Sats;
  readonly totalBuyerCostSats: Sats;
}

export interface SalePlan {
  readonly terms: SaleTerms;
  readonly figures: SaleFigures;
  readonly listings: readonly ReturnType<typeof listingFigures>[];
  /** What the operator takes from each listing's sale, in the same order. */
  readonly income: readonly SaleIncome[];
}

/**
 * Plans a sale: its terms and figures. Throws Refusal `insufficient_funds` when the coins do not cover the
 * cost, and `bad_address` for addresses that cannot be paid. Deterministic: passing the plan's payments as
 * `exactly` gives the same plan again.
 */
export function planSale(question: SaleQuestion): SalePlan {
  const { listings, payer, donation } = question;
  const sent = listings.filter(({ sendsTransfer }) => sendsTransfer);
  const listingTransferFeeSats = sumSats(sent.map(({ terms }) => terms.transferFeeSats));
  const transfersVsize = sent.length * TRANSFER_VSIZE;
  const items = sumAsked(
    listings.map(({ fees }) => fees.buyerPayTotalSats + fees.inscriptionUtxoValueSats),
    'the purchase',
  );
  const shares = divide(question, listingTransferFeeSats);
  const costs = costsOf(question, shares, { items, transfersVsize, listingTransferFeeSats });

  const { coins, changeSats } = choosePayments(question.coins, {
    cost: costs.total,
    dustSats: dustLimit(payerLock(question.payer).script),
    what: 'the purchase',
  });
  const hasChange = changeSats > 0;
  const donationSats = costs.donation(coins.length, hasChange);
  const totalBuyerCostSats = sumSats(coins.map(({ valueSats }) => valueSats)) - changeSats;
  return {
    terms: {
      listings: listings.map(({ terms }) => terms),
      purchaseAnchor: question.purchaseAnchor,
      buyerOrdinalsAddress: question.buyerOrdinalsAddress,
      payer,
      payments: coins,
      payouts: donation
        ? [...shares.payouts, { purpose: 'donation', address: donation.address, valueSats: donationSats }]
        : shares.payouts,
      freshAnchors: { count: shares.freshAnchors, valueSats: question.anchorSats },
      changeSats,
    },
    figures: {
      targetFeeRateSatVb: question.feeRate,
      estimatedPackageVsize: transfersVsize + costs.vsize(coins.length, hasChange),
      estimatedNetworkFeeSats: totalBuyerCostSats - items - listingTransferFeeSats - donationSats,
      cpfpFeeSats: Math.max(0, feeFor(transfersVsize, question.feeRate) - listingTransferFeeSats),
      listingTransferFeeSats,
      donationSats,
      totalBuyerCostSats,
    },
    listings: listings.map(listingFigures),
    income: incomeOfSale(listings, shares, question.anchorSats),
  };
}

/** A value that depends on how many coins pay a sale and whether it has change. */
type ByCoins<Value> = (coins: number, hasChange: boolean) => Value;

interface Costs {
  /** Size of TX2, vB. */
  readonly vsize: ByCoins<number>;
  readonly donation: ByCoins<Sats>;
  /** Everything that the buyer pays, sats; without change, the minimum. */
  readonly total: ByCoins<Sats>;
}

function costsOf(
  question: SaleQuestion,
  shares: Shares,
  known: { readonly items: Sats; readonly transfersVsize: number; readonly listingTransferFeeSats: Sats },
): Costs {
  const { donation, feeRate, network } = question;
  const { items, transfersVsize, listingTransferFeeSats } = known;
  const donationScript = donation && scriptOf(donation.address, network);
  const vsizeOf = saleVsize(question, shares, donationScript);
  const beforeDonation: ByCoins<Sats> = (coins, hasChange) => {
    const size = vsizeOf(coins, hasChange);
    const lifted = feeFor(size + transfersVsize, feeRate) - listingTransferFeeSats;
    const alone = feeFor(size, Math.min(feeRate, 1));
    const networkFee = Math.max(lifted, alone, shares.unpaidSats) - shares.unpaidSats;
    return items + listingTransferFeeSats + networkFee;
  };
  const donationOf: ByCoins<Sats> = (coins, hasChange) =>
    donation && donationScript
      ? gapAbove(beforeDonation(coins, hasChange), donation.roundUpToSats, dustLimit(donationScript))
      : 0;
  return {
    vsize: vsizeOf,
    donation: donationOf,
    total: (coins, hasChange) => beforeDonation(coins, hasChange) + donationOf(coins, hasChange),
  };
}

/** The per-listing fields of a purchase preflight. */
function listingFigures({ listingId, inscriptionId, fees }: PricedListing) {
  return {
    listingId,
    inscriptionId,
    priceSats: fees.priceSats,
    inscriptionUtxoValueSats: fees.inscriptionUtxoValueSats,
    listingFeeSats: fees.sellerMarketplaceFeeSats,
    buyerFeeBps: fees.buyerMarketplaceFeeBps,
    buyerFeeSats: fees.buyerMarketplaceFeeSats,
    sellerCreatorRoyaltySats: fees.sellerCreatorRoyaltySats,
    buyerCreatorRoyaltySats: fees.buyerCreatorRoyaltySats,
    sellerReceiveSats: fees.sellerReceiveSats,
    buyerPayTotalSats: fees.buyerPayTotalSats,
    marketplaceRevenueSats: fees.marketplaceRevenueSats,
    creatorRevenueSats: fees.creatorRevenueSats,
  };
}

/** Size of TX2, vB, by the number of coins that pay and whether there is change. */
function saleVsize(question: SaleQuestion, shares: Shares, donationScript: string | null): ByCoins<number> {
  const { listings, payer, keys, network } = question;
  const payerScript = payerLock(payer);
  const operator = operatorScript(keys);
  const buyer = scriptOf(question.buyerOrdinalsAddress, network);
  const outputs = [
    operator,
    ...listings.flatMap(({ terms }) => [buyer, scriptOf(terms.sellerPaymentAddress, network)]),
    ...shares.payouts.map(({ address }) => scriptOf(address, network)),
    ...Array.from({ length: shares.freshAnchors }, () => operator),
    ...(donationScript ? [donationScript] : []),
  ];
  const n = listings.length;
  const fixed =
    (n + 1) * P2TR_INPUT +
    n * PASSTHROUGH_INPUT +
    outputs.reduce((total, script) => total + outputWeight(script), 0);
  return (coins, hasChange) => {
    const parts =
      fixed + coins * spendingOf(payerScript).weight + (hasChange ? outputWeight(payerScript.script) : 0);
    return vsize(transactionWeight(2 * n + 1 + coins, outputs.length + (hasChange ? 1 : 0), parts));
  };
}

/** What to add to `amount` to reach a multiple of `step`; at least `least`. */
function gapAbove(amount: Sats, step: Sats, least: Sats): Sats {
  return Math.ceil((amount + least) / step) * step - amount;
}
