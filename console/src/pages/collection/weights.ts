import type { MarketItem } from '@ordbook/client/market';
import { kindOf } from '../../design/content-kind.ts';

/** Items that share an allowance, in the order of the list, and bytes of content that their cards load. */
const SHARING = 60;
const ALLOWED = 1_500_000;
/** What each may have, whatever the others take. */
const OWN = ALLOWED / SHARING;

type Weighed = Pick<MarketItem, 'inscriptionId' | 'contentType' | 'rawContentType' | 'contentBytes'>;

/**
 * Of each 60 items, those whose content is too large for their cards to load together: small ones are always
 * loaded, larger ones in their order while bytes are left. What has no known length is held back.
 */
export function heldBack<Item extends Weighed>(items: readonly Item[]): readonly Item[] {
  const held: Item[] = [];
  for (let start = 0; start < items.length; start += SHARING) {
    const loaded = items
      .slice(start, start + SHARING)
      .filter((item) => ['picture', 'drawing', 'text'].includes(kindOf(item)));
    const isSmall = ({ contentBytes }: Item) => contentBytes !== null && contentBytes <= OWN;
    let left = ALLOWED - loaded.filter(isSmall).reduce((sum, { contentBytes }) => sum + contentBytes!, 0);
    for (const item of loaded.filter((one) => !isSmall(one)))
      if (item.contentBytes !== null && item.contentBytes <= left) left -= item.contentBytes;
      else held.push(item);
  }
  return held;
}
