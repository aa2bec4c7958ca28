import { xOnlyKey } from '@ordbook/protocol/bitcoin/keys';
import { type FillTerms, fillLayout } from '@ordbook/protocol/fill/fill';
import type { Layout } from '@ordbook/protocol/layout/layout';
import { payerOf } from '@ordbook/protocol/locks/payer';
import type { NetworkName } from '@ordbook/protocol/network';

/**
 * The settlement of terms that a caller sent. Throws a Refusal for a key that is no point and for a payer
 * whose key is not that of its address, before any curve arithmetic, and what `fillLayout` throws.
 */
export function fillTableOf(terms: FillTerms, network: NetworkName): Layout {
  const { offer, sellerKey, funding } = terms;
  for (const key of [offer.buyerKey, sellerKey]) xOnlyKey(key);
  payerOf(funding.payer.address, funding.payer.publicKey, network);
  return fillLayout(terms, network);
}
