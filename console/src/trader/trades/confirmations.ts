import { live } from '../../data/live.ts';
import { info } from '../../data/market.ts';
import { useStore } from '../../data/store.ts';

/** How many blocks confirm what is in a block at this height, live. null: no block has it. */
export function useConfirmations(confirmedHeight: number | null): number | null {
  const seen = useStore(live.state).height;
  const loaded = useStore(info)?.height ?? null;
  if (confirmedHeight === null) return null;
  // an event may name the block before the tip is known here
  return Math.max(1, (seen ?? loaded ?? confirmedHeight) - confirmedHeight + 1);
}
