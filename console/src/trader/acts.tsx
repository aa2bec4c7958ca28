import { linkTo } from '../app/location.ts';
import { useStore } from '../data/store.ts';
import { ActCard } from '../design/act-card.tsx';
import type { Sent } from '../session/sent.ts';
import { hasExpired, signedIn } from '../session/session.ts';
import { acts, dismiss } from './act.ts';
import { Button } from './button.tsx';
import { Expired } from './expired.tsx';
import { retry } from './retry.ts';
import { words } from './text.ts';

/** Sends again what got no answer. */
export function Again({ one, again }: { readonly one: Sent; again?(): void }) {
  return (
    <p class="row-acts">
      <Button
        text={words.sent.retry}
        isMain
        onClick={() => {
          again?.();
          return retry(one);
        }}
      />
      <span class="muted">{words.sent.why}</span>
    </p>
  );
}

/** What is happening, in a corner of every page. */
export function Acts() {
  const shown = useStore(acts);
  const isOver = useStore(hasExpired) && signedIn.get() !== null;
  return (
    <section class="acts" aria-label={words.act.label} aria-live="polite">
      {isOver && (
        <div class="act act-failed">
          <Expired />
        </div>
      )}
      {shown.map(({ id, title, state, text, trade, sent }) => (
        <ActCard
          key={id}
          title={title}
          text={text}
          state={state}
          label={words.act.dismiss}
          dismiss={() => dismiss(id)}
        >
          {sent && <Again one={sent} again={() => dismiss(id)} />}
          {trade && <a href={linkTo('trade', { id: trade })}>{words.act.follow}</a>}
        </ActCard>
      ))}
    </section>
  );
}
