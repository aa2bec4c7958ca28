import { useEffect, useState } from 'preact/hooks';
import { live } from '../data/live.ts';
import { info } from '../data/market.ts';
import { useStore } from '../data/store.ts';
import { Ago } from '../design/ago.tsx';
import { text } from '../text.ts';

/** The service sends a sign of life every 15 seconds: without one for so long the page is not live, ms. */
const LIVE_MS = 20_000;
const STEP_MS = 5_000;

/** Whether the page is live, and the newest block that was seen; with its age when the page is not. */
export function Tip() {
  const { heardAt, ...seen } = useStore(live.state);
  const loaded = useStore(info);
  const [, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    const end = live.follow({});
    return () => {
      clearInterval(timer);
      end();
    };
  }, []);
  const height = seen.height ?? loaded?.height ?? null;
  const blockAt = seen.blockAt ?? loaded?.blockAt ?? null;
  const state = Date.now() - heardAt < LIVE_MS ? 'live' : heardAt === 0 ? 'waiting' : 'silent';
  return (
    <p class={`tip tip-${state}`}>
      <span class="tip-light" aria-hidden="true" />
      {text.live[state]}
      {height !== null && ` · ${text.live.block(height)}`}
      {state !== 'live' && blockAt !== null && (
        <>
          {' · '}
          <Ago at={blockAt} />
        </>
      )}
    </p>
  );
}
