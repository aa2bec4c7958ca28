import { distance } from 'fastest-levenshtein';
import { SETTINGS } from './settings.ts';

/** A variable that was probably meant to be a setting. */
export interface Misspelt {
  readonly seen: string;
  /** The nearest setting. */
  readonly nearest: string;
}

/** Typing errors that a name may have for each so many letters. */
const LETTERS_PER_ERROR = 5;
const OWN_PREFIX = /^ORDBOOK_/i;

/**
 * Variables of the environment that are like a setting and are none. `others`: names that are no mistakes.
 */
export function misspeltSettings(env: NodeJS.ProcessEnv, others: readonly string[] = []): Misspelt[] {
  const names = Object.keys(SETTINGS);
  const known = new Set([...names, ...others]);
  return Object.keys(env).flatMap((seen) => {
    if (known.has(seen) || !/^[A-Za-z_]{4,64}$/.test(seen)) return [];
    const nearest = nearestOf(seen, names);
    return nearest === null ? [] : [{ seen, nearest }];
  });
}

/** The name that `seen` was meant to be; null when it is like none. */
export function nearestOf(seen: string, names: readonly string[]): string | null {
  const text = seen.toUpperCase().replace(OWN_PREFIX, '');
  const [best] = names
    .map((name) => ({ name, errors: distance(text, name) }))
    .sort((a, b) => a.errors - b.errors);
  if (best && best.errors <= Math.floor(best.name.length / LETTERS_PER_ERROR)) return best.name;
  // words in another order, or without their underscores
  const words = (name: string) => name.split('_').sort().join('');
  return names.find((name) => words(name) === words(text) || name.replaceAll('_', '') === text) ?? null;
}
