import { statusJson } from './transaction-json.ts';
import { type ChainView, findTransaction, outputsPaidTo } from './view.ts';

/** `GET /address/{address}/utxo`: unspent by chain and mempool, coins of the mempool included. */
export function utxosJson(view: ChainView, script: Uint8Array) {
  return outputsPaidTo(view, script)
    .filter(({ spender }) => spender === undefined)
    .map(({ txid, vout, valueSats, height }) => ({
      txid,
      vout,
      status: statusJson(view, height),
      value: valueSats,
    }));
}

interface Stats {
  funded: number[];
  spent: number[];
  txids: Set<string>;
}

/** What the chain and the mempool each did to a script, in sats and counts. */
export function scriptStatsJson(view: ChainView, script: Uint8Array) {
  const chain: Stats = { funded: [], spent: [], txids: new Set() };
  const mempool: Stats = { funded: [], spent: [], txids: new Set() };
  for (const { txid, valueSats, height, spender } of outputsPaidTo(view, script)) {
    const funding = height === undefined ? mempool : chain;
    funding.funded.push(valueSats);
    funding.txids.add(txid);
    if (spender === undefined) continue;
    const isConfirmed = findTransaction(view, spender.txid)?.height !== undefined;
    const spending = isConfirmed ? chain : mempool;
    spending.spent.push(valueSats);
    spending.txids.add(spender.txid);
  }
  return { chain_stats: statsJson(chain), mempool_stats: statsJson(mempool) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const statsJson = ({ funded, spent, txids }: Stats) => ({
  funded_txo_count: funded.length,
  funded_txo_sum: sum(funded),
  spent_txo_count: spent.length,
  spent_txo_sum: sum(spent),
  tx_count: txids.size,
});
