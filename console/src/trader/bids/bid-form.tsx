import { previewTarget, type Session, type Target } from '@ordbook/client';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { sentenceOf } from '../errors.ts';
import { words } from '../text.ts';
import { bid } from './bidding.ts';

/** A wait after the last key, before the service counts, ms. */
const PAUSE_MS = 300;
const MOST_OFFERS = 10;

interface Group {
  readonly type: string;
  readonly values: string;
}

/** What to bid for, with a live count of what qualifies, and the ladder that results. */
export function BidForm({ session, slug }: { readonly session: Session; readonly slug: string }) {
  const [isTraits, setIsTraits] = useState(false);
  const [groups, setGroups] = useState<readonly Group[]>([{ type: '', values: '' }]);
  const [figures, setFigures] = useState({ priceSats: 0, offerCount: 1, ladderStepSats: 0 });
  const target = targetOf(isTraits, groups);
  const put = (name: keyof typeof figures) => (event: { readonly currentTarget: HTMLInputElement }) =>
    setFigures({ ...figures, [name]: Math.floor(Number(event.currentTarget.value)) || 0 });
  const ladder = Array.from(
    { length: Math.min(MOST_OFFERS, figures.offerCount) },
    (_, index) => figures.priceSats - index * figures.ladderStepSats,
  );
  const isReady = target !== null && ladder.length > 0 && ladder.every((price) => price > 0);
  const change = (at: number, part: Partial<Group>) =>
    setGroups(groups.map((group, index) => (index === at ? { ...group, ...part } : group)));
  return (
    <div class="fields sheet">
      <label>
        {words.bids.target}
        <select
          aria-label={words.bids.target}
          onChange={(event) => setIsTraits(event.currentTarget.value === 'traits')}
        >
          <option value="all">{words.bids.all}</option>
          <option value="traits">{words.bids.traits}</option>
        </select>
      </label>
      {isTraits &&
        groups.map((_group, index) => (
          <div key={index} class="row-acts">
            <input
              type="text"
              aria-label={words.bids.trait}
              placeholder={words.bids.trait}
              onInput={(event) => change(index, { type: event.currentTarget.value })}
            />
            <input
              type="text"
              aria-label={words.bids.values}
              placeholder={words.bids.values}
              onInput={(event) => change(index, { values: event.currentTarget.value })}
            />
            {groups.length > 1 && (
              <button
                type="button"
                class="button"
                onClick={() => setGroups(groups.filter((_, at) => at !== index))}
              >
                {words.bids.removeTrait}
              </button>
            )}
          </div>
        ))}
      {isTraits && groups.length < 8 && (
        <button type="button" class="button" onClick={() => setGroups([...groups, { type: '', values: '' }])}>
          {words.bids.addTrait}
        </button>
      )}
      {target && <Qualifying session={session} slug={slug} target={target} />}
      <label>
        {words.bids.price}
        <input type="number" min={1} step={5_000} onInput={put('priceSats')} />
      </label>
      <label>
        {words.bids.count}
        <input type="number" min={1} max={MOST_OFFERS} defaultValue="1" onInput={put('offerCount')} />
      </label>
      <label>
        {words.bids.step}
        <input type="number" min={0} step={5_000} defaultValue="0" onInput={put('ladderStepSats')} />
      </label>
      {isReady && (
        <p data-ladder="">
          {words.bids.ladder}: {ladder.map((price) => price.toLocaleString('en-GB')).join(' · ')} sats
        </p>
      )}
      <Button
        text={words.bids.make}
        isMain
        isOff={!isReady}
        onClick={() => bid({ collectionSlug: slug, target: target!, ...figures })}
      />
    </div>
  );
}

/** null: not complete. */
function targetOf(isTraits: boolean, groups: readonly Group[]): Target | null {
  if (!isTraits) return { kind: 'all' };
  const traits = groups.map(({ type, values }) => ({
    type: type.trim(),
    values: values
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  }));
  return traits.every(({ type, values }) => type !== '' && values.length > 0)
    ? { kind: 'traits', traits }
    : null;
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
