import type { Clock } from '../../base/clock.ts';
import { type Journal, notNow } from './journal.ts';
import { type Entry, type Limit, limitFault, neededFor, pluralOf, usedOf } from './limits.ts';

/** Counts what is signed and keeps it within limits. */
export interface Ledger {
  /**
   * Counts a signature that was made but not yet returned. Resolves once the entry is durable; only then may
   * the signature be returned. The same transaction of the same kind counts once, so retries are safe. Throws
   * `Refusal('unavailable')`, and counts nothing, when it exceeds a limit or cannot be written.
   */
  record(signed: Omit<Entry, 'at'>): Promise<void>;
  /** Each limit, and how much of it is used now. */
  used(): { readonly limit: Limit; readonly used: number }[];
  /** The kinds of which the last request exceeded a limit, as plurals, and when it will fit. */
  waits(): Wait[];
  /** Resolves once all pending writes are done. */
  close(): Promise<void>;
}

/** What a signer does not sign for now. */
export interface Wait {
  /** As a plural, for example `sales`. */
  readonly what: string;
  /** ISO 8601. */
  readonly until: string;
}

export interface LedgerOptions {
  readonly journal: Journal;
  readonly limits: readonly Limit[];
  readonly clock: Clock;
}

/** Below this number of entries none are removed: a journal of about 100 kB. */
const WORTH_FORGETTING = 1_000;

export function createLedger({ journal, limits, clock }: LedgerOptions): Ledger {
  let known = namesOf(journal.past().entries);
  let line: Promise<unknown> = Promise.resolve();
  /** By kind, when the last request that exceeded a limit will fit, ms since 1970. */
  const waiting = new Map<string, number>();
  const now = () => clock.now().getTime();

  async function count(signed: Omit<Entry, 'at'>): Promise<void> {
    if (known.has(nameOf(signed))) return;
    const entry = { at: now(), ...signed };
    const fault = limitFault(limits, journal.past(), entry);
    if (fault !== null) {
      if (fault.fitsAt !== null) waiting.set(entry.kind, fault.fitsAt);
      throw notNow(fault.sentence);
    }
    waiting.delete(entry.kind);
    await forgetOld(entry.at);
    await journal.append(entry);
    known.add(nameOf(entry));
  }

  /** Removes old entries once half of the journal is not needed any more. */
  async function forgetOld(at: number): Promise<void> {
    const { entries } = journal.past();
    if (entries.length < WORTH_FORGETTING) return;
    const kept = entries.filter((entry) => entry.at > at - neededFor(entry, limits));
    if (kept.length > entries.length / 2) return;
    await journal.keep(kept);
    known = namesOf(kept);
  }

  /** Runs calls one after another, so that each sees what the earlier ones used. */
  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const mine = line.then(work);
    line = mine.catch(() => undefined);
    return mine;
  }

  return {
    record: (signed) => inLine(() => count(signed)),
    used: () => limits.map((limit) => ({ limit, used: usedOf(limit, journal.past(), now()) })),
    waits: () =>
      [...waiting]
        .filter(([, until]) => until > now())
        .map(([kind, until]) => ({ what: pluralOf(kind), until: new Date(until).toISOString() })),
    close: () => inLine(() => journal.close()),
  };
}

const nameOf = ({ kind, txid }: Pick<Entry, 'kind' | 'txid'>) => `${kind} ${txid}`;
const namesOf = (entries: readonly Entry[]) => new Set(entries.map(nameOf));
