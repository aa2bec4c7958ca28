/**
 * Counter: the owner's price for the buyer of an inscription offer. TX1, the transfer, is the same as a
 * listing's (`listing.ts`). The seller signs the settlement ALL|ANYONECANPAY: all its outputs are fixed, and
 * the buyer adds one input, the funding, whose value sets the fee. Nothing is broadcast before the buyer
 * accepts; until then the inscription stays in the seller's output.
 *
 * The last output of settlement and recovery names the passthrough. No two counters, at any price and
 * postage, have the same outputs, so no transaction satisfies the signatures of two.
 */

import { bip86Script, ordinalsAddressOf, scriptOf } from '../bitcoin/keys.ts';
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
import { paymentSpend, paymentSpends } from '../layout/payments.ts';
import type { Operator, PsbtStep } from '../layout/terms.ts';
import { transferLayout, transferTxid } from '../listing/listing.ts';
import { passthroughLock } from '../listing/passthrough.ts';
import { operatorLock } from '../locks/p2tr.ts';
import { payerLock } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import type { Utxo } from '../outpoint.ts';
import { psbtStep } from '../psbt/step.ts';
import { refuse } from '../refusals.ts';
import { MAX_SATS, type Sats } from '../sats.ts';
import { checkCounter, checkCounterRecovery } from './counter-rules.ts';
import { namingOutput } from './naming-output.ts';
import type { CounterFunding, CounterTerms, FundingTerms } from './terms.ts';

/**
 * Version of settlement and recovery. The leg of a listing is signed for version 2 and for any place in a
 * transaction: in one of version 1, it cannot share an output with the counter of the same seller.
 */
export const COUNTER_VERSION = 1;

/** A counter as every party sees it. Scripts are hex. */
export interface CounterView {
  readonly passthrough: Pick<Spend, 'coin' | 'lock' | 'signs'>;
  readonly buyerScript: string;
  readonly sellerProceedsSats: Sats;
  readonly sellerScript: string;
  readonly payouts: readonly Pay[];
  readonly funding: CounterFunding | null;
}

/** The table of a settlement, without the rules that need its terms. Throws what `layout` throws. */
export function counterTable(view: CounterView): Layout {
  const { coin, lock, signs } = view.passthrough;
  const { funding } = view;
  return layout(
    'counter',
    [
      row(spend('passthrough', coin, lock, signs), pay('inscription', coin.valueSats, view.buyerScript)),
      ...rows(funding ? [paymentSpend('funding', funding.coin, funding.payer)] : [], [
        pay('seller', view.sellerProceedsSats, view.sellerScript),
        ...view.payouts,
        namingOutput(coin.txid),
      ]),
    ],
    COUNTER_VERSION,
  );
}

/**
 * The settlement: input 0 the passthrough, input 1 the funding; output 0 the inscription, output 1 the
 * seller, then the payouts, and last the output that names the passthrough. Without `funding` it is what the
 * seller signs. Throws Refusal `bad_price` or `bad_address` for outputs that would be dust, `bad_price` for
 * amounts above the money supply, and `BrokenRule` for a broken rule.
 */
export function counterLayout(
  terms: CounterTerms,
  keys: Operator,
  network: NetworkName,
  funding: CounterFunding | null = null,
): Layout {
  const { transfer, buyerOrdinalsAddress, payouts } = terms;
  const buyer = scriptOf(buyerOrdinalsAddress, network);
  const seller = scriptOf(transfer.sellerPaymentAddress, network);
  if (transfer.utxo.valueSats < dustLimit(buyer))
    refuse(
      'bad_address',
      `the inscription's ${transfer.utxo.valueSats} sats are dust at ${buyerOrdinalsAddress}; use an ordinals address with a lower dust limit`,
    );
  if (transfer.sellerProceedsSats < dustLimit(seller))
    refuse(
      'bad_price',
      `the proceeds of ${transfer.sellerProceedsSats} sats are dust; use a higher priceSats`,
    );
  const asked = payouts.reduce((total, { valueSats }) => total + valueSats, transfer.sellerProceedsSats);
  if (asked > MAX_SATS)
    refuse('bad_price', `the buyer would pay ${asked} sats, more than 21 million BTC; use a lower priceSats`);
  const { signs, coin, lock } = passthroughSpend(terms, keys);
  const table = counterTable({
    passthrough: { coin, lock, signs },
    buyerScript: buyer,
    sellerProceedsSats: transfer.sellerProceedsSats,
    sellerScript: seller,
    payouts: payouts.map(({ purpose, address, valueSats }) =>
      pay(purpose, valueSats, scriptOf(address, network)),
    ),
    funding,
  });
  checkCounter(table, terms, keys, network, funding);
  return table;
}

