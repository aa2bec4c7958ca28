import { Type } from 'typebox';
import { responseReader } from '../base/remote.ts';
import { RPC_CODE, rpcOver } from './rpc.ts';
import { httpTransport } from './transport.ts';

/** How a node is set up. */
export interface NodeFacts {
  readonly height: number;
  /** As Core numbers versions: 280100 is 28.1. */
  readonly version: number;
  /** As it shows itself to peers, e.g. `/Satoshi:28.1.0/`. */
  readonly name: string;
  /** Hash of block 0. */
  readonly genesis: string | null;
  readonly isSyncing: boolean;
  readonly isPruned: boolean;
  /** False: `blocksonly`, so its mempool stays empty. */
  readonly relaysTransactions: boolean;
  readonly submitsPackages: boolean;
  /** null: it has none. */
  readonly transactionIndex: { readonly isSynced: boolean; readonly height: number } | null;
}

const readChain = responseReader(
  Type.Object({
    chain: Type.String(),
    blocks: Type.Integer(),
    initialblockdownload: Type.Boolean(),
    pruned: Type.Optional(Type.Boolean()),
  }),
);
const readNetwork = responseReader(
  Type.Object({
    version: Type.Integer(),
    subversion: Type.String(),
    localrelay: Type.Optional(Type.Boolean()),
  }),
);
const readIndexes = responseReader(
  Type.Object({
    txindex: Type.Optional(Type.Object({ synced: Type.Boolean(), best_block_height: Type.Integer() })),
  }),
);

/**
 * Asks the node at `url` how it is set up. Unlike the port's methods it also responds for a node that is
 * still syncing. Throws `Refusal('unavailable')` when the node is unreachable.
 */
export async function nodeFacts({
  url,
  timeoutMs,
}: {
  readonly url: string;
  readonly timeoutMs: number;
}): Promise<NodeFacts> {
  const rpc = rpcOver(httpTransport({ url }), timeoutMs);
  const [chain, network, indexes, genesis] = await rpc.batch([
    { method: 'getblockchaininfo' },
    { method: 'getnetworkinfo' },
    { method: 'getindexinfo' },
    { method: 'getblockhash', params: [0] },
  ]);
  // an empty package is refused by a node that has the method, and nothing is sent
  const empty = await rpc.ask('submitpackage', [[]]);
  const info = readChain(chain, 'the node (getblockchaininfo)');
  const { version, subversion, localrelay } = readNetwork(network, 'the node (getnetworkinfo)');
  const { txindex } = readIndexes(indexes, 'the node (getindexinfo)');
  return {
    height: info.blocks,
    version,
    name: subversion,
    genesis: typeof genesis === 'string' ? genesis : null,
    // an idle regtest chain is old and therefore in "initial download" until its next block
    isSyncing: info.initialblockdownload && info.chain !== 'regtest',
    isPruned: info.pruned ?? false,
    relaysTransactions: localrelay ?? true,
    submitsPackages: empty.ok || empty.code !== RPC_CODE.methodNotFound,
    transactionIndex: txindex ? { isSynced: txindex.synced, height: txindex.best_block_height } : null,
  };
}
