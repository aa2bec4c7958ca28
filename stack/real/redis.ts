import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  try {
    await waitUntilReady(server, () => ping(port));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** Resolves when the server answers PING; rejects while nobody listens. */
function ping(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
