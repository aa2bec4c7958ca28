import { type TradeStory, tradeStory } from '@ordbook/client';
import { useState } from 'preact/hooks';
import { useResource } from '../../data/resource.ts';
import { useStore } from '../../data/store.ts';
import { signedIn } from '../../session/session.ts';
import { turns } from '../act.ts';
import { useMarketTurn } from '../live-turn.ts';
import { useConfirmations } from './confirmations.ts';

export interface Told {
  /** undefined: not read yet; null: the service knows no such trade. */
  readonly story: TradeStory | null | undefined;
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
  const { value, error, reload } = useResource(`story ${id} ${turn} ${market}`, async (signal) =>
    by ? tradeStory(by.session, id, signal) : null,
  );
  const [last, setLast] = useState<TradeStory | null | undefined>(undefined);
  if (value !== undefined && value !== last) setLast(value);
  const story = value === undefined ? last : value;
  const heights = story?.transactions.flatMap((one) => (one.height === null ? [] : [one.height])) ?? [];
  const confirmations = useConfirmations(heights.length > 0 ? Math.max(...heights) : null);
  return { story, error, reload, confirmations };
}
