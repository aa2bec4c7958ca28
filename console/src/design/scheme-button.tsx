import { useStore } from '../data/store.ts';
import { text } from '../text.ts';
import { nextScheme, scheme } from './scheme.ts';

const SHAPES = {
  system: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  dark: 'M20 14.500A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.500z',
} as const;

/** Light, dark, or as the system says. */
export function SchemeButton() {
  const now = useStore(scheme);
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={text.scheme[now]}
      title={text.scheme[now]}
      onClick={() => scheme.set(nextScheme(now))}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" class={`scheme-${now}`}>
        <path d={SHAPES[now]} />
      </svg>
    </button>
  );
}
