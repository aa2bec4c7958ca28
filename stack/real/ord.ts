import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bitcoind } from './bitcoind.ts';
import { freePort, startChild, waitUntilReady } from './child.ts';
import { findOrd } from './parts.ts';

/** A running `ord server` over a regtest node. */
export type Ord = {
  url: string;
  /** Resolves once the index has reached the node's tip; throws after `timeoutMs` (default 30 s). */
  caughtUp(timeoutMs?: number): Promise<void>;
  /** Ends the process and removes its index. Retry-safe. */
  stop(): Promise<void>;
  /** Ends the process at once, as a crash does. */
  crash(): Promise<void>;
  /** Starts it again on the same index and port, with further options. */
  resume(options?: readonly string[]): Promise<void>;
  readonly pid: number | undefined;
};

/**
 * Starts `ord` with sat, address and rune indexes over `bitcoind`, on an ephemeral port of 127.0.0.1, looking
 * for blocks five times a second. The node must have a block above genesis. Throws when no ord is found or it
 * ends at once.
 */
export async function startOrd({
  bitcoind,
  extraArgs = [],
}: {
  readonly bitcoind: Pick<Bitcoind, 'url' | 'call'>;
  readonly extraArgs?: readonly string[];
}): Promise<Ord> {
  const part = findOrd();
  if (!part) throw new Error('no ord: run npx tsx scripts/fetch.ts ord or set ORD');
  const datadir = await mkdtemp(join(tmpdir(), 'ordbook-ord-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { hostname, port: rpcPort, username, password } = new URL(bitcoind.url);
  const launch = (options: readonly string[] = []) =>
    startChild(
      part.path,
      [
        ...options,
        '--regtest',
        `--data-dir=${datadir}`,
        `--bitcoin-rpc-url=${hostname}:${rpcPort}`,
        `--bitcoin-rpc-username=${username}`,
        `--bitcoin-rpc-password=${password}`,
        '--index-sats',
        '--index-addresses',
        '--index-runes',
        ...extraArgs,
        'server',
        '--address=127.0.0.1',
        '--http',
        `--http-port=${port}`,
        '--polling-interval=200ms',
      ],
      { signal: 'SIGKILL' },
    );
  let child = launch();
  const height = async () => {
    const response = await fetch(`${url}/blockheight`);
    if (!response.ok) throw new Error(`ord answered ${response.status}`);
    return Number(await response.text());
  };
  const stop = async () => {
    await child.stop();
    await rm(datadir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child, height);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    stop,
    crash: () => child.kill(),
    async resume(options) {
      child = launch(options);
      await waitUntilReady(child, height);
    },
    get pid() {
      return child.pid;
    },
    caughtUp: (timeoutMs = 30_000) =>
      waitUntilReady(
        child,
        async () => {
          const [indexed, tip] = [await height(), await bitcoind.call('getblockcount')];
          if (indexed !== tip) throw new Error(`ord is at height ${indexed}, the node at ${String(tip)}`);
        },
        timeoutMs,
      ),
  };
}
