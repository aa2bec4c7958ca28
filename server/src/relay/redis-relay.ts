/**
 * The relay as a stream of Redis or Valkey. The id of an entry is `<number of the event>-0`, so Redis itself
 * refuses a number that it has, or an earlier one.
 */
import { Redis } from 'ioredis';
import type { EventRelay, RelayEntry } from './port.ts';

/** Entries that the stream keeps, about 1 kB each. Redis trims whole nodes, so it may have a few more. */
export const RELAY_LENGTH = 5_000;
/** Most entries of one read. */
const READ = 500;
/** A command without a reply for so long has failed, ms. */
const TIMEOUT_MS = 2_000;
/** Redis orders ids by number first: this is after every id with the same number. */
const LAST_WITH_NUMBER = '18446744073709551615';

/** What Redis replies when the id is not above the last one, or none is, or the key is no stream. */
const REFUSALS = /^(ERR The ID specified in XADD|ERR The stream has exhausted|WRONGTYPE)/;
const FOREIGN: RelayEntry = { seq: null, keyId: '', sealed: Buffer.alloc(0) };

/**
 * A relay in the Redis or Valkey at `url`; `key` names its stream. It connects when it is first used, with
 * two connections, since one waits for entries, and connects again when one is lost.
 */
export function redisRelay(url: string, key: string): EventRelay {
  const writer = connection(url);
  const reader = connection(url);
  return {
    async append(entries) {
      const results = await writer.ask(TIMEOUT_MS, (redis) => {
        const pipeline = redis.pipeline();
        for (const { seq, keyId, sealed } of entries)
          pipeline.xadd(key, 'MAXLEN', '~', RELAY_LENGTH, `${seq}-0`, 'k', keyId, 'e', sealed);
        return pipeline.exec();
      });
      for (const [error] of results ?? []) {
        if (error && REFUSALS.test(error.message)) return false;
        if (error) throw error;
      }
      return true;
    },
    async newest() {
      try {
        const [found] = await writer.ask(TIMEOUT_MS, (redis) =>
          redis.xrevrangeBuffer(key, '+', '-', 'COUNT', 1),
        );
        return found ? entryOf(found) : null;
      } catch (error) {
        if (REFUSALS.test((error as Error).message)) return FOREIGN;
        throw error;
      }
    },
    async clear() {
      await writer.ask(TIMEOUT_MS, (redis) => redis.del(key));
    },
    async after(seq, waitMs) {
      const from = `${seq}-${LAST_WITH_NUMBER}`;
      const streams = await reader.ask(waitMs + TIMEOUT_MS, (redis) =>
        waitMs === 0
          ? redis.xreadBuffer('COUNT', READ, 'STREAMS', key, from)
          : redis.xreadBuffer('COUNT', READ, 'BLOCK', waitMs, 'STREAMS', key, from),
      );
      return (streams?.[0]?.[1] ?? []).map(entryOf);
    },
    close() {
      writer.close();
      reader.close();
    },
  };
}

class NoReply extends Error {}

/**
 * A connection that is made by the first command, and again by ioredis when it is lost. While Redis is
 * unreachable, commands fail at once.
 */
function connection(url: string) {
  const redis = new Redis(url, {
    protocol: 2,
    lazyConnect: true,
    enableOfflineQueue: false,
    // A Redis that still loads refuses each command, and says so.
    enableReadyCheck: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectionName: 'ordbook-events',
    connectTimeout: TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  });
  redis.on('error', () => undefined);
  let first: Promise<unknown> | undefined;
  const reply = async <T>(send: (redis: Redis) => Promise<T>) => {
    // Commands that come while it is made wait for it. One that was refused fails in `send`, with the reason.
    first ??= redis.connect().catch(() => undefined);
    await first;
    return send(redis);
  };
  return {
    /** The reply to a command. Throws an Error after `ms` without one. */
    async ask<T>(ms: number, send: (redis: Redis) => Promise<T>): Promise<T> {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new NoReply(`no reply within ${ms} ms`)), ms);
      });
      try {
        return await Promise.race([late, reply(send)]);
      } catch (error) {
        // A connection that says nothing is dead, and its reply would come to a later command.
        if (error instanceof NoReply) redis.disconnect(true);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => redis.disconnect(),
  };
}

/** Anyone may have written it: what is not ours has no number. */
function entryOf([id, fields]: readonly [Buffer, readonly Buffer[] | null]): RelayEntry {
  const [, number] = /^(\d{1,15})-0$/.exec(id.toString()) ?? [];
  const [keyName, keyId, eventName, sealed] = fields ?? [];
  if (number === undefined || keyName?.toString() !== 'k' || eventName?.toString() !== 'e') return FOREIGN;
  return { seq: Number(number), keyId: keyId!.toString(), sealed: sealed ?? Buffer.alloc(0) };
}
