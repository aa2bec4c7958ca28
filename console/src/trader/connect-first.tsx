import { useStore } from '../data/store.ts';
import { hasExpired } from '../session/session.ts';
import { askToConnect } from './connect/asked.ts';
import { words } from './text.ts';

/** What a part for traders shows to somebody who has connected no wallet. */
export function ConnectFirst() {
  const expired = useStore(hasExpired);
  return (
    <p class="row-acts">
      <span class="muted">{expired ? words.error.expired : words.connect.first}</span>
      <button type="button" class="button" aria-haspopup="dialog" onClick={askToConnect}>
        {words.connect.title}
      </button>
    </p>
  );
}
