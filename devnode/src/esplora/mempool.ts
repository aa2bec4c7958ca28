import { hex } from '@scure/base';
import { RPC, type RpcCall, RpcError } from '../rpc/call.ts';
import { parseTransaction } from '../transaction/parse.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { type Outpoint, outpointOf, type Spender } from './tables.ts';

/** The node's mempool at one moment. */
export interface MempoolView {
  readonly transactions: ReadonlyMap<string, Transaction>;
  readonly spenders: ReadonlyMap<Outpoint, Spender>;
}

/** Reads the mempool; a transaction is fetched once, for as long as it stays. */
export function mempoolReader(call: RpcCall): () => Promise<MempoolView> {
  let known = new Map<string, Transaction>();
  return async () => {
    const txids = (await call('getrawmempool')) as string[];
    const current = new Map<string, Transaction>();
    for (const txid of txids) {
      const transaction = known.get(txid) ?? (await fetchTransaction(call, txid));
      if (transaction !== undefined) current.set(txid, transaction);
    }
    known = current;
    const spenders = new Map<Outpoint, Spender>();
    for (const [txid, { inputs }] of current) {
      for (const [vin, input] of inputs.entries()) {
        spenders.set(outpointOf(input.txid, input.vout), { txid, vin });
      }
    }
    return { transactions: current, spenders };
  };
}

/** Undefined when it has left the mempool since it was listed. */
async function fetchTransaction(call: RpcCall, txid: string): Promise<Transaction | undefined> {
  try {
    return parseTransaction(hex.decode((await call('getrawtransaction', [txid])) as string));
  } catch (error) {
    if (error instanceof RpcError && error.code === RPC.INVALID_ADDRESS_OR_KEY) return undefined;
    throw error;
  }
}
