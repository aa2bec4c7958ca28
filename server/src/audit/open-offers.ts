/** What offers of every kind have in common: coins that are there, and an end. */
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import type { Examined } from './check.ts';
import type { FindingCode, Suspicion } from './finding.ts';
import { invalidatedFaults } from './undone.ts';

export interface StoredOffer {
  readonly id: string;
  readonly subject: string;
  readonly expiresAt: Date;
  readonly isFinal: boolean;
  readonly isSigned: boolean;
  readonly coins: readonly Outpoint[];
  /** Of a collection offer: its offer output, which replaces its coins once its funding parent is public. */
  readonly output: Outpoint | null;
}

/** Live offers have their coins and have not expired. */
export async function openFaults(
  { evidence, clock }: Examined,
  rows: readonly StoredOffer[],
): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  const fates = await evidence.fates(
    rows.flatMap(({ coins, output }) => (output ? [...coins, output] : coins)),
  );
  let at = 0;
  for (const row of rows) {
    const own = fates.slice(at, at + row.coins.length);
    at += row.coins.length;
    const output = row.output ? fates[at++] : undefined;
    if (own.some((fate) => fate !== 'there') && output !== 'there')
      found.push(fault(row, 'unbuyable', 'it is active, and one of its coins is spent'));
    if (row.expiresAt <= clock.now())
      found.push(fault(row, 'overdue', `it is active, and it expired at ${row.expiresAt.toISOString()}`));
  }
  return found;
}

/** Invalidated offers that may be active again. */
export async function waitingFaults(
  parts: Examined,
  rows: readonly (StoredOffer & { readonly state: string })[],
): Promise<Suspicion[]> {
  const waiting = rows.filter(({ state, isFinal }) => state === 'invalidated' && !isFinal);
  return invalidatedFaults(
    parts,
    waiting.map(({ id, subject, coins, output }) => ({ fault: { key: id, subject }, coins, output })),
  );
}

/** An active offer locks the coins that its terms spend. */
export function coinFaults(row: StoredOffer, spent: readonly Outpoint[]): Suspicion[] {
  const locked = row.coins.map(outpointText).sort().join();
  return locked === spent.map(outpointText).sort().join()
    ? []
    : [fault(row, 'terms_differ', 'the coins that it locks are not those of its terms')];
}

export const fault = ({ id, subject }: StoredOffer, code: FindingCode, message: string): Suspicion => ({
  key: id,
  code,
  subject,
  message,
});
