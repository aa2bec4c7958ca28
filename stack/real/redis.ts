import { connect } from 'node:net';
import { type Child, freePort, startChild, waitUntilReady } from './child.ts';
import { findRedis } from './parts.ts';

export type RedisServer = {
  url: string;
  /** Ends the server; what it counted is gone. Retry-safe. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts a stopped server again, empty, on the same port. */
  resume(): Promise<void>;
  /** The process that runs now. */
  pid(): number;
  /** Connections that it has, but for the one that asks. */
  clients(): Promise<number>;
};

/** A fresh Redis (or Valkey) in memory, on an ephemeral port of 127.0.0.1. Throws when none is found. */
export async function startRedis(): Promise<RedisServer> {
  const part = findRedis();
  if (!part) throw new Error('no Redis: run npx tsx scripts/fetch.ts redis, or set REDIS_SERVER');
  const port = await freePort();
  let server: Child;
  const redis: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    stop: () => server.stop(),
    kill: () => server.kill(),
    pid: () => server.pid!,
    async resume() {
      const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
      server = startChild(part.path, args);
      await waitUntilReady(server, () => ask(port, 'PING'));
    },
    async clients() {
      const told = /connected_clients:(\d+)/.exec(await ask(port, 'INFO clients'))?.[1];
      return Number(told) - 1;
    },
  };
  try {
    await redis.resume();
  } catch (error) {
    await redis.stop();
    throw error;
  }
  return redis;
}

/** Sends one command and returns the response as text; rejects while nothing listens. */
function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString());
    });
    socket.once('error', reject);
  });
}
