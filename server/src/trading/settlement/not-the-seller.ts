import type { ListingTerms } from '@ordbook/protocol/layout/terms';
import type { Payer } from '@ordbook/protocol/locks/payer';
import { selfDealer } from '@ordbook/protocol/purchase/self-dealer';
import { refuse } from '@ordbook/protocol/refusals';
import type { TradingContext } from '../context.ts';

/** Refuses (400) a buyer with the wallet of a seller, in another profile: signers complete no such sale. */
export function requireNotTheSeller(
  { settings }: Pick<TradingContext, 'settings'>,
  sellers: readonly ListingTerms[],
  payer: Payer,
  buyerOrdinalsAddress: string,
): void {
  if (selfDealer(sellers, payer, buyerOrdinalsAddress, settings.network) !== null)
    refuse(
      'malformed',
      `the wallet ${buyerOrdinalsAddress}, which pays from ${payer.address}, has a key or an address of the seller; buy with another wallet`,
    );
}
