import { CLUSTER_LIMITS, chunkOf, chunksInOrder, clusterChunks } from '../mempool/cluster.ts';
import {
  type MempoolEntry,
  prioritise,
  totalFeeOf,
  totalVsizeOf,
  withAncestors,
  withDescendants,
} from '../mempool/mempool.ts';
import { mempoolMinimum } from '../mempool/minimum-fee.ts';
import { totalBytesOf } from '../transaction/txid.ts';
import { refuse } from './call.ts';
import type { NodeState, RpcMethod } from './method.ts';
import { method } from './method.ts';
import { btc, hashArgument } from './parameters.ts';

const MAX_BIP125_SEQUENCE = 0xfffffffd;

/** What waits to be mined. */
export const MEMPOOL_METHODS: Readonly<Record<string, RpcMethod>> = {
  getmempoolinfo: method('', mempoolInfo),
  getrawmempool: method('verbose?:boolean mempool_sequence?:boolean', (node, verbose, withSequence) => {
    const { pool } = node;
    if (verbose && withSequence)
      refuse('INVALID_PARAMETER', 'Verbose results cannot contain mempool sequence values.');
    if (verbose)
      return Object.fromEntries(inOrder(node).map((entry) => [entry.txid, entryJson(node, entry)]));
    const txids = inOrder(node).map(({ txid }) => txid);
    return withSequence ? { txids, mempool_sequence: pool.sequence } : txids;
  }),
  getmempoolentry: method('txid:string', (node, txid) => entryJson(node, entryArgument(node, txid))),
  getmempoolancestors: method('txid:string verbose?:boolean', (node, txid, verbose) =>
    relatives(node, entryArgument(node, txid), withAncestors, verbose),
  ),
  getmempoolcluster: method('txid:string', (node, txid) =>
    clusterJson(node, entryArgument(sinceClusters(node), txid)),
  ),
  getmempoolfeeratediagram: method('', (node) => diagramJson(sinceClusters(node))),
  // Core also keeps it for transactions that are not there yet.
  prioritisetransaction: method('txid:string dummy?:number fee_delta:number', (node, txid, dummy, delta) => {
    if (dummy !== undefined && dummy !== 0)
      refuse(
        'INVALID_PARAMETER',
        'Priority is no longer supported, dummy argument to prioritisetransaction must be 0.',
      );
    prioritise(node.pool, entryArgument(node, txid), delta as number);
    return true;
  }),
  getmempooldescendants: method('txid:string verbose?:boolean', (node, txid, verbose) =>
    relatives(node, entryArgument(node, txid), withDescendants, verbose),
  ),
};

function entryArgument({ pool, policy }: NodeState, txid: unknown): MempoolEntry {
  const name = policy.follows === 'core' ? 'txid' : 'parameter 1';
  const entry = pool.byTxid.get(hashArgument(txid, name));
  if (!entry) refuse('INVALID_ADDRESS_OR_KEY', 'Transaction not in mempool');
  return entry;
}

function relatives(
  node: NodeState,
  entry: MempoolEntry,
  family: (entries: Iterable<MempoolEntry>) => Set<MempoolEntry>,
  verbose: unknown,
): unknown {
  const others = [...family([entry])].filter((other) => other !== entry);
  return verbose
    ? Object.fromEntries(others.map((other) => [other.txid, entryJson(node, other)]))
    : others.map((other) => other.txid);
}

function entryJson({ pool, policy }: NodeState, entry: MempoolEntry): Record<string, unknown> {
  const ancestors = withAncestors([entry]);
  const descendants = withDescendants([entry]);
  const chunk = policy.follows === 'core' ? chunkOf(pool, entry) : undefined;
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
    ...(chunk && { chunkweight: chunk.weight }),
    fees: {
      base: btc(entry.baseFeeSats),
      modified: btc(entry.feeSats),
      ancestor: btc(totalFeeOf(ancestors)),
      descendant: btc(totalFeeOf(descendants)),
      ...(chunk && { chunk: btc(chunk.feeSats) }),
    },
    depends: [...entry.parents].map((parent) => parent.txid),
    spentby: [...entry.children].map((child) => child.txid),
    ...(!chunk && { 'bip125-replaceable': isReplaceable(ancestors) }),
    unbroadcast: false,
  };
}

/** BIP125's signal, which Core shows no more: every transaction can be replaced. */
const isReplaceable = (ancestors: Iterable<MempoolEntry>): boolean =>
  [...ancestors].some(({ tx }) => tx.inputs.some((input) => input.sequence <= MAX_BIP125_SEQUENCE));

/** Core 31 lists the mempool in mining order; earlier ones order it in ways of their own, here by arrival. */
const inOrder = ({ pool, policy }: NodeState): readonly MempoolEntry[] =>
  policy.follows === 'core' ? chunksInOrder(pool).flatMap(({ txs }) => txs) : [...pool.byTxid.values()];

/** The node, if its mempool has clusters. Throws as a node without such a method. */
function sinceClusters(node: NodeState): NodeState {
  if (node.policy.follows === 'core') return node;
  refuse('METHOD_NOT_FOUND', 'Method not found');
}

/** The clusters that an entry is mined with, chunk by chunk. */
function clusterJson({ pool }: NodeState, entry: MempoolEntry): Record<string, unknown> {
  const chunks = clusterChunks(pool, entry);
  return {
    clusterweight: chunks.reduce((sum, { weight }) => sum + weight, 0),
    txcount: chunks.reduce((sum, { txs }) => sum + txs.length, 0),
    chunks: chunks.map(({ feeSats, weight, txs }) => ({
      chunkfee: btc(feeSats),
      chunkweight: weight,
      txs: txs.map(({ txid }) => txid),
    })),
  };
}

/** Fees by weight of the whole mempool, best chunks first, both summed up. */
function diagramJson({ pool }: NodeState): Record<string, unknown>[] {
  let [feeSats, weight] = [0, 0];
  const points = [{ weight, fee: btc(feeSats) }];
  for (const chunk of chunksInOrder(pool)) {
    feeSats += chunk.feeSats;
    weight += chunk.weight;
    points.push({ weight, fee: btc(feeSats) });
  }
  return points;
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
    ...(policy.follows === 'core'
      ? {
          permitbaremultisig: policy.permitBareMultisig,
          maxdatacarriersize: policy.dataCarrierBytes,
          limitclustercount: CLUSTER_LIMITS.count,
          limitclustersize: CLUSTER_LIMITS.vsize,
          optimal: true,
        }
      : { fullrbf: true }),
  };
}
