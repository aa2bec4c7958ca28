/**
 * First pages that everybody sees alike, kept as bytes for at most a second, by URL. A page is used again
 * until the first thing on it expires, and only while this process knows of no change of what pages show
 * since the reading of it began (`shown-changes.ts`). So a page is never older than a change that this
 * process acknowledged; a change of another process may show a second later.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { shownChanges } from '../../store/database/shown-changes.ts';
import { requireUnchanged } from './response-check.ts';
import { sendJson } from './serialization.ts';

const KEPT_MS = 1_000;
/** Bytes that are read before all pages are forgotten: memory is bounded whatever is asked for. */
const MOST_BYTES = 16 * 2 ** 20;
/** A small page takes so much, since Node makes its bytes in a piece of memory that it shares with others. */
const LEAST_BYTES = 8 * 2 ** 10;

export interface PageToKeep {
  /** What the schema of the route serialises. */
  readonly answer: object;
  /** When the first thing on it expires; null: nothing does. */
  readonly expiresAt: Date | null;
}

export interface KeptPages {
  /** Sends the page of the request's URL. `read` reads it as of `now`, and may refuse. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    read: (now: Date) => Promise<PageToKeep>,
  ): Promise<FastifyReply>;
}

interface Kept {
  readonly bytes: Buffer;
  /** ms. */
  readonly expiresAt: number;
}
interface Started {
  readonly at: number;
  readonly changes: number;
  readonly page: Promise<Kept>;
}

/** `checkResponses`: an answer that its schema would change is a bug. */
export function createKeptPages(clock: Clock, checkResponses: boolean): KeptPages {
  const started = new Map<string, Started>();
  let bytesKept = 0;

  function forgetAll(): void {
    started.clear();
    bytesKept = 0;
  }

  function start(url: string, render: (now: Date) => Promise<Kept>): Started {
    const now = clock.now();
    const current = { at: now.getTime(), changes: shownChanges(), page: render(now) };
    started.set(url, current);
    current.page.then(
      ({ bytes }) => {
        bytesKept += Math.max(bytes.length, LEAST_BYTES) + 2 * url.length;
        if (bytesKept > MOST_BYTES) forgetAll();
      },
      () => {
        if (started.get(url) === current) started.delete(url);
      },
    );
    return current;
  }

  /** The page of a URL; null: it is not kept, or no longer true. */
  function kept(url: string, now: number): Started | null {
    const known = started.get(url);
    const isCurrent =
      known && known.changes === shownChanges() && now >= known.at && now - known.at < KEPT_MS;
    return isCurrent ? known : null;
  }

  return {
    async send({ url }, reply, read) {
      const render = async (at: Date): Promise<Kept> => {
        const { answer, expiresAt } = await read(at);
        const text = reply.serialize(answer) as string;
        if (checkResponses) requireUnchanged(answer, text);
        return { bytes: Buffer.from(text), expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY };
      };
      const now = clock.now().getTime();
      const page = await (kept(url, now) ?? start(url, render)).page;
      // Read again, each for itself: what has expired was read before `now`.
      const { bytes } = now < page.expiresAt ? page : await start(url, render).page;
      return sendJson(reply, bytes);
    },
  };
}

/** The earliest of some moments; null: there is none. */
export function earliest(moments: Iterable<Date | null>): Date | null {
  let found: Date | null = null;
  for (const moment of moments) if (moment && (!found || moment < found)) found = moment;
  return found;
}
