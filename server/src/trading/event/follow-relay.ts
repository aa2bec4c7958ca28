/**
 * Reads the relay for a feed. The database stays the truth, and the relay is used only while it keeps up:
 *
 *   used ──── unreachable, an entry that no replica sealed, or entries that are late ──► not used: the feed
 *     ▲                                                                                 polls the database
 *     └────────────────────────── it responds, and has what the database had ◄──────────────┘
 */
import type { EventRelay, RelayEntry } from '../../relay/port.ts';
import type { Log } from '../context.ts';
import type { EventSeal, RelayedEvent } from './sealed-event.ts';

/** One read waits for entries so long, ms. */
const WAIT_MS = 2_000;
/** ms until the next read after a fault. */
const RETRY_MS = 500;
/** What the database had so long ago must have come through the relay, ms. */
const COMPARE_MS = 2_000;

/**
 * Why the relay was not used, or not enough: it did not respond; an entry was of others; events of the
 * database did not come; an event was not the next one.
 */
export type RelayFault = 'unreachable' | 'foreign' | 'late' | 'gap';

export interface FeedRelay {
  readonly relay: EventRelay;
  readonly seal: EventSeal;
}

export interface FollowRelayOptions extends FeedRelay {
  readonly log: Pick<Log, 'warn' | 'info'>;
  /** Takes events of the relay in their order, and leaves out what it has. */
  readonly accept: (events: readonly RelayedEvent[]) => Promise<void>;
  /** The number of the newest event that the feed has. */
  readonly tip: () => number;
  /** Called when the relay begins or ceases to be used. */
  readonly onChange: () => void;
  readonly onFault: (fault: RelayFault) => void;
}

export interface FollowedRelay {
  isUsed(): boolean;
  /** ms between two comparisons with the database while it is used. */
  readonly compareMs: number;
  /** Compares with the newest number of the database. */
  compare(seq: number): void;
  /** Goes on from a number: the feed has begun again. */
  restart(seq: number): void;
  start(): void;
  stop(): Promise<void>;
}

/** Reads nothing until it is started. */
export function followRelay(options: FollowRelayOptions): FollowedRelay {
  const { relay, seal, log, accept, tip, onChange, onFault } = options;
  /** What came through the relay; never above the newest event of the feed. */
  let from = 0;
  let responds = false;
  let isLate = false;
  let isUsed = false;
  /** What the database had at the last comparison. */
  let owed = 0;
  let comparedAt = 0;
  let stopped = false;
  let endPause = () => {};
  let running: Promise<void> = Promise.resolve();

  function decide(): void {
    const before = isUsed;
    isUsed = responds && !isLate;
    if (before === isUsed || stopped) return;
    if (isUsed) log.info({}, 'events come from the relay');
    onChange();
  }

  function fail(fault: RelayFault, reason: string): void {
    onFault(fault);
    if (isUsed) log.warn({ fault, reason }, 'the relay is not used for now: events come from the database');
    if (fault === 'late') isLate = true;
    else responds = false;
    decide();
  }

  /** Reads once. */
  async function read(): Promise<void> {
    let entries: readonly RelayEntry[];
    try {
      entries = await relay.after(from, responds ? WAIT_MS : 0);
    } catch (error) {
      if (!stopped) fail('unreachable', error instanceof Error ? error.message : String(error));
      return pause();
    }
    if (stopped) return;
    const opened: RelayedEvent[] = [];
    for (const entry of entries) {
      const one = seal.open(entry);
      if (one === null) break;
      opened.push(one);
    }
    const areOurs = opened.length === entries.length;
    if (opened.length > 0) await accept(opened);
    const last = Math.max(0, ...entries.map(({ seq }) => seq ?? 0));
    from = Math.max(from, Math.min(last, tip()));
    // Above the newest event of the database: a replica sealed it in another history.
    if (!areOurs || last > tip()) {
      fail('foreign', 'an entry is not one of this service, of its database or of its keys');
      return pause();
    }
    responds = true;
    if (from >= owed) isLate = false;
    decide();
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        await read();
      } catch {
        // The database is unreachable: the feed says so when it polls.
        await pause();
      }
    }
  }

  function pause(): Promise<void> {
    if (stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS);
      timer.unref();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    isUsed: () => isUsed,
    compareMs: COMPARE_MS,
    compare(seq) {
      const now = performance.now();
      if (now - comparedAt < COMPARE_MS) return;
      comparedAt = now;
      const missing = from < owed;
      if (missing && responds) fail('late', `it has events up to ${from}, and the database had ${owed}`);
      isLate = missing;
      owed = seq;
      decide();
    },
    restart(seq) {
      from = seq;
      owed = seq;
    },
    start() {
      running = run();
    },
    async stop() {
      stopped = true;
      endPause();
      relay.close();
      await running;
    },
  };
}
