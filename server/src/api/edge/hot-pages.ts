/**
 * First pages as bytes, rendered once until what they show changes: for all callers, or for one profile.
 *
 *   request ──► version now (one statement, shared) ──► the same as of the kept page ──► its bytes
 *                                                   └── another ──► render, keep
 *
 * The statement starts after the request came, so the version includes every change that any replica has
 * acknowledged before. A page is kept under the version that was read before it was: it may be newer than
 * that says, and never older.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { createLruCache } from '../../base/lru-cache.ts';
import { sharedStart, sharedStarts } from '../../base/shared-start.ts';
import { ownOffersVersions, type PageKind, pageVersions } from '../../store/page/page-versions.ts';
import type { Database } from '../../store/port.ts';
import { requireSerialized, requireUnchanged } from './response-check.ts';
import { sendJson } from './serialization.ts';

/** Pages kept by one process, bytes. */
const KEPT_BYTES = 16 * 2 ** 20;
/** What an entry takes beside its bytes and its key, about. */
const ENTRY_BYTES = 500;

/** What a route answers: an object, which the schema of the route serialises, or that JSON itself. */
export interface RenderedPage<Answer extends object | string> {
  readonly answer: Answer;
  /** When time alone changes the answer; null: never. */
  readonly changesAt: Date | null;
  /** True: the answer shows its time, as ISO 8601. A kept page shows the time of each request. */
  readonly showsTime?: boolean;
  /** Of an answer that is JSON: what makes it from its fields, unless the schema of the route does. */
  readonly serialize?: (fields: never) => string;
}

export interface HotPages {
  /**
   * Sends the page of the request's URL. `render` reads it from `db`, the primary, as of `now`, and may
   * refuse.
   */
  send(request: FastifyRequest, reply: FastifyReply, kind: PageKind, render: Render): Promise<FastifyReply>;
  /** Sends the caller's page of the request's URL, which depends on nothing but the offers of its profile. */
  sendOwn(
    request: FastifyRequest,
    reply: FastifyReply,
    profileId: string,
    render: Render,
  ): Promise<FastifyReply>;
  /** Sends a page that is not kept, read from `db`: the primary, or a standby. */
  sendUnkept(reply: FastifyReply, db: Database, render: Render): Promise<FastifyReply>;
}

export type Render = (db: Database, now: Date) => Promise<RenderedPage<object | string>>;

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
  const kept = createLruCache<Kept>(keptBytes, ({ bytes }, key) => bytes.length + key.length + ENTRY_BYTES);
  const rendering = new Map<string, Promise<Kept>>();
  const versions = sharedStart(() => pageVersions(db));
  const versionOfProfile = sharedStarts((ids) => ownOffersVersions(db, ids));

  /** Concurrent requests for a page at one version share its rendering, which started after that was read. */
  function rendered(key: string, version: number, render: () => Promise<Kept>): Promise<Kept> {
    const versioned = `${version} ${key}`;
    const started = rendering.get(versioned);
    if (started) return started;
    const work = render().finally(() => rendering.delete(versioned));
    rendering.set(versioned, work);
    return work;
  }

  /** The JSON of a page. */
  function textOf({ answer, serialize }: RenderedPage<object | string>, reply: FastifyReply): string {
    const ofRoute = (fields: object) => reply.serialize(fields) as string;
    const text = typeof answer === 'string' ? answer : ofRoute(answer);
    if (checkResponses) {
      if (typeof answer === 'string') requireSerialized(answer, serialize ?? ofRoute);
      else requireUnchanged(answer, text);
    }
    return text;
  }

  /** `key`: a page of another key is never sent. */
  async function sendKept(
    key: string,
    versionNow: () => Promise<number>,
    reply: FastifyReply,
    render: Render,
  ): Promise<FastifyReply> {
    const version = await versionNow();
    const now = clock.now();
    const isOfNow = (page: Kept) => page.from <= now.getTime() && now.getTime() < page.until;
    const read = async (): Promise<Kept> => {
      const page = await render(db, now);
      const { changesAt, showsTime = false } = page;
      const text = textOf(page, reply);
      const until = changesAt?.getTime() ?? Number.POSITIVE_INFINITY;
      return { version, from: now.getTime(), until, showsTime, bytes: bytesOf(text) };
    };
    let page = kept.get(key);
    if (page?.version !== version || !isOfNow(page)) {
      page = await rendered(key, version, read);
      if (!isOfNow(page)) page = await read();
      kept.put(key, page);
    }
    return sendJson(reply, page.showsTime ? asOf(page, now) : page.bytes);
  }

  return {
    send: ({ url }, reply, kind, render) =>
      sendKept(url, async () => (await versions())[kind], reply, render),
    sendOwn: ({ url }, reply, profileId, render) =>
      sendKept(`${profileId} ${url}`, async () => (await versionOfProfile(profileId))!, reply, render),
    async sendUnkept(reply, readFrom, render) {
      return sendJson(reply, textOf(await render(readFrom, clock.now()), reply));
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
