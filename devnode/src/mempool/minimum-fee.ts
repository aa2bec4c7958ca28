import { type Rejection, reject } from '../chain/rejection.ts';
import { chunksInOrder } from './cluster.ts';
import { feeAt, rateOf, type SatsPerKvb } from './fee-rate.ts';
import {
  type Mempool,
  type MempoolEntry,
  removeEntries,
  totalFeeOf,
  totalVsizeOf,
  withDescendants,
} from './mempool.ts';
import type { PolicySettings } from './settings.ts';

const HALF_LIFE_SECONDS = 12 * 60 * 60;
const EXPIRY_SECONDS = 336 * 60 * 60;

/**
 * The rate below which nothing enters: that of the last evictions, halving every 12 hours once a block came.
 * As in Core, it falls when it is asked for, and each block starts the time again.
 */
export function mempoolMinimum(pool: Mempool, policy: PolicySettings, now: number): SatsPerKvb {
  const rolling = pool.rollingMinimum;
  if (!rolling.blockSinceBump || rolling.rate === 0) return rolling.rate;
  if (now > rolling.updatedAt + 10) {
    // An emptier pool forgets faster, as in Core's GetMinFee.
    const fill = pool.totalVsize / policy.maxMempoolVsize;
    const halfLife = HALF_LIFE_SECONDS / (fill < 0.25 ? 4 : fill < 0.5 ? 2 : 1);
    rolling.rate = Math.floor(rolling.rate / 2 ** ((now - rolling.updatedAt) / halfLife));
    rolling.updatedAt = now;
    if (rolling.rate < policy.incrementalRelayFee / 2) rolling.rate = 0;
  }
  return rolling.rate === 0 ? 0 : Math.max(rolling.rate, policy.incrementalRelayFee);
}

/** A fee must meet the pool's minimum and the relay minimum; `vsize` and fee may be those of a package. */
export function checkFeeRate(
  pool: Mempool,
  policy: PolicySettings,
  vsize: number,
  feeSats: number,
  now: number,
): Rejection | undefined {
  const minimum = feeAt(mempoolMinimum(pool, policy, now), vsize);
  if (feeSats < minimum)
    return reject('reconsiderable', 'mempool min fee not met', `${feeSats} < ${minimum}`);
  const relay = feeAt(policy.minRelayFee, vsize);
  if (feeSats < relay) return reject('reconsiderable', 'min relay fee not met', `${feeSats} < ${relay}`);
  return undefined;
}

/**
 * Drops transactions older than two weeks, then the worst-paying families until the pool fits its size again.
 */
export function trimMempool(pool: Mempool, policy: PolicySettings, now: number): void {
  const expired: MempoolEntry[] = [];
  // Not copied first: every transaction that enters comes by here.
  for (const entry of pool.byTxid.values()) if (entry.time < now - EXPIRY_SECONDS) expired.push(entry);
  if (expired.length > 0) removeEntries(pool, withDescendants(expired));
  while (pool.totalVsize > policy.maxMempoolVsize) {
    const worst = worstFamily(pool, policy);
    const rate = rateOf(totalFeeOf(worst), totalVsizeOf(worst)) + policy.incrementalRelayFee;
    if (rate > pool.rollingMinimum.rate) {
      pool.rollingMinimum = { rate, updatedAt: now, blockSinceBump: false };
    }
    removeEntries(pool, worst);
  }
}

/**
 * What goes first when the pool is full: Core's worst chunk, or before version 31 a family of descendants.
 */
function worstFamily(pool: Mempool, policy: PolicySettings): ReadonlySet<MempoolEntry> {
  if (policy.follows === 'core') return new Set(chunksInOrder(pool).at(-1)!.txs);
  let worst: { family: Set<MempoolEntry>; rate: number } | undefined;
  for (const entry of pool.byTxid.values()) {
    const family = withDescendants([entry]);
    const rate = Math.max(entry.feeSats / entry.vsize, totalFeeOf(family) / totalVsizeOf(family));
    if (!worst || rate < worst.rate) worst = { family, rate };
  }
  return worst!.family;
}
