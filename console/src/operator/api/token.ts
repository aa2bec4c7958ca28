import { createStore } from '../../data/store.ts';

const KEY = 'ordbook-admin-token';

const secret = createStore<string | null>(stored());
/** Why the token that was used is refused; null: it is not. */
export const refusal = createStore<string | null>(null);

/** Browsers that keep nothing for a page throw here; the token then holds for this page. */
function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * The token of this tab. It is in the tab's own storage, which ends with the tab, and in no cookie: no
 * request has it by itself.
 */
export const token = {
  get: secret.get,
  set(value: string | null): void {
    secret.set(value);
    refusal.set(null);
    try {
      if (value === null) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, value);
    } catch {
      // it then holds for this page
    }
  },
  /** The service does not take it: nothing may be shown any more. */
  refused(sentence: string): void {
    token.set(null);
    refusal.set(sentence);
  },
} as const;

/** Who acts where no token has their name: on a socket. It lasts as long as this page. */
export const person = createStore('');

/** What may be meant by the text that somebody enters: the secret, or a line `name:secret`. */
export function secretsIn(entered: string): string[] {
  const text = entered.trim();
  const [, secretOfLine] = /^(?:view +)?[\w.@-]{1,60}:(\S+)$/.exec(text) ?? [];
  return [...(secretOfLine === undefined ? [] : [secretOfLine]), text].filter((one) => /^[!-~]+$/.test(one));
}
