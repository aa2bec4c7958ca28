import { isDeepStrictEqual } from 'node:util';

/** What came from the server is not what the specification says. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  readonly expected: string;
  readonly came: string;

  constructor(what: string, expected: unknown, came: unknown) {
    super(what);
    this.expected = shown(expected);
    this.came = shown(came);
  }
}

/** Throws `Mismatch` unless both are equal, down to the last field. */
export function equal(what: string, came: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(came, expected)) throw new Mismatch(what, expected, came);
}

/** Throws `Mismatch` unless `isSo`; `expected` says in words what must be. */
export function holds(what: string, isSo: boolean, expected: string, came: unknown): void {
  if (!isSo) throw new Mismatch(what, expected, came);
}

const LONGEST = 600;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