/**
 * The recovery: returns the passthrough to the seller's ordinals address. The seller's signature fixes the
 * outputs, so the operator can only add whole coins: the `feeCoins` are the fee.
 */
export function counterRecoveryLayout(
  terms: CounterTerms,
  keys: Operator,
  feeCoins: readonly Utxo[] = [],
): Layout {
  const { sellerKey, utxo } = terms.transfer;
  const table = layout(
    'counter recovery',
    [
      row(passthroughSpend(terms, keys), pay('inscription', utxo.valueSats, bip86Script(sellerKey))),
      ...rows(
        feeCoins.map((coin) => spend('fee coin', coin, operatorLock(keys), { operator: 'DEFAULT' })),
        [namingOutput(transferTxid(terms.transfer, keys))],
      ),
    ],
    COUNTER_VERSION,
  );
  checkCounterRecovery(table, terms, keys, feeCoins);
  return table;
}

/** The funding transaction. It has neither operator coins nor inscriptions. */
export function fundingLayout({ payer, payments, fundingSats, changeSats }: FundingTerms): Layout {
  const { script } = payerLock(payer);
  return layout(
    'funding',
    rows(paymentSpends(payer, payments), [
      pay('funding', fundingSats, script),
      ...(changeSats > 0 ? [pay('change', changeSats, script)] : []),
    ]),
  );
}

/** The coin that a funding transaction makes for the settlement. */
export function fundingOf(terms: FundingTerms): CounterFunding {
  const coin = { txid: layoutTxid(fundingLayout(terms)), vout: 0, valueSats: terms.fundingSats };
  return { coin, payer: terms.payer };
}

/** What the seller signs to counter: step 0 the transfer, step 1 the settlement, step 2 the recovery. */
export function counterSteps(terms: CounterTerms, keys: Operator, network: NetworkName): PsbtStep[] {
  const address = ordinalsAddressOf(terms.transfer.sellerKey, network);
  return counterTables(terms, keys, network).map((table, stepIndex) =>
    psbtStep(table, 'seller', stepIndex, address),
  );
}

/** The layouts behind `counterSteps`, in order. */
export function counterTables(terms: CounterTerms, keys: Operator, network: NetworkName): Layout[] {
  return [
    transferLayout(terms.transfer, keys),
    counterLayout(terms, keys, network),
    counterRecoveryLayout(terms, keys),
  ];
}

/** What the buyer signs to accept: step 0 the funding, step 1 the settlement. */
export function counterAcceptSteps(
  terms: CounterTerms,
  funding: FundingTerms,
  keys: Operator,
  network: NetworkName,
): PsbtStep[] {
  const settlement = counterLayout(terms, keys, network, fundingOf(funding));
  return [fundingLayout(funding), settlement].map((table, stepIndex) =>
    psbtStep(table, 'buyer', stepIndex, funding.payer.address),
  );
}

function passthroughSpend({ transfer }: CounterTerms, keys: Operator) {
  const coin = {
    txid: transferTxid(transfer, keys),
    vout: 0,
    valueSats: transfer.utxo.valueSats,
  };
  return spend('passthrough', coin, passthroughLock(transfer.sellerKey, keys.market), {
    seller: 'ALL|ANYONECANPAY',
    market: 'DEFAULT',
  });
}
