import { useEffect, useState } from 'preact/hooks';
import { fromNow, inFull } from '../format/time.ts';

const STEP_MS = 20_000;

/** How long ago, or in how long; it goes on by itself. `at`: ISO 8601. */
export function Ago({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={inFull(time)}>
      {fromNow(time, Math.max(now, Date.now()))}
    </time>
  );
}
