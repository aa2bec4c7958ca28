/** One subscriber's stream of server-sent events. */
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import type { EventCursor, StoredEvent } from '../../store/event/events.ts';
import type { EventFeed } from '../../trading/event/feed.ts';
import { idOf } from './shape.ts';

/** Events that are read for a subscriber at a time. */
const BATCH = 100;
/** A comment at least this often keeps proxies from closing the connection, ms. */
const HEARTBEAT_MS = 15_000;
/** Clients wait this long before they connect again, ms. */
const RETRY_MS = 2_000;

/** Timers take no more. */
const MAX_TIMER_MS = 0x7fff_ffff;

/** Why a stream ended; its client connects again from the cursor that comes with it. */
export type EndReason = 'slow' | 'session_expired' | 'shutdown' | 'unavailable';

export interface StreamOptions {
  /** The connection that the stream is for. */
  readonly connection: Socket;
  readonly feed: EventFeed;
  readonly clock: Clock;
  /** Where it starts; null: at the newest event. */
  readonly from: EventCursor | null;
  readonly isWanted: (event: StoredEvent) => boolean;
  readonly textOf: (event: StoredEvent) => string;
  /** null: it needs no session. */
  readonly sessionEndsAt: Date | null;
  /** A subscriber that takes nothing for so long is dropped, ms. */
  readonly drainMs: number;
  /** Most bytes that wait for it; it is dropped above that. */
  readonly maxBytes: number;
}

export interface EventStream {
  /** Resolves when it has ended, with why; null: its client closed it. Never rejects. */
  readonly done: Promise<EndReason | null>;
  end(reason: EndReason): void;
}

/**
 * Writes events to `out` until it closes. It holds one batch at a time: a subscriber that does not read gets
 * nothing more, and after `drainMs` the event `end` with the cursor to resume.
 */
export function streamEvents(out: Writable, options: StreamOptions): EventStream {
  const { connection, feed, clock, isWanted, textOf, sessionEndsAt, drainMs, maxBytes } = options;
  let cursor: EventCursor | null = options.from;
  let isOpen = true;
  let stopWaiting = () => {};
  let ended: EndReason | null = null;
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  out.on('close', shut);
  out.on('error', shut);
  // a response that waits for an earlier one on the connection is not told that this has closed
  connection.on('close', shut);
  const heartbeat = setInterval(() => {
    if (hasExpired()) end('session_expired');
    else if (out.writableLength === 0) out.write(': \n\n');
  }, HEARTBEAT_MS);
  const leftMs = sessionEndsAt ? sessionEndsAt.getTime() - clock.now().getTime() : null;
  const expiry =
    leftMs === null
      ? null
      : setTimeout(() => end('session_expired'), Math.min(Math.max(0, leftMs), MAX_TIMER_MS));

  function shut(): void {
    isOpen = false;
    connection.off('close', shut);
    clearInterval(heartbeat);
    if (expiry) clearTimeout(expiry);
    stopWaiting();
    close();
  }

  function end(reason: EndReason): void {
    if (!isOpen) return;
    ended = reason;
    const id = cursor ? idOf(cursor) : null;
    // The id is not sent as a field for an unknown cursor: the client keeps its own.
    out.end(frame('end', id, { reason, resumeFrom: id }));
    shut();
    setTimeout(() => out.destroy(), drainMs).unref();
  }

  const hasExpired = () => sessionEndsAt !== null && clock.now() >= sessionEndsAt;

  /** False: it did not take what was written in time. */
  async function drained(): Promise<boolean> {
    if (!out.writableNeedDrain) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), drainMs);
    });
    const empty = new Promise<true>((resolve) => out.once('drain', () => resolve(true)));
    const result = await Promise.race([late, empty, closed.then(() => true)]);
    clearTimeout(timer);
    return result;
  }

  /** Until there is more, or the stream is closed. A race with `closed` would leave a reaction each time. */
  function more(seq: number): Promise<void> {
    return new Promise((resolve) => {
      stopWaiting = resolve;
      void feed.more(seq).then(resolve);
    });
  }

  async function begin(): Promise<void> {
    out.write(`retry: ${RETRY_MS}\n\n`);
    // also where it resumes: what was committed before it connected comes before `ready`
    const tip = await feed.tip();
    cursor ??= tip;
  }

  async function run(): Promise<void> {
    if (connection.destroyed) return shut();
    await begin();
    let isReady = false;
    while (isOpen) {
      const batch = await feed.after(cursor!, BATCH);
      if (!isOpen) return;
      if (batch === null) {
        cursor = await feed.tip();
        out.write(frame('reset', idOf(cursor), { reason: 'unknown_cursor', resumeFrom: idOf(cursor) }));
        continue;
      }
      if (batch.length === 0 && !isReady) {
        isReady = true;
        out.write(frame('ready', idOf(cursor!), { resumeFrom: idOf(cursor!) }));
      }
      if (batch.length === 0) {
        await more(cursor!.seq);
        continue;
      }
      for (const event of batch) {
        if (hasExpired()) return end('session_expired');
        if (isWanted(event)) {
          out.write(textOf(event));
          if (out.writableLength > maxBytes && !(await drained())) {
            cursor = event;
            return end('slow');
          }
        }
        cursor = event;
        if (!isOpen) return;
      }
      if (!(await drained())) return end('slow');
    }
  }

  const done = run()
    .catch(() => end('unavailable'))
    .then(() => closed)
    .then(() => ended);
  return { done, end };
}

/** One server-sent event. Without a name it is a `message`. */
export function frame(name: string | null, id: string | null, data: object): string {
  const lines = [
    ...(id === null ? [] : [`id: ${id}`]),
    ...(name === null ? [] : [`event: ${name}`]),
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}
