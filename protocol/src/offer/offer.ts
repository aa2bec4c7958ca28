import { ordinalsAddressOf, scriptOf } from '../bitcoin/keys.ts';
import { dustLimit } from '../bitcoin/weights.ts';
import {
  type Layout,
  layout,
  layoutTxid,
  type Pay,
  pay,
  row,
  rows,
  type Spend,
  spend,
} from '../layout/layout.ts';
import { paymentSpends } from '../layout/payments.ts';
import type { PsbtStep } from '../layout/terms.ts';
import type { Lock } from '../locks/lock.ts';
import { p2trLock, p2trOutputLock } from '../locks/p2tr.ts';
import { payerLock } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import type { Utxo } from '../outpoint.ts';
import { psbtStep } from '../psbt/step.ts';
import { refuse } from '../refusals.ts';
import type { Sats } from '../sats.ts';
import { checkPayout, checkSettlement } from './offer-rules.ts';
import type { OfferTerms, PayoutTerms, SettlementTerms } from './terms.ts';

/** Index of the proceeds among the outputs of a settlement. */
const PROCEEDS_VOUT = 1;

/** The settlement of an inscription offer as every party sees it. `buyerScript` is hex. */
export interface SettlementView {
  /** The inscription's output. */
  readonly utxo: Utxo;
  readonly owner: Lock;
  readonly buyerScript: string;
  readonly proceedsSats: Sats;
  readonly payments: readonly Spend[];
  readonly payouts: readonly Pay[];
  readonly change: Pay | null;
}

/** The table of a settlement, without the rules that need its terms. Throws what `layout` throws. */
export function settlementTable(view: SettlementView): Layout {
  const { utxo, owner, change } = view;
  return layout('settlement', [
    row(
      spend('inscription', utxo, owner, { seller: 'DEFAULT' }),
      pay('inscription', utxo.valueSats, view.buyerScript),
    ),
    ...rows(view.payments, [
      pay('proceeds', view.proceedsSats, owner.script),
      ...view.payouts,
      ...(change ? [change] : []),
    ]),
  ]);
}

/**
 * The settlement: input 0 the inscription, then the buyer's coins; output 0 the inscription, output 1 the
 * proceeds. Of an offer that came as a PSBT, the rules are those of `settlementTable` alone: its buyer has
 * signed every byte. `sellerKey` (x-only hex): the owner's internal key once known; the txid does not depend
 * on it. Throws Refusal `bad_address` when the inscription's output would be dust at the buyer's address,
 * `bad_price` when the proceeds would be dust, and `BrokenRule` for a broken rule.
 */
export function settlementLayout(terms: SettlementTerms, network: NetworkName, sellerKey?: string): Layout {
  const { utxo } = terms;
  const owner = scriptOf(terms.ownerAddress, network);
  const buyer = scriptOf(terms.buyerOrdinalsAddress, network);
  if (utxo.valueSats < dustLimit(buyer)) {
    refuse(
      'bad_address',
      `the inscription's ${utxo.valueSats} sats are dust at ${terms.buyerOrdinalsAddress}; use an ordinals address with a lower dust limit`,
    );
  }
  if (terms.sellerProceedsSats < dustLimit(owner)) {
    refuse(
      'bad_price',
      `the proceeds of ${terms.sellerProceedsSats} sats are dust at ${terms.ownerAddress}; use a higher priceSats`,
    );
  }
  const lock = sellerKey === undefined ? p2trOutputLock(owner) : p2trLock(sellerKey);
  const view = { utxo, owner: lock, buyerScript: buyer, proceedsSats: terms.sellerProceedsSats };
  if ('locks' in terms) {
    const { locks, others: payouts } = terms;
    const payments = terms.payments.map((coin, i) =>
      spend(`payment ${i + 1}`, coin, locks[i]!, { buyer: 'ALL' }),
    );
    return settlementTable({ ...view, payments, payouts, change: null });
  }
  const { payer } = terms;
  const table = settlementTable({
    ...view,
    payments: paymentSpends(payer, terms.payments),
    payouts: terms.payouts.map(({ purpose, address, valueSats }) =>
      pay(purpose, valueSats, scriptOf(address, network)),
    ),
    change: terms.changeSats > 0 ? pay('change', terms.changeSats, payerLock(payer).script) : null,
  });
  checkSettlement(table, terms, network);
  return table;
}

/**
 * The child of the settlement that moves the proceeds to the seller's payment address. Throws what `layout`
 * throws.
 */
export function payoutLayout(terms: SettlementTerms, payout: PayoutTerms, network: NetworkName): Layout {
  const settlement = settlementLayout(terms, network, payout.sellerKey);
  const table = payoutTable(settlement, payout, network);
  checkPayout(table, settlement, payout, network);
  return table;
}

/** The table of the payout of `settlement`. Throws what `layout` throws. */
export function payoutTable(settlement: Layout, payout: PayoutTerms, network: NetworkName): Layout {
  const coin = {
    txid: layoutTxid(settlement),
    vout: PROCEEDS_VOUT,
    valueSats: settlement.outputs[PROCEEDS_VOUT]!.valueSats,
  };
  return layout('payout', [
    row(
      spend('proceeds', coin, p2trLock(payout.sellerKey), { seller: 'DEFAULT' }),
      pay('seller', coin.valueSats - payout.feeSats, scriptOf(payout.sellerPaymentAddress, network)),
    ),
  ]);
}

/**
 * What the buyer's payment wallet signs to make an inscription offer. Throws what `settlementLayout` throws.
 */
export function offerStep(terms: OfferTerms, network: NetworkName): PsbtStep {
  return psbtStep(settlementLayout(terms, network), 'buyer', 0, terms.payer.address);
}

/** What the owner signs to accept: step 0 the settlement, step 1 the payout if there is one. */
export function acceptSteps(
  terms: SettlementTerms,
  sellerKey: string,
  payout: PayoutTerms | null,
  network: NetworkName,
): PsbtStep[] {
  const address = ordinalsAddressOf(sellerKey, network);
  const tables = [
    settlementLayout(terms, network, sellerKey),
    ...(payout ? [payoutLayout(terms, payout, network)] : []),
  ];
  return tables.map((table, stepIndex) => psbtStep(table, 'seller', stepIndex, address));
}
