import { useStore } from '../data/store.ts';
import { kept } from '../session/kept.ts';
import { hasExpired } from '../session/session.ts';
import { askToConnect } from './connect/asked.ts';
import { Expired } from './expired.tsx';
import { words } from './text.ts';

/**
 * What a part for traders shows to somebody who has connected no wallet, or whose session goes on soon.
 * `isMain`: it is what the page is for.
 */
export function ConnectFirst({ isMain = false }: { readonly isMain?: boolean }) {
  const expired = useStore(hasExpired);
  const isKept = useStore(kept) !== null;
  if (expired) return <Expired />;
  if (isKept) return <p class="muted">{words.loading}</p>;
  return (
    <p class="row-acts">
      <span class="muted">{words.connect.first}</span>
      <button
        type="button"
        class={`button ${isMain ? 'button-main' : ''}`}
        aria-haspopup="dialog"
        onClick={askToConnect}
      >
        {words.connect.title}
      </button>
    </p>
  );
}
