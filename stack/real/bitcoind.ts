import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PolicyName, type RpcCall, RpcError } from '@ordbook/devnode';
import { freePort, startChild, waitUntilReady } from './child.ts';
import { findBitcoind, findNode } from './parts.ts';

/** A running `bitcoind -regtest`. */
export type Bitcoind = {
  /** JSON-RPC address with the user and password in it, as `CHAIN_RPC_URL` takes it. */
  url: string;
  call: RpcCall;
  datadir: string;
  /** Ends the process and removes its data. Retry-safe. */
  stop(): Promise<void>;
  /** Ends the process at once, as a crash does. Its mempool, and blocks that it has not flushed, are lost. */
  crash(): Promise<void>;
  /** Starts it again on the same data and ports. */
  resume(): Promise<void>;
  readonly pid: number | undefined;
};

/** What makes Bitcoin Knots relay like Bitcoin Core; Core knows only the last two. */
const KNOTS_RELAYS_LIKE_CORE = [
  '-corepolicy=1',
  '-mempooltruc=enforce',
  '-permitephemeral=anchor,send,dust',
  '-rejectparasites=0',
  '-rejecttokens=0',
  '-datacarrierfullcount=0',
  '-acceptnonstddatacarrier=1',
];

/**
 * Starts a regtest node on ephemeral ports of 127.0.0.1 with an empty chain in a temporary folder, and
 * waits until its RPC answers. It has a transaction index (`ord` needs it) and no wallet. `follows` asks
 * for one node; by default it is Core where there is one. Throws when no bitcoind is found or it ends at
 * once.
 */
export async function startBitcoind(
  options: { follows?: PolicyName; extraArgs?: readonly string[] } = {},
): Promise<Bitcoind> {
  const part = options.follows ? findNode(options.follows) : findBitcoind();
  if (!part) throw new Error('no bitcoind: run npx tsx scripts/fetch.ts bitcoin-core or set BITCOIN_CORE');
  const datadir = await mkdtemp(join(tmpdir(), 'ordbook-bitcoind-'));
  const port = await freePort();
  const url = `http://ordbook:ordbook@127.0.0.1:${port}`;
  const args = [
    '-regtest',
    `-datadir=${datadir}`,
    '-rpcuser=ordbook',
    '-rpcpassword=ordbook',
    `-rpcport=${port}`,
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    '-rpcthreads=8',
    '-rpcworkqueue=256',
    // a test that computes for a while goes on with its connection
    '-rpcservertimeout=600',
    '-listen=0',
    '-dnsseed=0',
    '-fixedseeds=0',
    '-disablewallet',
    '-txindex',
    '-fallbackfee=0.00001',
    '-dbcache=32',
    '-printtoconsole=1',
    ...(part.version.includes('Knots') ? KNOTS_RELAYS_LIKE_CORE : []),
    '-minrelaytxfee=0.000001',
    '-incrementalrelayfee=0.000001',
    ...(options.extraArgs ?? []),
  ];
  let child = startChild(part.path, args);
  const call = rpcOver(url);
  const isReady = () => waitUntilReady(child, () => call('getblockchaininfo'));
  const stop = async () => {
    await child.stop();
    await rm(datadir, { recursive: true, force: true });
  };
  try {
    await isReady();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    call,
    datadir,
    stop,
    crash: () => child.kill(),
    async resume() {
      child = startChild(part.path, args);
      await isReady();
    },
    get pid() {
      return child.pid;
    },
  };
}

/** Bitcoin Core JSON-RPC over HTTP; `url` carries the user and password. */
export function rpcOver(url: string): RpcCall {
  const { username, password, origin, pathname } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return async (method, params = []) => {
    const response = await fetch(`${origin}${pathname}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    });
    const text = await response.text();
    if (!text.startsWith('{')) throw new Error(`HTTP ${response.status} from ${origin}: ${text}`);
    const { result, error } = JSON.parse(text) as {
      result: unknown;
      error: { code: number; message: string } | null;
    };
    if (error) throw new RpcError(error.code, error.message);
    return result;
  };
}
