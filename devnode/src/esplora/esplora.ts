import { followChain } from '../follow/follow-chain.ts';
import type { Answer } from '../http/answer.ts';
import { createRouter, type HandleOptions } from '../http/router.ts';
import { type Listening, serve } from '../http/serve.ts';
import type { RpcCall } from '../rpc/call.ts';
import { indexBlock } from './index-block.ts';
import { mempoolReader } from './mempool.ts';
import { esploraRoutes } from './routes.ts';
import { createEsploraTables } from './tables.ts';

/** The part of Esplora's HTTP API (Blockstream/electrs) that wallets need. */
export interface Esplora {
  /** Responds with the state of the node's tip and mempool at that moment. Never rejects. */
  handle(path: string, options?: HandleOptions): Promise<Answer>;
}

export interface EsploraOptions {
  readonly call: RpcCall;
  /** Called with errors that return 500: bugs, and an unreachable node. */
  readonly report?: (error: unknown) => void;
}

/**
 * Creates an index of addresses and transactions over a regtest node. It catches up before each response.
 * Every path is also served under `/api`, where public servers have it.
 */
export function createEsplora({ call, report = console.error }: EsploraOptions): Esplora {
  const tables = createEsploraTables();
  const readMempool = mempoolReader(call);
  const sync = followChain(call, {
    tip() {
      const height = tables.blocks.size - 1;
      return height < 0 ? undefined : { height, hash: tables.blocks.get(height)!.hash };
    },
    apply: (block) => indexBlock(tables, block),
    undoTip: () => tables.journal.undoBlock(),
    reset: () => tables.journal.clear(),
  });
  const context = async () => {
    // the mempool first: a transaction that confirms in between is then found in the chain, not lost
    const { transactions, spenders } = await readMempool();
    await sync();
    const waiting = new Map([...transactions].filter(([txid]) => !tables.transactions.has(txid)));
    return { tables, mempool: { transactions: waiting, spenders }, call };
  };
  const headers = { 'access-control-allow-origin': '*' };
  const handle = createRouter({ routes: esploraRoutes, context, headers, report });
  return { handle: (path, options) => handle(path.replace(/^\/api(?=\/)/, ''), options) };
}

/** Serves it over HTTP on 127.0.0.1; port 0 takes a free one. */
export const startEsploraServer = (esplora: Esplora, options: { port: number }): Promise<Listening> =>
  serve((path, request) => esplora.handle(path, request), options);
