import { outpointText } from '../outpoint.ts';
import type { Sats } from '../sats.ts';
import type { Layout, Pay } from './layout.ts';

/**
 * A transaction that we built, or that a signer was asked to sign, breaks a rule: a bug or an attack, never a
 * client's mistake.
 */
export class BrokenRule extends Error {
  readonly rule: string;
  /** `rule`: the sentence that does not hold; `seen`: what was found instead. */
  constructor(rule: string, seen: string) {
    super(`broken rule, ${rule}: ${seen}`);
    this.name = 'BrokenRule';
    this.rule = rule;
  }
}

/** A sentence that must be true of `subject`. `broken` returns what is wrong, or null. */
export interface Rule<Subject> {
  readonly sentence: string;
  readonly broken: (subject: Subject) => string | null;
}

/** What is wrong with an output that must pay `valueSats` to `script`, or null. */
export function paid(output: Pay | undefined, valueSats: Sats, script: string): string | null {
  if (output?.script === script && output.valueSats === valueSats) return null;
  const seen = output ? `${output.valueSats} sats to ${output.script}` : 'nothing';
  return `${seen}, not ${valueSats} sats to ${script}`;
}

/** The outpoint that a layout spends twice, or null. */
export function spentTwice({ inputs }: Layout): string | null {
  const seen = new Set<string>();
  for (const outpoint of inputs.map(({ coin }) => outpointText(coin))) {
    if (seen.has(outpoint)) return outpoint;
    seen.add(outpoint);
  }
  return null;
}

export const EACH_COIN_ONCE: Rule<{ readonly table: Layout }> = {
  sentence: 'no coin is spent twice',
  broken: ({ table }) => spentTwice(table),
};

/** Throws a `BrokenRule` for the first rule that does not hold. */
export function checkRules<Subject>(rules: readonly Rule<Subject>[], subject: Subject): void {
  for (const { sentence, broken } of rules) {
    const seen = broken(subject);
    if (seen !== null) throw new BrokenRule(sentence, seen);
  }
}
