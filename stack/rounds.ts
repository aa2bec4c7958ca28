/**
 * `npm test`, and `.ci/run` in every suite, draws one in so many of the rounds that a long random test has;
 * `npm run test:long` and `npm run test:stack` draw all of them.
 */
const SHARE = 12;

const asked = process.env['RANDOM_ROUNDS'] ?? 'few';
if (asked !== 'few' && asked !== 'full') throw new Error(`RANDOM_ROUNDS is ${asked}: few or full`);

/** How many rounds to play of a test that has `full` of them, at least one; `npm test` one in `share`. */
export function rounds(full: number, share = SHARE): number {
  return asked === 'full' ? full : Math.ceil(full / share);
}

/** How many cases to go on by: 1 in `npm run test:long`, `few` in `npm test`. */
export function stride(few: number): number {
  return asked === 'full' ? 1 : few;
}

/** Every case in `npm run test:long`; in `npm test` every `few`th one, from the one at `first` on. */
export function someOf<Case>(cases: readonly Case[], few: number, first: number): readonly Case[] {
  const step = stride(few);
  return cases.filter((_, index) => index % step === first % step);
}
