import { hex } from '@scure/base';
import { tipOf } from '../chain/chain.ts';
import { type Coin, type Outpoint, outpointKey, UNCONFIRMED_HEIGHT } from '../chain/coins.ts';
import { hexToHash } from '../transaction/hash-hex.ts';
import { readDescriptor } from '../wallet/descriptor.ts';
import { refuse } from './call.ts';
import { descriptorOf } from './descriptor.ts';
import { coinAt, method, type NodeState, type RpcMethod } from './method.ts';
import { btc, hashArgument } from './parameters.ts';
import { rangeArgument } from './tools.ts';
import { scriptJson } from './transaction-json.ts';

/** Unspent outputs and their spenders. */
export const COIN_METHODS: Readonly<Record<string, RpcMethod>> = {
  gettxout: method('txid:string n:number include_mempool?:boolean', (node, txid, n, withMempool = true) =>
    unspentOutput(node, { txid: hashArgument(txid, 'txid'), vout: n as number }, withMempool as boolean),
  ),
  gettxspendingprevout: method('outputs:array', ({ pool }, outputs) => {
    const list = outputs as unknown[];
    if (list.length === 0) refuse('INVALID_PARAMETER', 'Invalid parameter, outputs are missing');
    return list.map((item) => {
      const outpoint = outpointArgument(item);
      const spender = pool.spenders.get(outpointKey(outpoint));
      return { ...outpoint, ...(spender && { spendingtxid: spender.txid }) };
    });
  }),
  scantxoutset: method('action:string scanobjects?:array', (node, action, scanobjects) => {
    if (action === 'status') return null;
    if (action === 'abort') return false;
    if (action !== 'start') refuse('INVALID_PARAMETER', `Invalid action '${String(action)}'`);
    if (scanobjects === undefined)
      refuse('MISC_ERROR', 'scanobjects argument is required for the start action');
    return scan(node, scanobjects as unknown[]);
  }),
};

function unspentOutput(node: NodeState, outpoint: Outpoint, withMempool: boolean): unknown {
  const { chain, pool } = node;
  const key = outpointKey(outpoint);
  if (withMempool && pool.spenders.has(key)) return null;
  const coin = withMempool ? coinAt(node, outpoint) : chain.coins.get(key);
  if (!coin) return null;
  const tip = tipOf(chain);
  return {
    bestblock: tip.block.hash,
    confirmations: coin.height === UNCONFIRMED_HEIGHT ? 0 : tip.height - coin.height + 1,
    value: btc(coin.valueSats),
    scriptPubKey: scriptJson(coin.script),
    coinbase: coin.coinbase,
  };
}

function outpointArgument(item: unknown): { txid: string; vout: number } {
  if (typeof item !== 'object' || item === null)
    refuse('TYPE_ERROR', 'JSON value of type null is not of expected type object');
  const { txid, vout } = item as { txid?: unknown; vout?: unknown };
  if (typeof txid !== 'string') refuse('TYPE_ERROR', 'Missing txid');
  if (typeof vout !== 'number') refuse('TYPE_ERROR', 'Missing vout');
  if (vout < 0) refuse('INVALID_PARAMETER', 'Invalid parameter, vout cannot be negative');
  return { txid: hashArgument(txid, 'txid'), vout };
}

async function scan({ chain }: NodeState, scanobjects: readonly unknown[]): Promise<unknown> {
  const wanted = new Set((await Promise.all(scanobjects.map(scannedScripts))).flat());
  const found: { key: string; coin: Coin; sortKey: string }[] = [];
  let totalSats = 0;
  for (const [key, coin] of chain.coins) {
    if (!wanted.has(hex.encode(coin.script))) continue;
    totalSats += coin.valueSats;
    const [txid = '', vout = ''] = key.split(':');
    found.push({ key, coin, sortKey: hex.encode(hexToHash(txid)) + vout.padStart(10, '0') });
  }
  found.sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  const tip = tipOf(chain);
  return {
    success: true,
    txouts: chain.coins.size,
    height: tip.height,
    bestblock: tip.block.hash,
    unspents: found.map(({ key, coin }) => ({
      txid: key.slice(0, 64),
      vout: Number(key.slice(65)),
      scriptPubKey: hex.encode(coin.script),
      desc: descriptorOf(coin.script),
      amount: btc(coin.valueSats),
      coinbase: coin.coinbase,
      height: coin.height,
      blockhash: chain.active[coin.height]!.block.hash,
      confirmations: tip.height - coin.height + 1,
    })),
    total_amount: btc(totalSats),
  };
}

/** The scripts, in hex, of a descriptor, or of an object with one and a range. */
async function scannedScripts(item: unknown): Promise<string[]> {
  const { desc, range = MOST_SCANNED } =
    typeof item === 'object' && item !== null
      ? (item as { desc?: unknown; range?: unknown })
      : { desc: item };
  if (typeof desc !== 'string')
    refuse('INVALID_PARAMETER', 'Scan object needs to be either a string or an object');
  const { isRange, at } = await readDescriptor(desc);
  const [begin, end] = isRange ? rangeArgument(range) : [0, 0];
  return Array.from({ length: end - begin + 1 }, (_, n) => hex.encode(at(begin + n).script));
}

/** The last index of a descriptor that names no range, as in Core. */
const MOST_SCANNED = 1000;
