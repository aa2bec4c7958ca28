import type { Transaction } from '../transaction/transaction.ts';
import { chunksInOrder } from './cluster.ts';
import { compareRates, feeAt } from './fee-rate.ts';
import {
  type Mempool,
  type MempoolEntry,
  totalFeeOf,
  totalVsizeOf,
  withAncestors,
  withDescendants,
} from './mempool.ts';
import type { PolicySettings } from './settings.ts';

/** Weight left for transactions besides header and coinbase. */
const MAX_SELECTED_WEIGHT = 4_000_000 - 8_000;

type Offer = { readonly entry: MempoolEntry; feeSats: number; vsize: number };

/** The transactions of the next block, parents first, and their fees. Rates below `blockMinFee` wait. */
export const selectForBlock = (pool: Mempool, policy: PolicySettings): Selection =>
  policy.follows === 'core' ? selectChunks(pool, policy) : selectByAncestors(pool, policy);

type Selection = { readonly txs: readonly Transaction[]; readonly feeSats: number };

/** Chunks, best rate first, as long as they fit (Core's addChunks of version 31). */
function selectChunks(pool: Mempool, policy: PolicySettings): Selection {
  const txs: Transaction[] = [];
  let feeSats = 0;
  let weight = 0;
  for (const chunk of chunksInOrder(pool)) {
    if (compareRates(chunk.feeSats, Math.ceil(chunk.weight / 4), policy.blockMinFee, 1000) < 0) break;
    if (weight + chunk.weight >= MAX_SELECTED_WEIGHT) continue;
    weight += chunk.weight;
    for (const { tx, baseFeeSats } of chunk.txs) {
      feeSats += baseFeeSats;
      txs.push(tx);
    }
  }
  return { txs, feeSats };
}

/**
 * Again and again the one whose rate, together with its ancestors not yet taken, is best (Core 29's miner).
 */
function selectByAncestors(pool: Mempool, policy: PolicySettings): Selection {
  const offers = new Map<MempoolEntry, Offer>();
  for (const entry of pool.byTxid.values()) {
    const family = entry.parents.size === 0 ? [entry] : withAncestors([entry]);
    offers.set(entry, { entry, feeSats: totalFeeOf(family), vsize: totalVsizeOf(family) });
  }
  const selected = new Set<MempoolEntry>();
  let weight = 0;
  for (let best = bestOffer(offers); best; best = bestOffer(offers)) {
    if (best.feeSats < feeAt(policy.blockMinFee, best.vsize)) break;
    const family = [...withAncestors([best.entry])].filter((entry) => !selected.has(entry));
    const familyWeight = family.reduce((sum, entry) => sum + entry.weight, 0);
    if (weight + familyWeight > MAX_SELECTED_WEIGHT) {
      offers.delete(best.entry);
      continue;
    }
    weight += familyWeight;
    for (const entry of parentsFirst(family)) {
      selected.add(entry);
      offers.delete(entry);
      for (const descendant of withDescendants([entry])) {
        const offer = offers.get(descendant);
        if (!offer) continue;
        offer.feeSats -= entry.feeSats;
        offer.vsize -= entry.vsize;
      }
    }
  }
  const entries = [...selected];
  return {
    txs: entries.map((entry) => entry.tx),
    feeSats: entries.reduce((sum, { baseFeeSats }) => sum + baseFeeSats, 0),
  };
}

function bestOffer(offers: ReadonlyMap<MempoolEntry, Offer>): Offer | undefined {
  let best: Offer | undefined;
  for (const offer of offers.values())
    if (!best || offer.feeSats * best.vsize > best.feeSats * offer.vsize) best = offer;
  return best;
}

const parentsFirst = (family: readonly MempoolEntry[]): MempoolEntry[] =>
  family.toSorted((a, b) => withAncestors([a]).size - withAncestors([b]).size);
