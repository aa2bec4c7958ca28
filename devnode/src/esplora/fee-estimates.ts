import type { RpcCall } from '../rpc/call.ts';

/** Confirmation targets that Esplora lists, in blocks. */
const TARGETS = [...Array.from({ length: 25 }, (_, i) => i + 1), 144, 504, 1008];

/** sat/vB by confirmation target, as far as the node has an estimate; regtest chains usually give it none. */
export async function feeEstimates(call: RpcCall): Promise<Record<string, number>> {
  const estimates: Record<string, number> = {};
  for (const target of TARGETS) {
    const { feerate } = (await call('estimatesmartfee', [target])) as { feerate?: number };
    // BTC/kvB to sat/vB.
    if (feerate !== undefined) estimates[target] = (feerate * 1e8) / 1000;
  }
  return estimates;
}
