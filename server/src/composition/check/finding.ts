/** What `ordbook check` found out about one subject. */
export interface Finding {
  readonly subject: string;
  /** error: the service does not work like this. warning: it works, and something is worth a change. */
  readonly level: 'ok' | 'warning' | 'error';
  readonly is: string;
  /** null: nothing is wrong. */
  readonly shouldBe: string | null;
  /** The command or the setting that mends it. null: nothing to mend. */
  readonly mend: string | null;
}

/** A finding before it has a subject. */
export type Found = Omit<Finding, 'subject'>;

export const ok = (is: string): Found => ({ level: 'ok', is, shouldBe: null, mend: null });
export const warning = (is: string, shouldBe: string, mend: string): Found => ({
  level: 'warning',
  is,
  shouldBe,
  mend,
});
export const wrong = (is: string, shouldBe: string, mend: string): Found => ({
  level: 'error',
  is,
  shouldBe,
  mend,
});

/** The findings that something is wrong; `well` when there are none. */
export function orWell(found: readonly (Found | null)[], well: string): Found[] {
  const flaws = found.filter((one) => one !== null);
  return flaws.some(({ level }) => level === 'error') ? flaws : [ok(well), ...flaws];
}

/** A finding as lines of text: what is, what should be, and what mends it. */
export function findingText({ subject, level, is, shouldBe, mend }: Finding): string {
  const verdict = { ok: 'ok', warning: 'warn', error: 'NO' }[level];
  const rest = [shouldBe === null ? null : `should be: ${shouldBe}`, mend === null ? null : `→ ${mend}`];
  const lines = [`${verdict.padEnd(4)} ${subject.padEnd(13)} ${is}`, ...rest.filter((line) => line !== null)];
  return `${lines.join('\n     ')}\n`;
}
