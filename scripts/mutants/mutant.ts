/** A guard of the source, and the tests that fail without it. */
export interface Mutant {
  /** What the guard refuses or keeps, in a few words. */
  readonly guard: string;
  readonly file: string;
  /** Occurs exactly once in the file. Code rather than prose, which changes more often. */
  readonly find: string;
  readonly replace: string;
  /** Test files; at least one test in them must fail. */
  readonly tests: readonly string[];
}

/** The guards of one source file that the same tests hold. */
export function guardsOf(
  file: string,
  tests: readonly string[],
  guards: readonly (readonly [guard: string, find: string, replace: string])[],
): Mutant[] {
  return guards.map(([guard, find, replace]) => ({ guard, file, find, replace, tests }));
}
