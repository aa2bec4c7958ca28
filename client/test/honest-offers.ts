/** What an honest service answers to offers, built by hand, and the places where a dishonest one would change it. */
import { criteriaHash, criteriaJson } from '@ordbook/protocol/collection-offer/criteria';
import { hex } from '@scure/base';
import type {
  CollectionOfferPreflight,
  CollectionOfferTerms,
} from '../src/collection-offer/check-funding-parent.ts';
import type { FillPreflight, FillTerms } from '../src/fill/check.ts';
import type { AcceptPreflight, AcceptTerms, OfferPreflight, OfferTerms } from '../src/offer/check.ts';
import type { Unparsed } from '../src/responses/sats.ts';
import { readPsbt } from '../src/signing/psbt.ts';
import { addressOf, scriptOf } from '../src/wallet/network.ts';
import { type Draft, MARKET_KEY, psbtOf, STRANGER, testWallet, txid } from './honest.ts';
import { type OfferOutputTerms, offerOutput } from './offer-output.ts';
import { parsed } from './parsed.ts';

export const PRICE = 100_000;
const POSTAGE = 10_000;
const ID = `${txid(0x10)}i0`;
const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
const AT = { txid: txid(0x10), vout: 1 };
export const EXPIRES = 1_900_000_000;

const buyer = testWallet('p2wpkh', 5);
const seller = testWallet('p2wpkh', 9);
const scriptFor = (address: string) => scriptOf(address, 'regtest');
const coin = { txid: txid(0x60), vout: 3, valueSats: 500_000 };
const paying = () => ({
  txid: coin.txid,
  index: coin.vout,
  witnessUtxo: { script: scriptFor(buyer.paymentAddress), amount: BigInt(coin.valueSats) },
});
const inscribed = () => ({
  txid: AT.txid,
  index: AT.vout,
  witnessUtxo: { script: scriptFor(seller.ordinalsAddress), amount: BigInt(POSTAGE) },
});
const pay = (script: Uint8Array, sats: number) => ({ script, amount: BigInt(sats) });
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface FundingTampering {
  /** Other terms, shown and committed to alike. */
  told?(terms: Mutable<OfferOutputTerms>): void;
  /** The address commits to this; the fields shown stay as they are. */
  committed?(terms: Mutable<OfferOutputTerms>): void;
  parent?(draft: Draft): void;
  version?: number;
  answer?(offer: Unparsed<CollectionOfferPreflight['offers'][number]>): void;
}

