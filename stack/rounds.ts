/** `npm test` draws one in so many of the cases that a long random test has; `npm run test:long` draws all of them. */
const SHARE = 4;

const asked = process.env['RANDOM_ROUNDS'] ?? 'few';
if (asked !== 'few' && asked !== 'full') throw new Error(`RANDOM_ROUNDS is ${asked}: few or full`);

/** Every fourth of `cases`; `turn`: which fourth. Callers with four turns in a row try all of them. */
export function share<Case>(cases: readonly Case[], turn: number): Case[] {
  return cases.filter((_, i) => asked === 'full' || i % SHARE === turn % SHARE);
}

/** How many rounds to play of a test that has `full` of them, at least one. */
export function rounds(full: number): number {
  return asked === 'full' ? full : Math.ceil(full / SHARE);
}
