import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bitcoind } from './bitcoind.ts';
import type { Ord } from './ord.ts';
import { findOrd } from './parts.ts';

/** A wallet of the real `ord`, kept by the node. */
export interface OrdWallet {
  /** Runs `ord wallet …` and returns its JSON. Rejects with what it printed to stderr. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  run(...args: readonly string[]): Promise<any>;
  /** A new address of the wallet. */
  receive(): Promise<string>;
  close(): Promise<void>;
}

/** Makes a wallet on a node that has wallets enabled. */
export async function ordWallet(name: string, bitcoind: Bitcoind, ord: Ord): Promise<OrdWallet> {
  const part = findOrd();
  if (!part) throw new Error('no ord: run npx tsx scripts/fetch.ts ord or set ORD');
  const datadir = await mkdtemp(join(tmpdir(), 'ordbook-ord-wallet-'));
  const { hostname, port, username, password } = new URL(bitcoind.url);
  const common = [
    '--regtest',
    `--data-dir=${datadir}`,
    `--bitcoin-rpc-url=${hostname}:${port}`,
    `--bitcoin-rpc-username=${username}`,
    `--bitcoin-rpc-password=${password}`,
    'wallet',
    `--server-url=${ord.url}`,
    `--name=${name}`,
  ];
  const run = async (...args: readonly string[]) => {
    try {
      const { stdout } = await promisify(execFile)(part.path, [...common, ...args], { maxBuffer: 1 << 24 });
      return stdout.trim() === '' ? null : JSON.parse(stdout);
    } catch (error) {
      throw new Error((error as { stderr?: string }).stderr?.trim() || String(error));
    }
  };
  await run('create');
  return {
    run,
    receive: async () => (await run('receive')).addresses[0],
    close: () => rm(datadir, { recursive: true, force: true }),
  };
}
