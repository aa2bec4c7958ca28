/**
 * First pages as bytes, rendered once for all callers until what they show changes:
 *
 *   request ──► versions now (one statement, shared) ──► the same as of the kept page ──► its bytes
 *                                                    └── another ──► render, keep
 *
 * The statement starts after the request came, so its versions include every change that any replica has
 * acknowledged before. A page is kept under the versions that were read before it was: it may be newer than
 * they say, and never older.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { sharedStart } from '../../base/shared-start.ts';
import { type PageKind, pageVersions } from '../../store/page/page-versions.ts';
import type { Database } from '../../store/port.ts';
import { requireSerialized, requireUnchanged } from './response-check.ts';
import { sendJson } from './serialization.ts';

/** Pages kept by one process, bytes. The page that was not asked for longest is dropped first. */
const KEPT_BYTES = 16 * 2 ** 20;
/** What an entry takes beside its bytes and its URL, about. */
const ENTRY_BYTES = 500;

/** What a route answers: an object, which the schema of the route serialises, or that JSON itself. */
export interface RenderedPage<Answer extends object | string> {
  readonly answer: Answer;
  /** When time alone changes the answer; null: never. */
  readonly changesAt: Date | null;
  /** True: the answer shows its time, as ISO 8601. A kept page shows the time of each request. */
  readonly showsTime?: boolean;
}

export interface HotPages {
  /**
   * Sends the page of the request's URL. `render` reads it from `db`, the primary, as of `now`, and may
   * refuse.
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: PageKind,
    render: (db: Database, now: Date) => Promise<RenderedPage<object | string>>,
  ): Promise<FastifyReply>;
}

interface Kept {
  readonly version: number;
  /** ms, as `until`; Infinity: whatever the time. */
  readonly from: number;
  readonly until: number;
  readonly showsTime: boolean;
  readonly bytes: Buffer;
}

interface HotPagesOptions {
  /** The primary. */
  readonly db: Database;
  readonly clock: Clock;
  /** True: an answer that its schema would change is a bug. */
  readonly checkResponses: boolean;
  /** Instead of the default. */
  readonly keptBytes?: number;
}

export function createHotPages(options: HotPagesOptions): HotPages {
  const { db, clock, checkResponses, keptBytes = KEPT_BYTES } = options;
  const kept = new Map<string, Kept>();
  const rendering = new Map<string, Promise<Kept>>();
  let size = 0;
  const versions = sharedStart(() => pageVersions(db));

  const sizeOf = (url: string, { bytes }: Kept) => bytes.length + url.length + ENTRY_BYTES;

  function drop(url: string): void {
    const page = kept.get(url);
    if (!page) return;
    kept.delete(url);
    size -= sizeOf(url, page);
  }

  function keep(url: string, page: Kept): void {
    drop(url);
    kept.set(url, page);
    size += sizeOf(url, page);
    for (const oldest of kept.keys()) {
      if (size <= keptBytes) return;
      drop(oldest);
    }
  }

  /** Concurrent requests for a page at one version share its rendering, which started after that was read. */
  function rendered(url: string, version: number, render: () => Promise<Kept>): Promise<Kept> {
    const key = `${version} ${url}`;
    const started = rendering.get(key);
    if (started) return started;
    const work = render().finally(() => rendering.delete(key));
    rendering.set(key, work);
    return work;
  }

  return {
    async send({ url }, reply, kind, render) {
      const version = (await versions())[kind];
      const now = clock.now();
      const isOfNow = (page: Kept) => page.from <= now.getTime() && now.getTime() < page.until;
      const read = async (): Promise<Kept> => {
        const { answer, changesAt, showsTime = false } = await render(db, now);
        const serialize = (fields: object) => reply.serialize(fields) as string;
        const text = typeof answer === 'string' ? answer : serialize(answer);
        if (checkResponses) {
          if (typeof answer === 'string') requireSerialized(answer, serialize);
          else requireUnchanged(answer, text);
        }
        const until = changesAt?.getTime() ?? Number.POSITIVE_INFINITY;
        return { version, from: now.getTime(), until, showsTime, bytes: bytesOf(text) };
      };
      let page = kept.get(url);
      if (page?.version === version && isOfNow(page)) {
        kept.delete(url);
        kept.set(url, page);
      } else {
        page = await rendered(url, version, read);
        if (!isOfNow(page)) page = await read();
        keep(url, page);
      }
      return sendJson(reply, page.showsTime ? asOf(page, now) : page.bytes);
    },
  };
}

/** In memory of its own: a small `Buffer.from` would keep the 8 KiB that it shares with others. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

function asOf({ bytes, from }: Kept, now: Date): string {
  return bytes.toString().replaceAll(new Date(from).toISOString(), now.toISOString());
}

/** The earliest of some moments; null: there is none. */
export function earliest(moments: Iterable<Date | null>): Date | null {
  let found: Date | null = null;
  for (const moment of moments) if (moment && (!found || moment < found)) found = moment;
  return found;
}