/** The preflight of one offer for red or blue ones at 100,000 sats, funded with one coin of 500,000 sats. */
export function fundingPreflight(tampering: FundingTampering = {}) {
  const target = { kind: 'traits' as const, traits: [{ type: 'Colour', values: ['Red', 'Blue'] }] };
  const json = criteriaJson({ collection: 'embers', height: 120, target });
  const told: Mutable<OfferOutputTerms> = {
    priceSats: PRICE,
    expiresAtUnix: EXPIRES,
    receiveScript: hex.encode(scriptFor(buyer.ordinalsAddress)),
    eligibleRoot: txid(0x77),
    criteriaHash: criteriaHash(json),
    buyerKey: buyer.ordinalsPublicKey,
    authSecretHash: txid(0x78),
    signers: { market: MARKET_KEY, gate: seller.ordinalsPublicKey, policy: seller.ordinalsPublicKey },
  };
  tampering.told?.(told);
  const committed = { ...told };
  tampering.committed?.(committed);
  const output = offerOutput(committed);
  const parent: Draft = {
    inputs: [paying()],
    outputs: [
      pay(output.script, PRICE),
      pay(scriptFor(buyer.paymentAddress), coin.valueSats - PRICE),
      pay(output.exitData, 0),
    ],
  };
  tampering.parent?.(parent);
  const psbtBase64 = psbtOf({ ...parent, version: tampering.version ?? 3 });
  const step = {
    signerAddress: buyer.paymentAddress,
    inputsToSign: [{ address: buyer.paymentAddress, signingIndexes: [0], sigHash: 1 }],
    psbtBase64,
  };
  const common = {
    criteriaCanonicalJson: json,
    offerCriteriaHash: told.criteriaHash,
    eligibleRoot: told.eligibleRoot,
    eligibleCount: 12,
    buyerReceiveScriptHex: told.receiveScript,
  };
  const offer: Unparsed<CollectionOfferPreflight['offers'][number]> = {
    ...common,
    priceSats: PRICE,
    offerAddress: addressOf(output.script, 'regtest')!,
    offerScriptHex: output.leaf,
    offerAuthSecretHash: told.authSecretHash,
    buyerPublicKey: told.buyerKey,
    signerPublicKeys: told.signers,
    expiresAt: new Date(EXPIRES * 1000).toISOString(),
    expiresAtUnix: EXPIRES,
    selectedPaymentUtxos: [coin],
    fundingParentFeeRateSatVb: 0,
    fundingBroadcasted: false,
    expectedFundingParentTxid: readPsbt(psbtBase64).txid,
    fundingParentVout: 0,
    preflightToken: readPsbt(psbtBase64).txid,
    fundingParentStep: { stepIndex: 0, ...step },
    ...step,
  };
  const preflight = parsed('/collection/{slug}/collection-offers/preflight', { ...common, offers: [offer] });
  tampering.answer?.(preflight.offers[0]!);
  const terms: CollectionOfferTerms = {
    wallet: buyer,
    collectionSlug: 'embers',
    target,
    priceSats: PRICE,
    expiresBefore: new Date(EXPIRES * 1000),
    spendableUtxos: [coin],
  };
  return { preflight, terms };
}

export interface Tampering<Preflight> {
  /** The announced txid is that of the changed PSBT. */
  settlement?(draft: Draft): void;
  payout?(draft: Draft): void;
  answer?(preflight: Unparsed<Preflight>): void;
}

/** The preflight of a fill at 100,000 sats: 1,000 sats of fee, 2,000 for the network. */
export function fillPreflight(tampering: Tampering<FillPreflight> = {}) {
  const settlement: Draft = {
    inputs: [
      inscribed(),
      { txid: txid(0x20), index: 0, witnessUtxo: { script: STRANGER.script, amount: BigInt(PRICE) } },
      {
        txid: txid(0x21),
        index: 0,
        sequence: 1,
        witnessUtxo: { script: STRANGER.script, amount: 333n },
      },
    ],
    outputs: [
      pay(scriptFor(buyer.ordinalsAddress), POSTAGE),
      pay(scriptFor(seller.paymentAddress), PRICE - 3_000),
      pay(STRANGER.script, 1_000),
      pay(STRANGER.script, 333),
    ],
  };
  tampering.settlement?.(settlement);
  const psbtBase64 = psbtOf({ ...settlement, version: 3 });
  const step = {
    signerAddress: seller.ordinalsAddress,
    inputsToSign: [{ address: seller.ordinalsAddress, signingIndexes: [0], sigHash: 0 }],
    psbtBase64,
  };
  const preflight = parsed('/collection/{slug}/collection-offers/{offerId}/fill/preflight', {
    offerId: UUID,
    inscriptionId: ID,
    priceSats: PRICE,
    sellerReceiveSats: PRICE - 1_000,
    inscriptionUtxoValueSats: POSTAGE,
    marketplaceFeeSats: 1_000,
    creatorRoyaltySats: 0,
    estimatedNetworkFeeSats: 2_000,
    targetFeeRateSatVb: 2,
    belowTopOfferWarning: null,
    expectedSettlementTxid: readPsbt(psbtBase64).txid,
    admissionAnchorUtxoId: UUID,
    sellerStep: { stepIndex: 0, ...step },
    ...step,
  });
  tampering.answer?.(preflight);
  const terms: FillTerms = {
    wallet: seller,
    offerId: UUID,
    inscriptionId: ID,
    priceSats: PRICE,
    location: AT,
  };
  return { preflight, terms };
}

