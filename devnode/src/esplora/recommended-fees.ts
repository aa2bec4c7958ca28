import type { RpcCall } from '../rpc/call.ts';
import { feeEstimates } from './fee-estimates.ts';

const BLOCK_VSIZE = 1_000_000;
const MOST_BLOCKS = 8;
/** Places in a block whose fee rates `feeRange` lists, from the last transaction to the first. */
const RANGE = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];

/** What mempool.space recommends, in whole sat/vB; the mempool's minimum where the node has no estimate. */
export async function recommendedFees(call: RpcCall): Promise<Record<string, number>> {
  const { mempoolminfee } = (await call('getmempoolinfo')) as { mempoolminfee: number };
  const minimumFee = Math.max(1, Math.ceil(mempoolminfee * 1e5));
  const estimates = await feeEstimates(call);
  const within = (blocks: number) => Math.max(minimumFee, Math.ceil(estimates[blocks] ?? 0));
  return {
    fastestFee: within(1),
    halfHourFee: within(3),
    hourFee: within(6),
    economyFee: Math.min(within(144), 2 * minimumFee),
    minimumFee,
  };
}

type Row = { readonly vsize: number; readonly weight: number; readonly fees: { readonly base: number } };
type MempoolBlock = {
  readonly blockSize: number;
  readonly blockVSize: number;
  readonly nTx: number;
  readonly totalFees: number;
  readonly medianFee: number;
  readonly feeRange: readonly number[];
};

/** The next blocks as mempool.space shows them, best first: sizes in vB, fees in sats, rates in sat/vB. */
export async function mempoolBlocks(call: RpcCall): Promise<MempoolBlock[]> {
  const rows = Object.values((await call('getrawmempool', [true])) as Record<string, Row>);
  const blocks: Row[][] = [[]];
  let vsize = 0;
  for (const row of rows) {
    vsize += row.vsize;
    if (vsize > BLOCK_VSIZE && blocks.length < MOST_BLOCKS) {
      blocks.push([]);
      vsize = row.vsize;
    }
    blocks.at(-1)!.push(row);
  }
  return rows.length === 0 ? [] : blocks.map(blockJson);
}

function blockJson(rows: readonly Row[]): MempoolBlock {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const feeSats = ({ fees }: Row) => Math.round(fees.base * 1e8);
  const rates = rows.map((row) => feeSats(row) / row.vsize).sort((a, b) => a - b);
  const at = (share: number) => rates[Math.floor(share * (rates.length - 1))]!;
  return {
    blockSize: sum(rows.map(({ weight }) => weight)),
    blockVSize: sum(rows.map(({ vsize }) => vsize)),
    nTx: rows.length,
    totalFees: sum(rows.map(feeSats)),
    medianFee: at(0.5),
    feeRange: RANGE.map(at),
  };
}
