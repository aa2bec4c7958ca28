/**
 * Listing. TX1, the transfer, moves an inscription to its passthrough; it is signed now and broadcast with
 * the sale. The seller leg is the seller's half of that sale: one input and the output at the same index,
 * which any sale may contain. Rules of the transfer: `transfer-rules.ts`.
 */

import { bytesToHex } from '../bitcoin/bytes.ts';
import { operatorScript, ordinalsAddressOf, scriptOf } from '../bitcoin/keys.ts';
import { dustLimit, feeFor } from '../bitcoin/weights.ts';
import { type Layout, layout, layoutTxid, pay, row, serialized, spend } from '../layout/layout.ts';
import type { ListingTerms, Operator, PsbtStep } from '../layout/terms.ts';
import { operatorLock, p2trLock } from '../locks/p2tr.ts';
import type { NetworkName } from '../network.ts';
import type { Utxo } from '../outpoint.ts';
import { psbtStep } from '../psbt/step.ts';
import { refuse } from '../refusals.ts';
import { MAX_SATS, type Sats } from '../sats.ts';
import { passthroughLock } from './passthrough.ts';
import { checkTransfer } from './transfer-rules.ts';

/** Size of TX1, vB; the same for every listing. */
export const TRANSFER_VSIZE = 212;

/** The fee of TX1, sats, at `rate` sat/vB. */
export function transferFee(rate: number): Sats {
  return feeFor(TRANSFER_VSIZE, rate);
}

/**
 * TX1. Throws Refusal `not_listable` when the output of the inscription is too small to move, and
 * `BrokenRule` when the result breaks a rule of transfers.
 */
export function transferLayout(terms: ListingTerms, keys: Operator): Layout {
  const lock = passthroughLock(terms.sellerKey, keys.market);
  const { utxo, anchor } = terms;
  const limit = dustLimit(lock.script);
  if (utxo.valueSats < limit) {
    refuse(
      'not_listable',
      `the inscription's output holds ${utxo.valueSats} sats; move the inscription to an output of at least ${limit} sats`,
    );
  }
  const table = layout('transfer', [
    row(
      spend('inscription', utxo, p2trLock(terms.sellerKey), { seller: 'DEFAULT' }),
      pay('passthrough', utxo.valueSats, lock.script),
    ),
    row(
      spend('anchor', anchor, operatorLock(keys), { operator: 'DEFAULT' }),
      pay('anchor change', anchor.valueSats - terms.transferFeeSats, operatorScript(keys)),
    ),
  ]);
  checkTransfer(table, terms, keys);
  return table;
}

/** The txid of TX1, known before anyone signs. */
export function transferTxid(terms: ListingTerms, keys: Operator): string {
  return layoutTxid(transferLayout(terms, keys));
}

/** Size of TX1 without signatures, bytes. */
export const TRANSFER_BYTES = 178;

/** TX1 without signatures, raw hex: proves to a buyer which coins it spends. Its hash is the txid. */
export function unsignedTransfer(terms: ListingTerms, keys: Operator): string {
  return bytesToHex(serialized(transferLayout(terms, keys), true));
}

/** The anchor change of TX1, which the listing's sale or recovery spends. */
export function anchorChangeOf(terms: ListingTerms, keys: Operator): Utxo {
  const transfer = transferLayout(terms, keys);
  return { txid: layoutTxid(transfer), vout: 1, valueSats: transfer.outputs[1]!.valueSats };
}

/**
 * The seller's half of the sale. Throws Refusal `bad_price` when the proceeds are below the dust limit of the
 * payment address or above the money supply, and `bad_address` when the payment address is invalid.
 */
export function sellerLegLayout(terms: ListingTerms, keys: Operator, network: NetworkName): Layout {
  const lock = passthroughLock(terms.sellerKey, keys.market);
  const coin = { txid: transferTxid(terms, keys), vout: 0, valueSats: terms.utxo.valueSats };
  const script = scriptOf(terms.sellerPaymentAddress, network);
  if (terms.sellerProceedsSats < dustLimit(script)) {
    refuse(
      'bad_price',
      `the proceeds of ${terms.sellerProceedsSats} sats are below the dust limit of ${dustLimit(script)}; use a higher priceSats`,
    );
  }
  if (terms.sellerProceedsSats > MAX_SATS)
    refuse(
      'bad_price',
      `the proceeds of ${terms.sellerProceedsSats} sats are more than 21 million BTC; use a lower priceSats`,
    );
  return layout('seller leg', [
    row(
      spend('passthrough', coin, lock, { seller: 'SINGLE|ANYONECANPAY' }),
      pay('seller', terms.sellerProceedsSats, script),
    ),
  ]);
}

/**
 * What the seller signs to list: step 0 the transfer, step 1 the seller leg. Throws what the layouts throw.
 */
export function listingSteps(
  terms: ListingTerms,
  keys: Operator,
  network: NetworkName,
): [PsbtStep, PsbtStep] {
  const address = ordinalsAddressOf(terms.sellerKey, network);
  return [
    psbtStep(transferLayout(terms, keys), 'seller', 0, address),
    psbtStep(sellerLegLayout(terms, keys, network), 'seller', 1, address),
  ];
}
