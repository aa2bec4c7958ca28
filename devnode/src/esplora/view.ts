import { hex } from '@scure/base';
import type { Transaction, TransactionOutput } from '../transaction/transaction.ts';
import type { MempoolView } from './mempool.ts';
import { type EsploraTables, type Outpoint, outpointOf, type Spender } from './tables.ts';

/** Chain and mempool together, at one moment. */
export interface ChainView {
  readonly tables: EsploraTables;
  readonly mempool: MempoolView;
}

/** A transaction and its height; without a height it is in the mempool. */
export interface FoundTransaction {
  readonly transaction: Transaction;
  readonly height: number | undefined;
}

export function findTransaction({ tables, mempool }: ChainView, txid: string): FoundTransaction | undefined {
  const confirmed = tables.transactions.get(txid);
  if (confirmed !== undefined) return confirmed;
  const transaction = mempool.transactions.get(txid);
  return transaction === undefined ? undefined : { transaction, height: undefined };
}

export function findOutput(view: ChainView, txid: string, vout: number): TransactionOutput | undefined {
  return findTransaction(view, txid)?.transaction.outputs[vout];
}

export function spenderOf({ tables, mempool }: ChainView, outpoint: Outpoint): Spender | undefined {
  return tables.spenders.get(outpoint) ?? mempool.spenders.get(outpoint);
}

/** An output paid to a script, and what became of it. */
export interface PaidOutput {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
  readonly height: number | undefined;
  readonly spender: Spender | undefined;
}

/** Every output paid to a script, confirmed ones first, each part in the order of its appearance. */
export function outputsPaidTo(view: ChainView, script: Uint8Array): PaidOutput[] {
  const key = hex.encode(script);
  const confirmed = view.tables.outpointsByScript.get(key).map(splitOutpoint);
  const unconfirmed = [...view.mempool.transactions].flatMap(([txid, { outputs }]) =>
    outputs.flatMap((output, vout) => (hex.encode(output.script) === key ? [{ txid, vout }] : [])),
  );
  return [...confirmed, ...unconfirmed].map(({ txid, vout }) => {
    const { transaction, height } = findTransaction(view, txid)!;
    const { valueSats } = transaction.outputs[vout]!;
    return { txid, vout, valueSats, height, spender: spenderOf(view, outpointOf(txid, vout)) };
  });
}

function splitOutpoint(outpoint: Outpoint): { txid: string; vout: number } {
  return { txid: outpoint.slice(0, 64), vout: Number(outpoint.slice(65)) };
}
