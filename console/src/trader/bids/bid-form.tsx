import { previewTarget, type Session, type Target } from '@ordbook/client';
import type { MarketCollectionPage, TraitFilter } from '@ordbook/client/market';
import { useEffect, useState } from 'preact/hooks';
import { Amount } from '../../design/amount.tsx';
import { toggled } from '../../pages/collection/filters.ts';
import { Traits } from '../../pages/collection/traits.tsx';
import { Button } from '../button.tsx';
import { sentenceOf } from '../errors.ts';
import { Duration, type Hours, hoursIn } from '../offers/duration.tsx';
import { PriceRule } from '../offers/price-rule.tsx';
import { BID_RULE } from '../offers/rules.ts';
import { words } from '../text.ts';
import { bid } from './bidding.ts';

/** A wait after the last key, before the service counts, ms. */
const PAUSE_MS = 300;
const MOST_OFFERS = 10;

interface BidFormProps {
  readonly session: Session;
  readonly collection: MarketCollectionPage;
}

/** What to bid for, with a live count of what qualifies, and the ladder that results. */
export function BidForm({ session, collection: { slug, traits: types } }: BidFormProps) {
  const [isTraits, setIsTraits] = useState(false);
  const [traits, setTraits] = useState<readonly TraitFilter[]>([]);
  const [figures, setFigures] = useState({ priceSats: 0, offerCount: 1, ladderStepSats: 0 });
  const [validityHours, setHours] = useState<Hours>(hoursIn(null));
  const target = targetOf(isTraits, traits);
  const put = (name: keyof typeof figures) => (event: { readonly currentTarget: HTMLInputElement }) =>
    setFigures({ ...figures, [name]: Math.floor(Number(event.currentTarget.value)) || 0 });
  const ladder = Array.from(
    { length: Math.min(MOST_OFFERS, figures.offerCount) },
    (_, index) => figures.priceSats - index * figures.ladderStepSats,
  );
  const isReady =
    target !== null &&
    ladder.length > 0 &&
    ladder.every((price) => price >= BID_RULE.least && price % BID_RULE.step === 0);
  return (
    <div class="fields sheet">
      <label>
        {words.bids.target}
        <select
          aria-label={words.bids.target}
          onChange={(event) => setIsTraits(event.currentTarget.value === 'traits')}
        >
          <option value="all">{words.bids.all}</option>
          {types.length > 0 && <option value="traits">{words.bids.traits}</option>}
        </select>
      </label>
      {isTraits && (
        <fieldset class="bid-traits">
          <legend class="muted">{words.bids.choose}</legend>
          <Traits
            types={types}
            chosen={traits}
            onToggle={(type, value) => setTraits(toggled(traits, type, value))}
          />
        </fieldset>
      )}
      {target && <Qualifying session={session} slug={slug} target={target} />}
      <div class="figures">
        <label>
          {words.bids.price}
          <input
            type="number"
            min={BID_RULE.least}
            step={BID_RULE.step}
            aria-describedby="bid-rule"
            onInput={put('priceSats')}
          />
        </label>
        <label>
          {words.bids.count}
          <input type="number" min={1} max={MOST_OFFERS} defaultValue="1" onInput={put('offerCount')} />
        </label>
        <label>
          {words.bids.step}
          <input
            type="number"
            min={0}
            step={BID_RULE.step}
            defaultValue="0"
            onInput={put('ladderStepSats')}
          />
        </label>
        <Duration onChoose={setHours} />
      </div>
      <PriceRule id="bid-rule" slug={slug} rule={BID_RULE} />
      {isReady && ladder.length > 1 && <Ladder prices={ladder} />}
      <Button
        text={words.bids.make}
        isMain
        isOff={!isReady}
        onClick={() => bid({ collectionSlug: slug, target: target!, ...figures, validityHours })}
      />
    </div>
  );
}

/** The prices of the offers, each as a bar beside the highest. */
function Ladder({ prices }: { readonly prices: readonly number[] }) {
  return (
    <figure class="ladder" data-ladder="">
      <figcaption class="muted">{words.bids.ladder}</figcaption>
      <ol>
        {prices.map((price, place) => (
          <li key={place}>
            <span class="depth-bar" style={{ width: `${(100 * price) / prices[0]!}%` }} aria-hidden="true" />
            <Amount sats={price} withFiat />
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** null: no trait is chosen yet. */
function targetOf(isTraits: boolean, traits: readonly TraitFilter[]): Target | null {
  if (!isTraits) return { kind: 'all' };
  if (traits.length === 0) return null;
  return { kind: 'traits', traits: traits.map(({ type, values }) => ({ type, values: [...values] })) };
}

interface QualifyingProps {
  readonly session: Session;
  readonly slug: string;
  readonly target: Target;
}

function Qualifying({ session, slug, target }: QualifyingProps) {
  const [shown, setShown] = useState<string>(words.bids.counting);
  const key = JSON.stringify(target);
  useEffect(() => {
    let isCurrent = true;
    setShown(words.bids.counting);
    const timer = setTimeout(() => {
      previewTarget(session, slug, target).then(
        ({ eligibleCount }) => isCurrent && setShown(words.bids.qualify(eligibleCount)),
        (error: unknown) => isCurrent && setShown(sentenceOf(error)),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [session, slug, key]);
  return (
    <p role="status" class="qualifying">
      {shown}
    </p>
  );
}
