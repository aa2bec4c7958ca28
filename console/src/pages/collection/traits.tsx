import type { MarketCollectionPage, TraitFilter } from '@ordbook/client/market';
import { useState } from 'preact/hooks';
import { sats } from '../../format/sats.ts';
import { text } from '../../text.ts';
import type { Facet, Facets } from './facets.ts';

type Type = MarketCollectionPage['traits'][number];

interface TraitsProps {
  readonly types: readonly Type[];
  readonly chosen: readonly TraitFilter[];
  /** Counts of the items for sale; null: count all members. */
  readonly facets?: Facets | null;
  readonly onToggle: (type: string, value: string) => void;
}

/** Values of a type that are shown at first. */
const FEW = 12;
/** Types that are open at first. */
const OPEN = 4;

/** The traits of a collection as filters, each value with how many members carry it. */
export function Traits({ types, chosen, facets = null, onToggle }: TraitsProps) {
  return (
    <div class="traits">
      {types.map((type, place) => {
        const values = chosen.find((group) => group.type === type.type)?.values ?? [];
        return (
          <Group
            key={type.type}
            type={type}
            chosen={values}
            facets={facets}
            isOpen={place < OPEN || values.length > 0}
            onToggle={onToggle}
          />
        );
      })}
    </div>
  );
}

interface GroupProps {
  readonly type: Type;
  readonly chosen: readonly string[];
  readonly facets: Facets | null;
  readonly isOpen: boolean;
  readonly onToggle: TraitsProps['onToggle'];
}

function Group({ type: { type, values }, chosen, facets, isOpen, onToggle }: GroupProps) {
  const [isLong, setLong] = useState(false);
  const shown = isLong ? values : values.slice(0, FEW);
  return (
    <details open={isOpen}>
      <summary>
        {type} <span class="count">{sats(values.length)}</span>
      </summary>
      <ul aria-label={type}>
        {shown.map(({ value, count }) => (
          <li key={value}>
            <label class="trait">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={() => onToggle(type, value)}
              />
              <span>{value}</span>
              <TraitCount facet={facets?.of(type, value)} count={facets ? null : count} />
            </label>
          </li>
        ))}
      </ul>
      {values.length > FEW && !isLong && (
        <button type="button" class="chip chip-plain" onClick={() => setLong(true)}>
          {text.traits.all(values.length)}
        </button>
      )}
    </details>
  );
}

/** How many are for sale and from what price; else how many members carry it. */
function TraitCount({ facet, count }: { readonly facet: Facet | undefined; readonly count: number | null }) {
  if (count !== null) return <span class="muted">{sats(count)}</span>;
  if (!facet) return <span class="muted">0</span>;
  return (
    <span class="muted trait-sale" title={text.traits.forSale(sats(facet.count), sats(facet.floorSats))}>
      {sats(facet.count)} · {sats(facet.floorSats)}
    </span>
  );
}
