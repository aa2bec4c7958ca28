import {
  type MempoolEntry,
  totalFeeOf,
  totalVsizeOf,
  withAncestors,
  withDescendants,
} from '../mempool/mempool.ts';
import { mempoolMinimum } from '../mempool/minimum-fee.ts';
import { totalBytesOf } from '../transaction/txid.ts';
import { RPC, RpcError } from './call.ts';
import type { NodeState, RpcMethod } from './method.ts';
import { method } from './method.ts';
import { btc, hashArgument } from './parameters.ts';

const MAX_BIP125_SEQUENCE = 0xfffffffd;

/** What waits to be mined. */
export const MEMPOOL_METHODS: Readonly<Record<string, RpcMethod>> = {
  getmempoolinfo: method('', mempoolInfo),
  getrawmempool: method('verbose?:boolean mempool_sequence?:boolean', ({ pool }, verbose, withSequence) => {
    if (verbose && withSequence)
      throw new RpcError(RPC.INVALID_PARAMETER, 'Verbose results cannot contain mempool sequence values.');
    if (verbose)
      return Object.fromEntries([...pool.byTxid.values()].map((entry) => [entry.txid, entryJson(entry)]));
    const txids = [...pool.byTxid.keys()];
    return withSequence ? { txids, mempool_sequence: pool.sequence } : txids;
  }),
  getmempoolentry: method('txid:string', (node, txid) => entryJson(entryArgument(node, txid))),
  getmempoolancestors: method('txid:string verbose?:boolean', (node, txid, verbose) =>
    relatives(entryArgument(node, txid), withAncestors, verbose),
  ),
  getmempooldescendants: method('txid:string verbose?:boolean', (node, txid, verbose) =>
    relatives(entryArgument(node, txid), withDescendants, verbose),
  ),
};

function entryArgument({ pool }: NodeState, txid: unknown): MempoolEntry {
  const entry = pool.byTxid.get(hashArgument(txid, 'parameter 1'));
  if (!entry) throw new RpcError(RPC.INVALID_ADDRESS_OR_KEY, 'Transaction not in mempool');
  return entry;
}

function relatives(
  entry: MempoolEntry,
  family: (entries: Iterable<MempoolEntry>) => Set<MempoolEntry>,
  verbose: unknown,
): unknown {
  const others = [...family([entry])].filter((other) => other !== entry);
  return verbose
    ? Object.fromEntries(others.map((other) => [other.txid, entryJson(other)]))
    : others.map((other) => other.txid);
}

function entryJson(entry: MempoolEntry): Record<string, unknown> {
  const ancestors = withAncestors([entry]);
  const descendants = withDescendants([entry]);
  const replaceable = [...ancestors].some(({ tx }) =>
    tx.inputs.some((input) => input.sequence <= MAX_BIP125_SEQUENCE),
  );
  return {
    vsize: entry.vsize,
    weight: entry.weight,
    time: entry.time,
    height: entry.height,
    descendantcount: descendants.size,
    descendantsize: totalVsizeOf(descendants),
    ancestorcount: ancestors.size,
    ancestorsize: totalVsizeOf(ancestors),
    wtxid: entry.wtxid,
    fees: {
      base: btc(entry.feeSats),
      modified: btc(entry.feeSats),
      ancestor: btc(totalFeeOf(ancestors)),
      descendant: btc(totalFeeOf(descendants)),
    },
    depends: [...entry.parents].map((parent) => parent.txid),
    spentby: [...entry.children].map((child) => child.txid),
    'bip125-replaceable': replaceable,
    unbroadcast: false,
  };
}

function mempoolInfo({ pool, policy, now }: NodeState): Record<string, unknown> {
  let usage = 0;
  for (const entry of pool.byTxid.values()) usage += totalBytesOf(entry.tx);
  return {
    loaded: true,
    size: pool.byTxid.size,
    bytes: pool.totalVsize,
    usage,
    total_fee: btc(pool.totalFeeSats),
    maxmempool: policy.maxMempoolVsize,
    mempoolminfee: btc(Math.max(mempoolMinimum(pool, policy, now()), policy.minRelayFee)),
    minrelaytxfee: btc(policy.minRelayFee),
    incrementalrelayfee: btc(policy.incrementalRelayFee),
    unbroadcastcount: 0,
    fullrbf: true,
  };
}
