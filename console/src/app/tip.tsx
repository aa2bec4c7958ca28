import { useEffect } from 'preact/hooks';
import { live } from '../data/live.ts';
import { info } from '../data/market.ts';
import { useStore } from '../data/store.ts';
import { text } from '../text.ts';

/** Whether the page is live, and the newest block that was seen. */
export function Tip() {
  const { state, height: seen } = useStore(live.state);
  const loaded = useStore(info)?.height ?? null;
  const height = seen ?? loaded;
  useEffect(() => live.follow({}), []);
  return (
    <p class={`tip tip-${state}`}>
      <span class="tip-light" aria-hidden="true" />
      {text.live[state]}
      {height !== null && ` · ${text.live.block(height)}`}
    </p>
  );
}
