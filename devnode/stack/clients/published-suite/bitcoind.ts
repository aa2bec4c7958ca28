/**
 * devnode behind bitcoind's command line, for test suites that start `bitcoind -regtest` themselves: options,
 * cookie file, `stop`, and the wallet calls that such suites make. devnode has no wallet; its purse pays here.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, type RpcCall, RpcError, startRpcServer } from '@ordbook/devnode';

const NO_SUCH_WALLET = -18;
const SATS = 100_000_000;

function option(name: string): string {
  const found = process.argv.find((argument) => argument.startsWith(`-${name}=`));
  if (found === undefined) throw new Error(`-${name} is missing`);
  return found.slice(name.length + 2);
}

// One coinbase belongs to the wallet, as after the block that the suite would mine to end a first download.
const world = await createWorld({ blocks: 1, time: 'real' });
const { esploraUrl } = await world.listen();
const wallets = new Set<string>();

type Json = Record<string, unknown>;

const walletCalls: Record<string, (params: readonly unknown[]) => unknown> = {
  createwallet: ([name]) => {
    wallets.add(String(name));
    return { name };
  },
  loadwallet: ([name]) => {
    if (wallets.has(String(name))) return { name };
    throw new RpcError(NO_SUCH_WALLET, `Wallet file verification failed. Failed to load ${String(name)}.`);
  },
  getnewaddress: () => world.purse.key.address,
  getbalance: async () => {
    const coins = await world.purse.coins();
    return coins.reduce((sum, { valueSats }) => sum + valueSats, 0) / SATS;
  },
  sendtoaddress: async ([address, amount]) => {
    const sats = Math.round(Number(amount) * SATS);
    const { txid } = await world.fund(String(address), sats, { confirm: false });
    return txid;
  },
  gettransaction: async ([txid]) => {
    const found = (await world.call('getrawtransaction', [txid, 2])) as Json & { fee: number };
    const { hex, confirmations = 0, blockhash, blocktime } = found;
    const fee = -found.fee;
    return {
      ...{ txid, hex, amount: 0, fee, confirmations, 'bip125-replaceable': 'yes' },
      ...{ walletconflicts: [], mempoolconflicts: [], time: 0, timereceived: 0 },
      ...(blockhash !== undefined && { blockhash, blocktime }),
      details: [],
    };
  },
  // Not of bitcoind: where electrs.ts finds this node's Esplora server.
  esploraurl: () => esploraUrl,
  stop: () => {
    setImmediate(() => process.exit(0));
    return 'Bitcoin Core stopping';
  },
};

const call: RpcCall = async (method, params) => {
  const answer = Array.isArray(params) || params === undefined ? walletCalls[method] : undefined;
  return answer ? answer((params as unknown[] | undefined) ?? []) : world.call(method, params);
};

const folder = join(option('datadir'), 'regtest');
const password = randomBytes(16).toString('hex');
await startRpcServer({
  node: { call },
  port: Number(option('rpcport')),
  auth: { user: '__cookie__', password },
});
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, '.cookie'), `__cookie__:${password}`);
