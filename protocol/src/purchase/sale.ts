/**
 * Purchase. TX2, the sale, spends the transfers of 1..20 listings and the buyer's coins, and pays everybody
 * at once.
 *
 * `sale-rules.ts` checks these guarantees on every layout built here: each inscription keeps its offset in an
 * output of its own value at the buyer's ordinals address; each seller's output is at the index of the
 * passthrough, as signed; the anchors return to the operator in full; every other output is listed in the
 * terms.
 */

import { operatorScript, scriptOf } from '../bitcoin/keys.ts';
import { dustLimit } from '../bitcoin/weights.ts';
import { type Layout, layout, layoutTxid, type Pay, pay, row, rows, spend } from '../layout/layout.ts';
import { paymentSpends } from '../layout/payments.ts';
import type { Operator, PsbtStep, SaleTerms } from '../layout/terms.ts';
import { transferLayout } from '../listing/listing.ts';
import { passthroughLock } from '../listing/passthrough.ts';
import type { Lock } from '../locks/lock.ts';
import { operatorLock } from '../locks/p2tr.ts';
import { type Payer, payerLock } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import type { Utxo } from '../outpoint.ts';
import { psbtStep } from '../psbt/step.ts';
import { refuse } from '../refusals.ts';
import { type Sats, sumSats } from '../sats.ts';
import { checkSale } from './sale-rules.ts';

/** A listing in a sale, as every party sees it. */
export interface SoldItem {
  readonly transferTxid: string;
  readonly anchorChangeSats: Sats;
  /** Output 0 of the transfer. */
  readonly passthrough: { readonly valueSats: Sats; readonly lock: Lock };
  readonly seller: { readonly valueSats: Sats; readonly script: string };
}

/** A sale as every party sees it. Scripts are hex. */
export interface SaleView {
  readonly sold: readonly SoldItem[];
  /** Of the anchors. */
  readonly operator: Lock;
  readonly purchaseAnchor: Utxo;
  readonly buyerScript: string;
  readonly payer: Payer;
  readonly payments: readonly Utxo[];
  /** Payouts, fresh anchors and change, in order. */
  readonly settlements: readonly Pay[];
}

/**
 * The table of TX2. With n listings: inputs 0 to n-1 are the transfers' anchor changes, n the purchase
 * anchor, n+1 to 2n the passthroughs, then the buyer's coins. Output 0 is the sum of inputs 0 to n, so the
 * sats of passthrough i fill output 1+i exactly. Throws what `layout` throws.
 */
export function saleTable(view: SaleView): Layout {
  const { sold, operator, payer } = view;
  const anchors = [
    ...sold.map(({ transferTxid, anchorChangeSats }, index) =>
      spend(
        `transfer ${index + 1} anchor change`,
        { txid: transferTxid, vout: 1, valueSats: anchorChangeSats },
        operator,
        { operator: 'DEFAULT' },
      ),
    ),
    spend('purchase anchor', view.purchaseAnchor, operator, { operator: 'DEFAULT' }),
  ];
  const anchorsBack = pay(
    'anchors back',
    sumSats(anchors.map(({ coin }) => coin.valueSats)),
    operator.script,
  );
  const received = sold.map(({ passthrough }, index) =>
    pay(`inscription ${index + 1}`, passthrough.valueSats, view.buyerScript),
  );
  return layout('sale', [
    ...rows(anchors, [anchorsBack, ...received]),
    ...sold.map(({ transferTxid, passthrough, seller }, index) =>
      row(
        spend(
          `passthrough ${index + 1}`,
          { txid: transferTxid, vout: 0, valueSats: passthrough.valueSats },
          passthrough.lock,
          { seller: 'SINGLE|ANYONECANPAY', market: 'DEFAULT' },
        ),
        pay(`seller ${index + 1}`, seller.valueSats, seller.script),
      ),
    ),
    ...rows(paymentSpends(payer, view.payments), view.settlements),
  ]);
}

/**
 * TX2 of these terms. Throws Refusal `bad_address` when an inscription's output would be dust at the buyer's
 * ordinals address, and `BrokenRule` when the result breaks a rule of sales.
 */
export function saleLayout(terms: SaleTerms, keys: Operator, network: NetworkName): Layout {
  const table = saleTable({
    sold: terms.listings.map((listing) => {
      const transfer = transferLayout(listing, keys);
      const [held, change] = transfer.outputs as [Pay, Pay];
      return {
        transferTxid: layoutTxid(transfer),
        anchorChangeSats: change.valueSats,
        passthrough: {
          valueSats: held.valueSats,
          lock: passthroughLock(listing.sellerKey, keys.market),
        },
        seller: {
          valueSats: listing.sellerProceedsSats,
          script: scriptOf(listing.sellerPaymentAddress, network),
        },
      };
    }),
    operator: operatorLock(keys),
    purchaseAnchor: terms.purchaseAnchor,
    buyerScript: receivingScript(terms, network),
    payer: terms.payer,
    payments: terms.payments,
    settlements: settlements(terms, operatorScript(keys), network),
  });
  checkSale(table, terms, keys, network);
  return table;
}

/** The step that the buyer's payment wallet signs. Throws what `saleLayout` throws. */
export function saleStep(terms: SaleTerms, keys: Operator, network: NetworkName): PsbtStep {
  return psbtStep(saleLayout(terms, keys, network), 'buyer', 0, terms.payer.address);
}

function settlements(
  { payouts, freshAnchors, changeSats, payer }: SaleTerms,
  operator: string,
  network: NetworkName,
) {
  return [
    ...payouts.map(({ purpose, address, valueSats }) => pay(purpose, valueSats, scriptOf(address, network))),
    ...Array.from({ length: freshAnchors.count }, () =>
      pay('fresh anchor', freshAnchors.valueSats, operator),
    ),
    ...(changeSats > 0 ? [pay('change', changeSats, payerLock(payer).script)] : []),
  ];
}

function receivingScript({ listings, buyerOrdinalsAddress }: SaleTerms, network: NetworkName): string {
  const script = scriptOf(buyerOrdinalsAddress, network);
  for (const { utxo, inscriptions } of listings) {
    if (utxo.valueSats < dustLimit(script)) {
      refuse(
        'bad_address',
        `inscription ${inscriptions[0]?.id} is on ${utxo.valueSats} sats, which is dust at ${buyerOrdinalsAddress}; use an ordinals address with a lower dust limit`,
      );
    }
  }
  return script;
}
