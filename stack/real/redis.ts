import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort, startChild, waitUntilReady } from './child.ts';
import { findRedis } from './parts.ts';

/** A fresh Redis (or Valkey) in memory, on an ephemeral port of 127.0.0.1. Throws when none is found. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const part = findRedis();
  if (!part) throw new Error('no Redis: run scripts/fetch-redis.sh, or set REDIS_SERVER');
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-redis-'));
  const port = await freePort();
  const server = startChild(part.path, [
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'no'],
  ]);
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await waitUntilReady(server, async () => {
      if (client.status !== 'ready') await client.connect();
      await client.ping();
    });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    client.disconnect();
  }
  return { url, stop };
}
