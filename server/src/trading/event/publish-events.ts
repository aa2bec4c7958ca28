/**
 * The leader's part of the relay: it gives numbers to committed changes and appends each numbered event.
 *
 *   wake or poll ──► number what was committed ──► read after the last published ──► append
 *                                                     └── refused or failed: ask where the relay is
 *
 * Only rows that a statement of the leader has read are appended, so nothing in the relay is uncommitted. A
 * leader that died, or two at a time, cost nothing: the numbers of the entries say where to go on, and the
 * relay refuses a number twice. So no fence is needed.
 */
import type { Clock } from '../../base/clock.ts';
import type { EventRelay } from '../../relay/port.ts';
import { type EventPlace, eventsFrom, newestEvents, numberEvents } from '../../store/event/events.ts';
import type { Database } from '../../store/port.ts';
import type { Log } from '../context.ts';
import { BEGINNING } from './feed.ts';
import type { EventSeal } from './sealed-event.ts';

/** Most events of one read. */
const READ = 500;
/** A relay that is further behind begins again with the newest event: replicas read the rest themselves. */
const FURTHEST_BEHIND = 2_000;

export interface EventPublisher {
  /**
   * Publishes until `stop`; may be started again afterwards. Errors are logged, and the next poll
   * tries again.
   */
  start(): void;
  /** Resolves once the work in progress has ended. */
  stop(): Promise<void>;
  /**
   * Publishes what was committed before the call. Throws when database or relay is unreachable.
   * Retry-safe.
   */
  publish(): Promise<void>;
}

export interface PublisherOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'info'>;
  readonly relay: EventRelay;
  readonly seal: EventSeal;
  /** ms between two reads without a wake. */
  readonly pollMs: number;
  /** Calls back at each wake; returns how to end that. Absent: it only polls. */
  readonly listen?: (wake: () => void) => () => Promise<void>;
}

/** Does nothing until it is started. */
export function createPublisher(options: PublisherOptions): EventPublisher {
  const { db, clock, log, relay, seal, pollMs, listen } = options;
  /** The last event that the relay has; null: ask it. */
  let published: EventPlace | null = null;

  /** Where the relay is. It begins again when what it has is not of this database, or is far behind. */
  async function findPlace(): Promise<EventPlace> {
    const last = await relay.newest();
    const [older, newest = older] = await newestEvents(db, 2);
    if (last) {
      const opened = seal.open(last);
      const seq = opened?.event.seq ?? 0;
      if (opened && newest && seq <= newest.seq && seq >= newest.seq - FURTHEST_BEHIND) {
        const [same] = await eventsFrom(db, seq, 1);
        if (same?.seq === seq && same.mark === opened.event.mark) return same;
      }
      log.warn(
        { entry: last.seq, newest: newest?.seq ?? 0 },
        'the relay is far behind, or has entries of others: it begins again with the newest event',
      );
      await relay.clear();
    }
    if (!older || newest?.seq === 1) return BEGINNING;
    // The newest event is published again: replicas see from it whether they have missed some.
    return older;
  }

  /** False: the relay did not take it, or the history is another one; look again where it is. */
  async function append(): Promise<boolean> {
    published ??= await findPlace();
    for (;;) {
      const found = await eventsFrom(db, published.seq, READ);
      const isLast = found.length < READ;
      if (published.seq !== BEGINNING.seq) {
        const same = found.shift();
        if (same?.seq !== published.seq || same.mark !== published.mark) return false;
      }
      if (found.length === 0) return true;
      let { mark } = published;
      const entries = found.map((event) => {
        const entry = seal.seal({ event, before: mark });
        mark = event.mark;
        return entry;
      });
      if (!(await relay.append(entries))) return false;
      published = found.at(-1)!;
      if (isLast) return true;
    }
  }

  let last: Promise<void> = Promise.resolve();
  /** One call after the other: each depends on where the last one has left the relay. */
  function publish(): Promise<void> {
    const call = last.then(publishOnce);
    last = call.catch(() => undefined);
    return call;
  }

  async function publishOnce(): Promise<void> {
    await numberEvents(db, clock.now());
    try {
      if (await append()) return;
      published = null;
      if (await append()) return;
      // Another leader is at work, or somebody raised the numbers that the relay takes.
      published = null;
      await relay.clear();
    } catch (error) {
      published = null;
      throw error;
    }
  }

  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let wokenMeanwhile = false;
  let stopped = true;
  let isFailing = false;
  let endListening = async () => {};

  async function run(): Promise<void> {
    if (timer) clearTimeout(timer);
    do {
      wokenMeanwhile = false;
      try {
        await publish();
        if (isFailing) log.info({}, 'the relay has every event again');
        isFailing = false;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!stopped && !isFailing)
          log.warn({ reason }, 'publishing events to the relay: will try again; replicas read the database');
        isFailing = true;
      }
    } while (wokenMeanwhile && !stopped);
    running = null;
    if (!stopped) timer = setTimeout(wake, pollMs);
  }

  function wake(): void {
    if (stopped) return;
    if (running) wokenMeanwhile = true;
    else running = run();
  }

  return {
    publish,
    start() {
      stopped = false;
      published = null;
      endListening = listen?.(wake) ?? endListening;
      wake();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await endListening();
      endListening = async () => {};
      await running;
    },
  };
}
