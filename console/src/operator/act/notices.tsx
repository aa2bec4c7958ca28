import { useStore } from '../../data/store.ts';
import { ActCard } from '../../design/act-card.tsx';
import { words } from '../text.ts';
import { dismiss, notices } from './act.ts';

/** What came of the last acts, in a corner of every page. */
export function Notices() {
  const shown = useStore(notices);
  return (
    <section class="acts" aria-label={words.act.results} aria-live="polite">
      {shown.map(({ id, title, text }) => (
        <ActCard
          key={id}
          title={title}
          text={text}
          state="done"
          label={words.act.dismiss}
          dismiss={() => dismiss(id)}
        />
      ))}
    </section>
  );
}
