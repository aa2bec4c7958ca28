import { sats } from '../../format/sats.ts';
import type { Fees } from '../act/collection-acts.ts';
import { words } from '../text.ts';
import { Facts } from './facts.tsx';

/** Fees by name. */
export function FeeFacts({ fees }: { readonly fees: Fees }) {
  const say = words.fees;
  return (
    <Facts
      of={[
        [say.sellerBps, sats(fees.sellerBps)],
        [say.buyerBps, sats(fees.buyerBps)],
        [say.fillBps, fees.fillBps === undefined ? say.both : sats(fees.fillBps)],
        [say.minimumSats, sats(fees.minimumSats)],
        [say.sellerRoyaltyBps, sats(fees.sellerRoyaltyBps)],
        [say.buyerRoyaltyBps, sats(fees.buyerRoyaltyBps)],
      ]}
    />
  );
}
