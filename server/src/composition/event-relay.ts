import { randomUUID } from 'node:crypto';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import type { TokenKey } from '../api/settings.ts';
import type { Follower } from '../follower/follow.ts';
import type { EventRelay } from '../relay/port.ts';
import type { FeedRelay } from '../trading/event/follow-relay.ts';
import type { EventPublisher } from '../trading/event/publish-events.ts';
import { createSeal } from '../trading/event/sealed-event.ts';
import type { Settings } from './settings.ts';

/**
 * The relay of the settings; null when it is off. The stream is named after the network and the market's key,
 * so that services may share a Redis. Connects when it is first used.
 */
export async function openRelay(
  { EVENTS_RELAY, REDIS_URL, NETWORK }: Pick<Settings, 'EVENTS_RELAY' | 'REDIS_URL' | 'NETWORK'>,
  tokenKeys: readonly [TokenKey, ...TokenKey[]],
  { market }: Pick<OperatorKeys, 'market'>,
): Promise<FeedRelay | null> {
  if (EVENTS_RELAY === 'off') return null;
  const key = `ordbook:events:${NETWORK}:${market}`;
  return { relay: await redisRelay(REDIS_URL, key), seal: createSeal(tokenKeys, key) };
}

/** Loads the client of Redis, which most services do without. */
async function redisRelay(url: string, key: string): Promise<EventRelay> {
  const adapter = await import('../relay/redis-relay.ts');
  return adapter.redisRelay(url, key);
}

/** Appends to a stream of its own, reads it and removes it. Throws an Error when Redis lets it not. */
export async function tryRelay(url: string): Promise<void> {
  const relay = await redisRelay(url, `ordbook:events:check:${randomUUID()}`);
  try {
    await relay.append([{ seq: 1, keyId: 'check', sealed: Buffer.from('check') }]);
    const found = await relay.after(0, 0);
    await relay.clear();
    if (found.length !== 1) throw new Error('the stream does not have the entry that was appended');
  } finally {
    relay.close();
  }
}

/** The follower together with the publisher of events, which both run only in the replica that leads. */
export function withPublisher(follower: Follower, publisher: EventPublisher | null): Follower {
  if (!publisher) return follower;
  return {
    ...follower,
    start() {
      follower.start();
      publisher.start();
    },
    async stop() {
      await Promise.all([follower.stop(), publisher.stop()]);
    },
  };
}
