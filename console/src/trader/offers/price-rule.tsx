import { market } from '../../data/market.ts';
import { useResource } from '../../data/resource.ts';
import { words } from '../text.ts';
import { leastOf, type Rule } from './rules.ts';

interface PriceRuleProps {
  readonly slug: string;
  /** Of the field that it describes. */
  readonly id?: string;
  readonly rule: Rule;
  /** The best offer that stands, sats; absent: that for any inscription of the collection. */
  readonly best?: number | null;
}

/** Beside the field of a price: the least, the most, the step, the best offer and the floor. */
export function PriceRule({ slug, id, rule, best }: PriceRuleProps) {
  const { value } = useResource(`prices ${slug}`, (signal) => market.collection(slug, signal));
  const floor = value?.floorSats ?? null;
  const offered = best === undefined ? (value?.bestOfferSats ?? null) : best;
  return (
    <p class="muted" {...(id === undefined ? {} : { id })}>
      {words.price.from(leastOf(rule, floor), rule.most, rule.step)}{' '}
      {offered !== null && words.price.best(offered)} {floor !== null && words.price.floor(floor)}
    </p>
  );
}