/** The settlement of a bid of 100,000 sats, 1,500 of fee, paid with one coin. */
function settlementOf(tampering: Pick<Tampering<never>, 'settlement'>): string {
  const settlement: Draft = {
    inputs: [inscribed(), paying()],
    outputs: [
      pay(scriptFor(buyer.ordinalsAddress), POSTAGE),
      pay(scriptFor(seller.ordinalsAddress), PRICE - 1_000 + POSTAGE),
      pay(STRANGER.script, 2_500),
      pay(scriptFor(buyer.paymentAddress), coin.valueSats - PRICE - 1_500 - POSTAGE - 500),
    ],
  };
  tampering.settlement?.(settlement);
  return psbtOf(settlement);
}

export function offerPreflight(tampering: Tampering<OfferPreflight> = {}) {
  const psbtBase64 = settlementOf(tampering);
  const item = {
    inscriptionId: ID,
    priceSats: PRICE,
    inscriptionUtxoValueSats: POSTAGE,
    sellerMarketplaceFeeBps: 100,
    sellerMarketplaceFeeSats: 1_000,
    buyerMarketplaceFeeBps: 150,
    buyerMarketplaceFeeSats: 1_500,
    sellerCreatorRoyaltyBps: 0,
    sellerCreatorRoyaltySats: 0,
    buyerCreatorRoyaltyBps: 0,
    buyerCreatorRoyaltySats: 0,
    sellerReceiveSats: PRICE - 1_000,
    buyerPayTotalSats: PRICE + 1_500,
    marketplaceRevenueSats: 2_500,
    creatorRevenueSats: 0,
    targetFeeRateSatVb: 1,
    estimatedNetworkFeeSats: 300,
    expectedSettlementTxid: readPsbt(psbtBase64).txid,
    steps: [
      {
        stepIndex: 0,
        signerAddress: buyer.paymentAddress,
        inputsToSign: [{ address: buyer.paymentAddress, signingIndexes: [1], sigHash: 1 }],
        psbtBase64,
      },
    ],
  };
  const preflight = parsed('/collection/{slug}/offers/preflight', {
    items: [item],
    selectedPaymentUtxos: [coin],
  });
  tampering.answer?.(preflight);
  const terms: OfferTerms = {
    wallet: buyer,
    inscriptionIds: [ID],
    priceSats: PRICE,
    spendableUtxos: [coin],
    locations: { [ID]: AT },
  };
  return { preflight, terms };
}

export function acceptPreflight(tampering: Tampering<AcceptPreflight> = {}) {
  const settlement = settlementOf(tampering);
  const proceeds = { script: scriptFor(seller.ordinalsAddress), amount: BigInt(PRICE - 1_000 + POSTAGE) };
  const payout: Draft = {
    inputs: [{ txid: readPsbt(settlement).txid, index: 1, witnessUtxo: proceeds }],
    outputs: [pay(scriptFor(seller.paymentAddress), Number(proceeds.amount) - 900)],
  };
  tampering.payout?.(payout);
  const step = (psbtBase64: string, stepIndex: number) => ({
    stepIndex,
    signerAddress: seller.ordinalsAddress,
    inputsToSign: [{ address: seller.ordinalsAddress, signingIndexes: [0], sigHash: 0 }],
    psbtBase64,
  });
  const preflight = parsed('/inscriptions/{id}/offers/{offerId}/accept/preflight', {
    offerId: UUID,
    estimatedNetworkFeeSats: 900,
    steps: [step(settlement, 0), step(psbtOf(payout), 1)],
    expectedSettlementTxid: readPsbt(settlement).txid,
    expectedPayoutTxid: readPsbt(psbtOf(payout)).txid,
    targetFeeRateSatVb: 2,
  });
  tampering.answer?.(preflight);
  const terms: AcceptTerms = { wallet: seller, priceSats: PRICE, location: AT };
  return { preflight, terms };
}
