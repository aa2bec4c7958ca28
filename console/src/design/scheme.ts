import { createStore } from '../data/store.ts';

/** `system`: as the system says, and changes with it. */
export type Scheme = 'system' | 'light' | 'dark';

const KEY = 'ordbook-scheme';
const SCHEMES: readonly Scheme[] = ['system', 'light', 'dark'];

export const scheme = createStore<Scheme>(stored());

/** Browsers that keep nothing for a page throw here. */
function stored(): Scheme {
  try {
    const value = localStorage.getItem(KEY);
    return SCHEMES.find((one) => one === value) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Puts the scheme on the page, now and after each change. */
export function applyScheme(): void {
  const apply = () => {
    const now = scheme.get();
    if (now === 'system') document.documentElement.removeAttribute('data-scheme');
    else document.documentElement.dataset['scheme'] = now;
  };
  apply();
  scheme.follow(() => {
    apply();
    try {
      localStorage.setItem(KEY, scheme.get());
    } catch {
      // it then holds for this page
    }
  });
}

/** The one after it, for a button that goes round. */
export function nextScheme(now: Scheme): Scheme {
  return SCHEMES[(SCHEMES.indexOf(now) + 1) % SCHEMES.length]!;
}
