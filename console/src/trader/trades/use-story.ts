import { type TradeStory, tradeStory } from '@ordbook/client';
import { useStore } from '../../data/store.ts';
import { signedIn } from '../../session/session.ts';
import { useLive } from '../live-turn.ts';
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
  const {
    value: story,
    error,
    reload,
  } = useLive(`story ${id}`, async (signal) => (by ? tradeStory(by.session, id, signal) : null));
  const heights = story?.transactions.flatMap((one) => (one.height === null ? [] : [one.height])) ?? [];
  const confirmations = useConfirmations(heights.length > 0 ? Math.max(...heights) : null);
  return { story, error, reload, confirmations };
}
