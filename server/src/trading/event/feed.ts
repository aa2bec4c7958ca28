/**
 * The events as one process reads them. Every replica has one reader, whatever the number of its subscribers:
 *
 *   wake (a notification) or poll ──► number what was committed ──► read after the last ──► the newest, in
 *   memory
 *   subscriber ──► after its cursor: from memory, or from the database where it is further behind: one such
 *   read at a time
 *
 * A cursor is a number and the id of its history. Numbers have no gaps. A database that lost its last
 * commits, or was restored, uses numbers again with another history.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@ordbook/protocol/refusals';
import type { Clock } from '../../base/clock.ts';
import { type EventCursor, eventsFrom, newestEvents, type StoredEvent } from '../../store/event/events.ts';
import { numberEvents } from '../../store/event/number-events.ts';
import type { Database } from '../../store/port.ts';
import type { Log } from '../context.ts';

/** Events in memory, about 1 kB each. */
const KEPT = 5_000;
/** Most events of one read. */
const READ = 500;
/** Before the first event. */
export const BEGINNING: EventCursor = { seq: 0, history: '0' };

export interface EventFeed {
  /** The newest event, as of now. */
  tip(): Promise<EventCursor>;
  /**
   * The next events after a cursor, at most `limit`; none: there are none yet. null: the cursor is unknown:
   * it is older than what is kept, or belongs to another history. Throws `Refusal('unavailable')` when the
   * database is unreachable.
   */
  after(cursor: EventCursor, limit: number): Promise<readonly StoredEvent[] | null>;
  /** Resolves when there is more after `seq`, or the history is another one. */
  more(seq: number): Promise<void>;
  /**
   * How late events are, ms: what those of the last read had waited, and while reads hang or fail the time
   * since one succeeded. 0 before it is first asked.
   */
  lagMs(): number;
  stop(): Promise<void>;
}

export interface FeedOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'info'>;
  /** ms between two reads without a wake. */
  readonly pollMs: number;
  /** Calls back at each wake; returns how to end that. Absent: the feed only polls. */
  readonly listen?: (wake: () => void) => () => Promise<void>;
  /** Called with the new events that were read. */
  readonly onRead?: (events: readonly StoredEvent[]) => void;
}

/** Reads nothing until it is first asked. */
export function createFeed(options: FeedOptions): EventFeed {
  const { db, clock, log, pollMs, listen, onRead = () => {} } = options;
  let kept: StoredEvent[] = [];
  let tip: EventCursor = BEGINNING;
  let started: Promise<void> | null = null;
  let reading: Promise<void> | null = null;
  let wokenMeanwhile = false;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let waitedMs = 0;
  let readAt: number | null = null;
  let endListening = async () => {};
  let tell = () => {};
  let news = nextNews();
  let lastRead: Promise<unknown> = Promise.resolve();

  function nextNews(): Promise<void> {
    return new Promise((resolve) => {
      tell = resolve;
    });
  }

  function publish(): void {
    const told = tell;
    news = nextNews();
    told();
  }

  /** Reads again from the newest: at the start, and when the history is another one. */
  async function begin(): Promise<void> {
    await numberEvents(db, clock.now());
    kept = await newestEvents(db, KEPT);
    tip = kept.at(-1) ?? BEGINNING;
    publish();
  }

  /** Events that follow the newest one. */
  function add(found: readonly StoredEvent[]): void {
    waitedMs = clock.now().getTime() - found[0]!.happenedAt.getTime();
    kept = [...kept, ...found].slice(-KEPT);
    tip = kept.at(-1)!;
    onRead(found);
    publish();
  }

  async function read(): Promise<void> {
    const began = clock.now();
    await numberEvents(db, began);
    waitedMs = 0;
    for (;;) {
      const found = await eventsFrom(db, tip.seq, READ);
      if (tip !== BEGINNING) {
        const same = found.shift();
        if (same?.history !== tip.history || same.seq !== tip.seq) {
          log.warn(
            { seq: tip.seq },
            'the events in the database are of another history; every subscriber starts again',
          );
          return begin();
        }
      }
      if (found.length === 0) break;
      add(found);
    }
    readAt = began.getTime();
  }

  /**
   * Reads what is not in memory, for one subscriber at a time, and pauses as long as that took: subscribers
   * that ask for all that is kept, again and again, take half of one connection.
   */
  function readFrom(seq: number, limit: number): Promise<StoredEvent[]> {
    const reading = lastRead.then(async () => {
      const began = performance.now();
      const found = await eventsFrom(db, seq, limit);
      return { found, tookMs: performance.now() - began };
    });
    lastRead = reading
      .then(({ tookMs }) => pause(stopped ? 0 : tookMs, undefined, { ref: false }))
      .catch(() => {});
    return reading.then(({ found }) => found);
  }

  /** Reads what was committed before the call. */
  function refresh(): Promise<void> {
    if (reading) {
      wokenMeanwhile = true;
      return reading;
    }
    reading = (async () => {
      do {
        wokenMeanwhile = false;
        await read();
      } while (wokenMeanwhile && !stopped);
    })().finally(() => {
      reading = null;
    });
    return reading;
  }

  const noteFault = (error: unknown) => {
    if (!stopped) log.warn({ reason: reasonOf(error) }, 'reading events: will try again');
  };

  function afterPause(next: () => Promise<void>): void {
    if (stopped) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void next().catch(noteFault), pollMs);
    timer.unref();
  }

  async function poll(): Promise<void> {
    if (timer) clearTimeout(timer);
    await refresh().catch(noteFault);
    afterPause(poll);
  }

  function start(): Promise<void> {
    readAt ??= clock.now().getTime();
    started ??= begin().then(
      () => {
        if (stopped) return;
        endListening = listen?.(() => void poll()) ?? endListening;
        void poll();
      },
      (error: unknown) => {
        started = null;
        // the caller may not ask again
        afterPause(start);
        throw error;
      },
    );
    return started;
  }

  return {
    async tip() {
      await start();
      await refresh();
      return { seq: tip.seq, history: tip.history };
    },
    async after(cursor, limit) {
      await start();
      // Another replica may have read further.
      if (cursor.seq > tip.seq) await refresh();
      if (cursor.seq > tip.seq) return null;
      const first = kept[0];
      if (first && cursor.seq >= first.seq) {
        const at = cursor.seq - first.seq;
        return kept[at]!.history === cursor.history ? kept.slice(at + 1, at + 1 + limit) : null;
      }
      const found = await readFrom(cursor.seq, limit + 1);
      if (cursor.seq === BEGINNING.seq) return isBeginning(cursor, found) ? found.slice(0, limit) : null;
      const same = found.shift();
      return same?.seq === cursor.seq && same.history === cursor.history ? found : null;
    },
    more: (seq) => (stopped || tip.seq > seq ? Promise.resolve() : news),
    lagMs: () => Math.max(0, waitedMs, readAt === null ? 0 : clock.now().getTime() - readAt),
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      publish();
      await endListening();
      await reading?.catch(() => undefined);
    },
  };
}

function isBeginning(cursor: EventCursor, found: readonly StoredEvent[]): boolean {
  return cursor.history === BEGINNING.history && (found[0]?.seq ?? 1) === 1;
}

function reasonOf(error: unknown): string {
  return error instanceof Refusal || error instanceof Error ? error.message : String(error);
}
