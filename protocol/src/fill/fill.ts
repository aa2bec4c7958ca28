/**
 * The settlement of a fill: exchanges the seller's inscription for the money in the offer output. It is
 * version 3 (BIP431), the only child of the funding parent, and pays for both. The seller pays the network
 * fee out of the price.
 *
 *   in   the seller's inscription   the offer output   an admission coin, locked for k blocks
 *   out  buyer's inscription   seller   [marketplace fee]   [creator payout]   the admission coin again
 */

import { ordinalsAddressOf, scriptOf } from '../bitcoin/keys.ts';
import { feeFor } from '../bitcoin/weights.ts';
import { ADMISSION_SATS, admissionLock, type Tier } from '../collection-offer/admission.ts';
import { type Funding, fundingParentLayout, OFFER_VOUT, TRUC_VERSION } from '../collection-offer/funding.ts';
import { type CollectionOfferTerms, offerLock } from '../collection-offer/offer.ts';
import { type Layout, layout, layoutTxid, networkFee, type Pay, pay, rows, spend } from '../layout/layout.ts';
import { checkRules, type Rule, spentTwice } from '../layout/rules.ts';
import { checkSatFlow } from '../layout/sat-flow.ts';
import { layoutSize } from '../layout/size.ts';
import type { InscriptionAt, Payout, PsbtStep } from '../layout/terms.ts';
import type { Lock } from '../locks/lock.ts';
import { p2trLock } from '../locks/p2tr.ts';
import type { NetworkName } from '../network.ts';
import { outpointText, sameOutpoint, type Utxo } from '../outpoint.ts';
import { psbtStep } from '../psbt/step.ts';
import type { Sats } from '../sats.ts';

/** Most vB of a child of an unconfirmed version 3 transaction. Source: BIP431. */
export const MAX_CHILD_VBYTES = 1000;

/** A payment of a fill to anyone but the seller. */
export type FillPayout = Omit<Payout, 'purpose'>;

/** A complete fill: two parties with the same terms build the same bytes. */
export interface FillTerms {
  readonly offer: CollectionOfferTerms;
  readonly funding: Funding;
  /** The inscription's output, P2TR key path of `sellerKey`, confirmed. */
  readonly utxo: Utxo;
  readonly inscription: InscriptionAt;
  /** The seller's x-only internal key, hex. */
  readonly sellerKey: string;
  readonly sellerPaymentAddress: string;
  /** Sats paid to the seller; the rest of the price is fees and payouts. */
  readonly sellerSats: Sats;
  /** null: there is no fee, or it would be dust and goes to the network. */
  readonly marketplace: FillPayout | null;
  /** null: there is no royalty, or it would be dust and is not taken. */
  readonly creator: FillPayout | null;
  readonly tier: Pick<Tier, 'number' | 'lockBlocks'>;
  /** A confirmed coin of the tier. */
  readonly admission: Utxo;
}

/** The settlement of a fill as every party sees it. `receiveScript` is hex. */
export interface FillView {
  /** The inscription's output. */
  readonly utxo: Utxo;
  readonly seller: Lock;
  readonly offer: { readonly coin: Utxo; readonly lock: Lock };
  readonly admission: { readonly coin: Utxo; readonly lock: Lock; readonly lockBlocks: number };
  readonly receiveScript: string;
  /** The seller, the marketplace and the creator. */
  readonly payments: readonly Pay[];
}

/** The table of a fill, without the rules that need its terms. Throws what `layout` throws. */
export function fillTable({ utxo, seller, offer, admission, receiveScript, payments }: FillView): Layout {
  return layout(
    'settlement',
    rows(
      [
        spend('inscription', utxo, seller, { seller: 'DEFAULT' }),
        spend('offer', offer.coin, offer.lock, { market: 'DEFAULT', gate: 'DEFAULT', policy: 'DEFAULT' }),
        spend('admission', admission.coin, admission.lock, { gate: 'DEFAULT' }, admission.lockBlocks),
      ],
      [
        pay('inscription', utxo.valueSats, receiveScript),
        ...payments,
        pay('admission', ADMISSION_SATS, admission.lock.script),
      ],
    ),
    TRUC_VERSION,
  );
}

/**
 * The settlement of a fill. `authSecret` (32 bytes, hex) is needed only to build witnesses. Throws a
 * `BrokenRule` when the result breaks a rule of settlements, and a RangeError when the price does not cover
 * its outputs.
 */
