import { useState } from 'preact/hooks';
import { live } from '../../data/live.ts';
import { useResource } from '../../data/resource.ts';
import { useStore } from '../../data/store.ts';
import { signedIn } from '../../session/session.ts';
import { turns } from '../act.ts';
import { useMarketTurn } from '../live-turn.ts';
import { type Story, storyOf } from './story.ts';

export interface Told {
  /** undefined: not read yet; null: the service knows no such trade. */
  readonly story: Story | null | undefined;
  readonly error: unknown;
  reload(): void;
  /** Of the last transaction that is in a block; null: none is. */
  readonly confirmations: number | null;
}

/** The story of a trade, read again whenever something happens. */
export function useStory(id: string): Told {
  const by = useStore(signedIn);
  const turn = useStore(turns);
  const market = useMarketTurn();
  const { height } = useStore(live.state);
  const { value, error, reload } = useResource(`story ${id} ${turn} ${market}`, async () =>
    by ? storyOf(by.session, id) : null,
  );
  const [last, setLast] = useState<Story | null | undefined>(undefined);
  if (value !== undefined && value !== last) setLast(value);
  const story = value === undefined ? last : value;
  const heights = story?.transactions.flatMap((one) => (one.height === null ? [] : [one.height])) ?? [];
  const newest = heights.length > 0 ? Math.max(...heights) : null;
  // an event may name the block before the story does
  const confirmations = newest === null ? null : Math.max(1, (height ?? newest) - newest + 1);
  return { story, error, reload, confirmations };
}
