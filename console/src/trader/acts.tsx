import { linkTo } from '../app/location.ts';
import { useStore } from '../data/store.ts';
import { acts, dismiss } from './act.ts';
import { words } from './text.ts';

/** What is happening, in a corner of every page. */
export function Acts() {
  const shown = useStore(acts);
  return (
    <section class="acts" aria-label={words.act.label} aria-live="polite">
      {shown.map(({ id, title, state, text, txid }) => (
        <div key={id} class={`act act-${state}`} role={state === 'failed' ? 'alert' : undefined}>
          <p class="act-title">{title}</p>
          <p>{text}</p>
          {txid && <a href={linkTo('trade', { id: txid })}>{words.act.follow}</a>}
          {state !== 'running' && (
            <button type="button" class="button" onClick={() => dismiss(id)}>
              {words.act.dismiss}
            </button>
          )}
        </div>
      ))}
    </section>
  );
}
