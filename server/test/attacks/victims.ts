/** Honest people, by name: what they own on an attacked chain, and everything that they sign in the flows. */

import { bip86Script, operatorScript, ordinalsAddressOf, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import {
  counterLayout,
  counterRecoveryLayout,
  fundingLayout,
  fundingOf,
} from '@ordbook/protocol/counter/counter';
import { planFunding } from '@ordbook/protocol/counter/plan-counter';
import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import { type Layout, layoutTxid } from '@ordbook/protocol/layout/layout';
import type { ListingTerms, SaleTerms } from '@ordbook/protocol/layout/terms';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import type { Payer } from '@ordbook/protocol/locks/payer';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import {
  KEYS,
  listingTerms,
  NETWORK,
  payer,
  paymentAddress,
  priced,
  saleQuestion,
  xOnly,
} from '../../../protocol/test/parties.ts';
import type { CounterRequest, SaleRequest } from '../../src/signer/port.ts';
import type { AttackedChain } from './attacked-chain.ts';
import { assembled, onlySignature, signedAs } from './forging.ts';

export const OPERATOR = operatorScript(KEYS);
export const POSTAGE = 10_000;
/** What a seller gets at a price of 100,000, the output's own sats included. */
export const PROCEEDS = 100_000 - 1_000 + POSTAGE;
export const ordinalsOf = (name: string) => bip86Script(xOnly(name));
export const paymentOf = (name: string) => scriptOf(paymentAddress(name, 'p2wpkh'), NETWORK);
export const FEES = paymentOf('fees');

/** What a seller signed to list one inscription. */
export interface SignedListing {
  readonly terms: ListingTerms;
  readonly tables: { readonly transfer: Layout; readonly leg: Layout; readonly recovery: Layout };
  readonly signatures: { readonly transfer: string; readonly leg: string; readonly recovery: string };
}

/** A listing of `seller` whose coins are in the chain. */
export async function listed(
  world: AttackedChain,
  seller: string,
  { anchorSats = 1_000, ...given }: Partial<ListingTerms> & { readonly anchorSats?: number } = {},
): Promise<SignedListing> {
  const [utxo, anchor] = (await world.coins(
    { script: ordinalsOf(seller), valueSats: POSTAGE },
    { script: OPERATOR, valueSats: anchorSats },
  )) as [Utxo, Utxo];
  return signedListing(seller, { utxo, anchor, sellerProceedsSats: PROCEEDS, ...given });
}

/** What `seller` signs to list on these terms. */
export function signedListing(seller: string, given: Partial<ListingTerms>): SignedListing {
  const terms = listingTerms(seller, given);
  const tables = {
    transfer: transferLayout(terms, KEYS),
    leg: sellerLegLayout(terms, KEYS, NETWORK),
    recovery: recoveryLayout([terms], KEYS),
  };
  const sign = (table: Layout) => onlySignature(table, 'seller', seller);
  return {
    terms,
    tables,
    signatures: {
      transfer: sign(tables.transfer),
      leg: sign(tables.leg),
      recovery: sign(tables.recovery),
    },
  };
}

/** The transfer of a listing or a counter, complete: with the anchor key, or out of the signer, it can be sent at any time. */
export function transferOf({ tables, signatures }: SignedListing | SignedCounter): string {
  return assembled(tables.transfer, {
    seller: [{ inputIndex: 0, signature: signatures.transfer }],
    operator: signedAs(tables.transfer, 'operator', 'anchor'),
  }).hex;
}

/** The passthrough of a listing or a counter. */
export function passthroughOf(transfer: Layout): Utxo {
  return { txid: layoutTxid(transfer), vout: 0, valueSats: transfer.outputs[0]!.valueSats };
}

export interface Buying {
  readonly payer?: Payer;
  readonly buyerOrdinalsAddress?: string;
  readonly purchaseAnchor?: Utxo;
}

/** What `buyer` signs to buy a listing, with coins that are in the chain; `change` alters the terms before. */
export async function bought(
  world: AttackedChain,
  buyer: string,
  listing: SignedListing,
  buying: Buying = {},
  change: (terms: SaleTerms) => SaleTerms = (terms) => terms,
): Promise<SaleRequest> {
  const by = buying.payer ?? payer(buyer, 'p2wpkh');
  const [purchaseAnchor, payment] = (await world.coins(
    { script: OPERATOR, valueSats: 1_000 },
    { script: scriptOf(by.address, NETWORK), valueSats: 1_000_000 },
  )) as [Utxo, Utxo];
  const { terms } = planSale(
    saleQuestion(1, {
      listings: [{ ...priced(buyer), terms: listing.terms }],
      payer: by,
      buyerOrdinalsAddress: buying.buyerOrdinalsAddress ?? ordinalsAddressOf(xOnly(buyer), NETWORK),
      purchaseAnchor: buying.purchaseAnchor ?? purchaseAnchor,
      coins: { exactly: [payment] },
    }),
  );
  const changed = change(affordable(terms, listing));
  return {
    terms: changed,
    transferSignatures: [listing.signatures.transfer],
    sellerSignatures: [listing.signatures.leg],
    buyerSignatures: signedAs(saleLayout(changed, KEYS, NETWORK), 'buyer', buyer),
  };
}

/** The plan knows the price of an example; what the seller of this listing gets more comes out of the change. */
function affordable(terms: SaleTerms, { terms: { sellerProceedsSats } }: SignedListing): SaleTerms {
  const example = priced('example').terms.sellerProceedsSats;
  return { ...terms, changeSats: terms.changeSats - (sellerProceedsSats - example) };
}

/** What a seller signed to counter. */
export interface SignedCounter {
  readonly terms: CounterTerms;
  readonly tables: { readonly transfer: Layout; readonly settlement: Layout; readonly recovery: Layout };
  readonly signatures: { readonly transfer: string; readonly settlement: string; readonly recovery: string };
}

/** A counter of `seller` to `buyer`, whose coins are in the chain. */
export async function countered(
  world: AttackedChain,
  seller: string,
  buyer: string,
  given: Partial<ListingTerms> = {},
): Promise<SignedCounter> {
  const [utxo, anchor] = (await world.coins(
    { script: ordinalsOf(seller), valueSats: POSTAGE },
    { script: OPERATOR, valueSats: 1_000 },
  )) as [Utxo, Utxo];
  const terms: CounterTerms = {
    transfer: listingTerms(seller, { utxo, anchor, sellerProceedsSats: PROCEEDS, ...given }),
    buyerOrdinalsAddress: ordinalsAddressOf(xOnly(buyer), NETWORK),
    payouts: [{ purpose: 'marketplace', address: paymentAddress('fees', 'p2wpkh'), valueSats: 30_000 }],
  };
  return signedCounter(seller, terms);
}

export function signedCounter(seller: string, terms: CounterTerms): SignedCounter {
  const tables = {
    transfer: transferLayout(terms.transfer, KEYS),
    settlement: counterLayout(terms, KEYS, NETWORK),
    recovery: counterRecoveryLayout(terms, KEYS),
  };
  const sign = (table: Layout) => onlySignature(table, 'seller', seller);
  return {
    terms,
    tables,
    signatures: {
      transfer: sign(tables.transfer),
      settlement: sign(tables.settlement),
      recovery: sign(tables.recovery),
    },
  };
}

/** What `buyer` signs to accept a counter, and the funding that is to be sent before. */
export async function accepted(
  world: AttackedChain,
  buyer: string,
  { terms, signatures }: SignedCounter,
): Promise<{ readonly request: CounterRequest; readonly funding: Layout }> {
  const by = payer(buyer, 'p2wpkh');
  const coins = await world.coins({ script: scriptOf(by.address, NETWORK), valueSats: 1_000_000 });
  const plan = planFunding({
    counter: terms,
    payer: by,
    coins: { exactly: coins },
    feeRate: 5,
    keys: KEYS,
    network: NETWORK,
  });
  const funding = fundingOf(plan);
  const settlement = counterLayout(terms, KEYS, NETWORK, funding);
  return {
    funding: fundingLayout(plan),
    request: {
      terms,
      funding,
      transferSignature: signatures.transfer,
      sellerSignature: signatures.settlement,
      buyerSignatures: signedAs(settlement, 'buyer', buyer),
    },
  };
}
