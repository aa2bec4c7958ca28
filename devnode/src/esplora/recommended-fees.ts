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
