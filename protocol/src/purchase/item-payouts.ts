import { scriptOf } from '../bitcoin/keys.ts';
import { dustLimit } from '../bitcoin/weights.ts';
import type { FeeBreakdown } from '../layout/fees.ts';
import type { Payout } from '../layout/terms.ts';
import type { NetworkName } from '../network.ts';

/**
 * What the sale of one item pays besides its seller: the marketplace, and the creator if there are royalties.
 * Shares to one address share an output. A share below the dust limit of its script is dropped: in an offer
 * it goes to the network, in a counter it stays with the buyer.
 */
export function itemPayouts(
  fees: Pick<FeeBreakdown, 'marketplaceRevenueSats' | 'creatorRevenueSats'>,
  creatorAddress: string | null,
  feeAddress: string,
  network: NetworkName,
): Payout[] {
  const marketplace: Payout = {
    purpose: 'marketplace',
    address: feeAddress,
    valueSats: fees.marketplaceRevenueSats,
  };
  const shares =
    creatorAddress === null || fees.creatorRevenueSats === 0
      ? [marketplace]
      : creatorAddress === feeAddress
        ? [{ ...marketplace, valueSats: fees.marketplaceRevenueSats + fees.creatorRevenueSats }]
        : [
            marketplace,
            {
              purpose: 'creator' as const,
              address: creatorAddress,
              valueSats: fees.creatorRevenueSats,
            },
          ];
  return shares.filter(({ address, valueSats }) => valueSats >= dustLimit(scriptOf(address, network)));
}
