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
import type { OperatorKeys, PsbtStep, SaleTerms } from '../layout/terms.ts';
import { transferLayout } from '../listing/listing.ts';
import { passthroughLock } from '../listing/passthrough.ts';
import { operatorLock } from '../locks/p2tr.ts';
import { payerLock } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import { psbtStep } from '../psbt/step.ts';
import { refuse } from '../refusals.ts';
import { sumSats } from '../sats.ts';
import { checkSale } from './sale-rules.ts';

/**
 * TX2. With n listings: inputs 0 to n-1 are the transfers' anchor changes, n the purchase anchor, n+1 to 2n
 * the passthroughs, then the buyer's coins. Output 0 is the sum of inputs 0 to n, so the sats of passthrough
 * i fill output 1+i exactly. Throws Refusal `bad_address` when an inscription's output would be dust at the
 * buyer's ordinals address, and `BrokenRule` when the result breaks a rule of sales.
 */
export function saleLayout(terms: SaleTerms, keys: OperatorKeys, network: NetworkName): Layout {
  const operator = operatorScript(keys);
  const anchorLock = operatorLock(keys);
  const buyer = receivingScript(terms, network);
  const sold = terms.listings.map((listing, index) => {
    const transfer = transferLayout(listing, keys);
    const txid = layoutTxid(transfer);
    const [held, change] = transfer.outputs as [Pay, Pay];
    const lock = passthroughLock(listing.sellerKey, keys.market);
    const number = index + 1;
    return {
      change: spend(
        `transfer ${number} anchor change`,
        { txid, vout: 1, valueSats: change.valueSats },
        anchorLock,
        { operator: 'DEFAULT' },
      ),
      passthrough: spend(`passthrough ${number}`, { txid, vout: 0, valueSats: held.valueSats }, lock, {
        seller: 'SINGLE|ANYONECANPAY',
        market: 'DEFAULT',
      }),
      inscription: pay(`inscription ${number}`, held.valueSats, buyer),
      seller: pay(
        `seller ${number}`,
        listing.sellerProceedsSats,
        scriptOf(listing.sellerPaymentAddress, network),
      ),
    };
  });
  const purchaseAnchor = spend('purchase anchor', terms.purchaseAnchor, anchorLock, { operator: 'DEFAULT' });
  const anchors = [...sold.map(({ change }) => change), purchaseAnchor];
  const anchorsBack = pay('anchors back', sumSats(anchors.map(({ coin }) => coin.valueSats)), operator);

  const table = layout('sale', [
    ...rows(anchors, [anchorsBack, ...sold.map(({ inscription }) => inscription)]),
    ...sold.map((listing) => row(listing.passthrough, listing.seller)),
    ...rows(paymentSpends(terms.payer, terms.payments), settlements(terms, operator, network)),
  ]);
  checkSale(table, terms, keys, network);
  return table;
}

/** The step that the buyer's payment wallet signs. Throws what `saleLayout` throws. */
export function saleStep(terms: SaleTerms, keys: OperatorKeys, network: NetworkName): PsbtStep {
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
