import { askToConnect } from './connect/asked.ts';
import { words } from './text.ts';

/** What a part for traders shows to somebody who has connected no wallet. */
export function ConnectFirst() {
  return (
    <p class="row-acts">
      <span class="muted">{words.connect.first}</span>
      <button type="button" class="button" aria-haspopup="dialog" onClick={askToConnect}>
        {words.connect.title}
      </button>
    </p>
  );
}
