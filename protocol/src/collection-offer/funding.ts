/**
 * The funding parent: pays a collection offer's price into the offer output. It is version 3 (BIP431) and
 * pays no fee, so no node accepts it alone. It is broadcast together with the settlement, which pays for
 * both, or by the buyer together with the transaction that takes the money back.
 */

import { dustLimit } from '../bitcoin/weights.ts';
import { type Layout, layout, networkFee, pay, rows } from '../layout/layout.ts';
import { paymentSpends } from '../layout/payments.ts';
import { checkRules, type Rule, spentTwice } from '../layout/rules.ts';
import type { PsbtStep } from '../layout/terms.ts';
import type { Payer } from '../locks/payer.ts';
import { payerLock } from '../locks/payer.ts';
import { outpointText, type Utxo } from '../outpoint.ts';
import { psbtStep } from '../psbt/step.ts';
import { type Sats, sumSats } from '../sats.ts';
import { type CollectionOfferTerms, exitDataScript, offerLock } from './offer.ts';

export const TRUC_VERSION = 3;
/** Index of the offer output. */
export const OFFER_VOUT = 0;
export const MAX_FUNDING_COINS = 50;

/** What pays for a collection offer: coins of one wallet. */
export interface Funding {
  readonly payer: Payer;
  readonly payments: readonly Utxo[];
}

/** The funding parent of an offer. Throws a `BrokenRule` when the result breaks a rule of funding parents. */
export function fundingParentLayout(offer: CollectionOfferTerms, { payer, payments }: Funding): Layout {
  const payerScript = payerLock(payer).script;
  const changeSats = sumSats(payments.map(({ valueSats }) => valueSats)) - offer.priceSats;
  const table = layout(
    'funding parent',
    rows(paymentSpends(payer, payments), [
      pay('offer', offer.priceSats, offerLock(offer).script),
      ...(changeSats > 0 ? [pay('change', changeSats, payerScript)] : []),
      pay('exit data', 0, exitDataScript(offer)),
    ]),
    TRUC_VERSION,
  );
  checkRules(FUNDING_PARENT_RULES, { table, offer, payerScript });
  return table;
}

/** What the buyer signs to make an offer. */
export function fundingParentStep(offer: CollectionOfferTerms, funding: Funding): PsbtStep {
  return psbtStep(fundingParentLayout(offer, funding), 'buyer', 0, funding.payer.address);
}

/**
 * Coins that hold the price exactly or leave change above dust (a funding parent pays no fee): largest first,
 * the last the smallest that suffices. null when no such set of at most 50 coins is found. Deterministic.
 */
export function selectFunding(
  candidates: readonly Utxo[],
  priceSats: Sats,
  changeScript: string,
): Utxo[] | null {
  const dust = dustLimit(changeScript);
  const suits = (held: Sats) => held === priceSats || held >= priceSats + dust;
  const sorted = candidates.toSorted(
    (a, b) => b.valueSats - a.valueSats || (outpointText(a) < outpointText(b) ? -1 : 1),
  );
  let held = 0;
  for (let taken = 0; taken < Math.min(sorted.length, MAX_FUNDING_COINS); taken += 1) {
    const last = sorted.slice(taken).findLast(({ valueSats }) => suits(held + valueSats));
    if (last) return [...sorted.slice(0, taken), last];
    held += sorted[taken]!.valueSats;
  }
  return null;
}

interface FundingParent {
  readonly table: Layout;
  readonly offer: CollectionOfferTerms;
  readonly payerScript: string;
}

/** Rules of every funding parent. */
export const FUNDING_PARENT_RULES: readonly Rule<FundingParent>[] = [
  {
    sentence: 'a funding parent pays the price to the offer output, at index 0',
    broken: ({ table: { outputs }, offer }) =>
      outputs[0]?.script === offerLock(offer).script && outputs[0].valueSats === offer.priceSats
        ? null
        : `output 0 takes ${outputs[0]?.valueSats} sats`,
  },
  {
    sentence: "the rest returns to the buyer's payment address",
    broken: ({ table: { outputs }, offer, payerScript }) => {
      const data = exitDataScript(offer);
      const other = outputs.slice(1).find(({ script }) => script !== payerScript && script !== data);
      return other ? `${other.name} pays ${other.script}` : null;
    },
  },
  {
    sentence: 'the last output is the exit data of the buyer',
    broken: ({ table: { outputs }, offer }) =>
      outputs.at(-1)?.script === exitDataScript(offer) && outputs.at(-1)?.valueSats === 0
        ? null
        : `it is ${outputs.at(-1)?.name}`,
  },
  {
    sentence: 'a funding parent has version 3 and pays no fee',
    broken: ({ table }) =>
      table.version === TRUC_VERSION && networkFee(table) === 0
        ? null
        : `version ${table.version}, fee ${networkFee(table)} sats`,
  },
  {
    sentence: 'at most 50 coins fund an offer, each once',
    broken: ({ table }) => {
      const { length } = table.inputs;
      return length < 1 || length > MAX_FUNDING_COINS ? `${length} coins` : spentTwice(table);
    },
  },
];
