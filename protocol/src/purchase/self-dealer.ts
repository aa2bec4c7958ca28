import { bip86Script, scriptOf, xOnlyKey } from '../bitcoin/keys.ts';
import type { ListingTerms } from '../layout/terms.ts';
import type { Payer } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';

/**
 * The key (x-only hex) of a seller who is also the payer or receiver: one output could then satisfy two
 * signatures of the same wallet. null: there is none.
 */
export function selfDealer(
  sellers: readonly Pick<ListingTerms, 'sellerKey' | 'sellerPaymentAddress'>[],
  payer: Payer,
  buyerOrdinalsAddress: string,
  network: NetworkName,
): string | null {
  const receiving = scriptOf(buyerOrdinalsAddress, network);
  const same = sellers.find(
    ({ sellerKey, sellerPaymentAddress }) =>
      sellerKey === xOnlyKey(payer.publicKey) ||
      sellerPaymentAddress === payer.address ||
      bip86Script(sellerKey) === receiving,
  );
  return same?.sellerKey ?? null;
}
