import { SUBSIDY_HALVING_INTERVAL } from './sat.ts';

const UNLOCK_INTERVAL = SUBSIDY_HALVING_INTERVAL / 12;

/** Number of names shorter than `letters + 1` letters, which is the number of the first name that long. */
function firstNameLongerThan(letters: number): bigint {
  let count = 0n;
  for (let i = 0; i < letters; i++) count = count * 26n + 26n;
  return count;
}

/**
 * The shortest rune name that may be etched in the block at `height` of regtest, where names unlock from
 * thirteen letters on at height 0 to one letter a halving later.
 */
export function minimumRuneAt(height: number): string {
  const progress = height + 1;
  if (progress >= SUBSIDY_HALVING_INTERVAL) return runeName(0n);
  const letters = 12 - Math.floor(progress / UNLOCK_INTERVAL);
  const start = firstNameLongerThan(letters);
  const end = firstNameLongerThan(letters - 1);
  const step = ((start - end) * BigInt(progress % UNLOCK_INTERVAL)) / BigInt(UNLOCK_INTERVAL);
  return runeName(start - step);
}

/** Name of a rune by its number: A is 0, Z is 25, AA is 26. */
function runeName(number: bigint): string {
  let name = '';
  for (let rest = number + 1n; rest > 0n; rest = (rest - 1n) / 26n) {
    name = String.fromCharCode(65 + Number((rest - 1n) % 26n)) + name;
  }
  return name;
}
