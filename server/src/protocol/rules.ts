/** A transaction that we built, or were told to sign, breaks one of our rules: a bug or an attack, never a client's mistake. */
export class BrokenRule extends Error {
  readonly rule: string;
  /** `rule`: the sentence that does not hold; `seen`: what was found instead. */
  constructor(rule: string, seen: string) {
    super(`broken rule, ${rule}: ${seen}`);
    this.name = 'BrokenRule';
    this.rule = rule;
  }
}

/** A sentence that must be true of `subject`; `broken` tells what is wrong, or null. */
export interface Rule<Subject> {
  readonly sentence: string;
  readonly broken: (subject: Subject) => string | null;
}

/** Throws a `BrokenRule` for the first rule that does not hold. */
export function hold<Subject>(rules: readonly Rule<Subject>[], subject: Subject): void {
  for (const { sentence, broken } of rules) {
    const seen = broken(subject);
    if (seen !== null) throw new BrokenRule(sentence, seen);
  }
}