export function fillLayout(terms: FillTerms, network: NetworkName, authSecret?: string): Layout {
  const { offer, utxo, marketplace, creator } = terms;
  const admission = admissionLock(terms.tier, offer.keys.gate);
  const offerCoin = {
    txid: layoutTxid(fundingParentLayout(offer, terms.funding)),
    vout: OFFER_VOUT,
    valueSats: offer.priceSats,
  };
  const payout = (name: string, to: FillPayout | null) =>
    to ? [pay(name, to.valueSats, scriptOf(to.address, network))] : [];
  const table = fillTable({
    utxo,
    seller: p2trLock(terms.sellerKey),
    offer: { coin: offerCoin, lock: offerLock(offer, authSecret) },
    admission: { coin: terms.admission, lock: admission, lockBlocks: terms.tier.lockBlocks },
    receiveScript: offer.receiveScript,
    payments: [
      pay('seller', terms.sellerSats, scriptOf(terms.sellerPaymentAddress, network)),
      ...payout('marketplace', marketplace),
      ...payout('creator', creator),
    ],
  });
  checkFill(table, terms);
  return table;
}

/** What the seller signs to fill a collection offer. */
export function fillStep(terms: FillTerms, network: NetworkName): PsbtStep {
  const address = ordinalsAddressOf(terms.sellerKey, network);
  return psbtStep(fillLayout(terms, network), 'seller', 0, address);
}

/**
 * The network fee, sats, at `rate` sat/vB of the settlement and, with `withParent`, of the parent that it
 * pays for.
 */
export function packageFee(terms: FillTerms, network: NetworkName, rate: number, withParent = true): Sats {
  const parent = withParent ? layoutSize(fundingParentLayout(terms.offer, terms.funding)) : 0;
  return feeFor(parent + layoutSize(fillLayout(terms, network)), rate);
}

/** Most network fee of a fill, sats, which signers sign: half of the price, or 10,000 if that is more. */
export function mostFillFee(priceSats: Sats): Sats {
  return Math.max(10_000, Math.floor(priceSats / 2));
}

interface Fill {
  readonly table: Layout;
  readonly terms: FillTerms;
}

/** Rules of every settlement of a fill, besides the flow of its sats. */
export const FILL_RULES: readonly Rule<Fill>[] = [
  {
    sentence: 'a settlement spends the inscription, the offer output and one admission coin, each once',
    broken: ({ table, terms }) => {
      const { inputs } = table;
      const [first, second, third] = inputs;
      const isTold =
        inputs.length === 3 &&
        sameOutpoint(first!.coin, terms.utxo) &&
        second!.lock.script === offerLock(terms.offer).script &&
        sameOutpoint(third!.coin, terms.admission);
      return isTold && spentTwice(table) === null
        ? null
        : inputs.map(({ name, coin }) => `${name} ${outpointText(coin)}`).join(', ');
    },
  },
  {
    sentence: "the buyer's receive script gets the whole output of the inscription, at index 0",
    broken: ({ table: { outputs }, terms: { offer, utxo } }) =>
      outputs[0]?.script === offer.receiveScript && outputs[0].valueSats === utxo.valueSats
        ? null
        : `output 0 takes ${outputs[0]?.valueSats} of ${utxo.valueSats} sats`,
  },
  {
    sentence: 'the admission coin is spent under its lock and created again',
    broken: ({ table: { inputs, outputs }, terms: { tier, offer, admission } }) => {
      const lock = admissionLock(tier, offer.keys.gate);
      const spent = inputs[2];
      const back = outputs.at(-1);
      if (spent?.lock.script !== lock.script || spent.sequence !== tier.lockBlocks)
        return `sequence ${spent?.sequence}, not ${tier.lockBlocks} blocks`;
      if (admission.valueSats !== ADMISSION_SATS) return `the coin holds ${admission.valueSats} sats`;
      return back?.script === lock.script && back.valueSats === ADMISSION_SATS
        ? null
        : `${back?.name} takes ${back?.valueSats} sats`;
    },
  },
  {
    sentence:
      'a settlement pays the seller, the marketplace and the creator what the terms list, and nobody else',
    broken: ({ table: { outputs }, terms }) => {
      const names = outputs.map(({ name }) => name).join(', ');
      const told = [
        'inscription',
        'seller',
        ...(terms.marketplace ? ['marketplace'] : []),
        ...(terms.creator ? ['creator'] : []),
        'admission',
      ];
      return names === told.join(', ') ? null : names;
    },
  },
  {
    sentence: 'a settlement has version 3 and at most 1000 vB',
    broken: ({ table }) =>
      table.version === TRUC_VERSION && layoutSize(table) <= MAX_CHILD_VBYTES
        ? null
        : `version ${table.version}, ${layoutSize(table)} vB`,
  },
  {
    sentence: 'a settlement pays out no more than it spends',
    broken: ({ table }) => (networkFee(table) >= 0 ? null : `${-networkFee(table)} sats too much`),
  },
];

/** Throws a `BrokenRule` unless `table` settles `terms`, keeps every rule and the inscription's offset. */
export function checkFill(table: Layout, terms: FillTerms): void {
  checkRules(FILL_RULES, { table, terms });
  const { id, offset } = terms.inscription;
  checkSatFlow(table, [{ what: id, input: 0, offset, output: 0 }]);
}
