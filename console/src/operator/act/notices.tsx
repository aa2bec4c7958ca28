import { useStore } from '../../data/store.ts';
import { words } from '../text.ts';
import { dismiss, notices } from './act.ts';

/** What came of the last acts, in a corner of every page. */
export function Notices() {
  const shown = useStore(notices);
  return (
    <section class="acts" aria-label={words.act.results} aria-live="polite">
      {shown.map(({ id, title, text }) => (
        <div key={id} class="act act-done">
          <p class="act-title">{title}</p>
          <p>{text}</p>
          <button type="button" class="button" onClick={() => dismiss(id)}>
            {words.act.dismiss}
          </button>
        </div>
      ))}
    </section>
  );
}
