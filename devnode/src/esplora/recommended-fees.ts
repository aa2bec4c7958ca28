import type { RpcCall } from '../rpc/call.ts';
import { feeEstimates } from './fee-estimates.ts';

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

const BLOCK_VSIZE = 1_000_000;
/** Places in a block, from the last transaction to the first, whose fee rates `feeRange` lists. */
const RANGE = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];

type Waiting = { readonly vsize: number; readonly weight: number; readonly fees: { readonly base: number } };

/** The next blocks as mempool.space shows them, best first: sizes in vB, fees in sats, rates in sat/vB. */
export async function projectedBlocks(call: RpcCall): Promise<Record<string, number | number[]>[]> {
  const waiting = Object.values((await call('getrawmempool', [true])) as Record<string, Waiting>);
  const rateOf = ({ fees, vsize }: Waiting) => (fees.base * 1e8) / vsize;
  const blocks: Waiting[][] = [];
  let left = 0;
  for (const row of waiting.sort((a, b) => rateOf(b) - rateOf(a))) {
    if (row.vsize > left) {
      blocks.push([]);
      left = BLOCK_VSIZE;
    }
    blocks.at(-1)!.push(row);
    left -= row.vsize;
  }
  return blocks.map((rows) => {
    const sum = (of: (row: Waiting) => number) => rows.reduce((total, row) => total + of(row), 0);
    const rateAt = (share: number) => rateOf(rows[Math.floor((1 - share) * (rows.length - 1))]!);
    return {
      blockSize: sum(({ weight }) => weight),
      blockVSize: sum(({ vsize }) => vsize),
      nTx: rows.length,
      totalFees: Math.round(sum(({ fees }) => fees.base * 1e8)),
      medianFee: rateAt(0.5),
      feeRange: RANGE.map(rateAt),
    };
  });
}
