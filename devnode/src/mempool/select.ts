import type { Transaction } from '../transaction/transaction.ts';
import { feeAt } from './fee-rate.ts';
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

/**
 * The transactions of the next block, parents first: again and again the one whose rate, together with its
 * ancestors not yet taken, is best (as Core's miner). Rates below `blockMinFee` wait.
 */
export function selectForBlock(
  pool: Mempool,
  policy: PolicySettings,
): { txs: Transaction[]; feeSats: number } {
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
  return { txs: entries.map((entry) => entry.tx), feeSats: totalFeeOf(entries) };
}

function bestOffer(offers: ReadonlyMap<MempoolEntry, Offer>): Offer | undefined {
  let best: Offer | undefined;
  for (const offer of offers.values())
    if (!best || offer.feeSats * best.vsize > best.feeSats * offer.vsize) best = offer;
  return best;
}

const parentsFirst = (family: readonly MempoolEntry[]): MempoolEntry[] =>
  family.toSorted((a, b) => withAncestors([a]).size - withAncestors([b]).size);
