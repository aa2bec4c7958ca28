import type { Coin, Collected, Draft } from './collect.ts';
import { freeLoss, isFree } from './free.ts';
import { asDrafted, coinsOf, type DraftPlans, isUsable, madeBy, type Plan } from './plan.ts';

/** The transactions that cost the viewer the most together. */
export interface Worst {
  readonly lossSats: number;
  readonly isExact: boolean;
  readonly plans: readonly Plan[];
}

/** A transaction that may be among them. */
interface Candidate {
  readonly plan: Plan;
  readonly coins: ReadonlySet<Coin>;
  /** The coins of the viewer that exist only once it is in the chain. */
  readonly makes: readonly Coin[];
}

/** Most sets of transactions that are compared; beyond it, the sum of the single losses is the bound. */
const MOST_SETS = 2_000;

/**
 * The worst over all sets of transactions that can be in the chain together: each coin is spent once, and a
 * coin that one of the transactions makes exists only beside it.
 */
export function worstOf({ coins, coinAt }: Collected, mine: ReadonlySet<string>, plans: DraftPlans): Worst {
  let isExact = true;
  const candidates: Candidate[] = [];
  const made = new Set<Coin>();
  for (const [draft, allowed] of plans) {
    if (isToCome(draft)) for (const coin of madeCoins(draft, coinAt)) made.add(coin);
    const found = mattering(draft, allowed, mine);
    isExact &&= found.isExact;
    for (const plan of found.plans) {
      const makes = madeBy(plan, 0) === null ? [] : madeCoins(draft, coinAt);
      // what needs no signature over all inputs, and makes nothing, is among the free ones
      if (found.isExact && makes.length === 0 && plan.signatures.every(isFree)) continue;
      candidates.push({ plan, coins: new Set(coinsOf(plan)), makes });
    }
  }
  candidates.sort((a, b) => b.plan.lossSats - a.plan.lossSats);
  const rest = candidates.map((_, index) =>
    candidates.slice(index).reduce((sum, { plan }) => sum + Math.max(0, plan.lossSats), 0),
  );
  let best: Worst = { lossSats: 0, isExact, plans: [] };
  let sets = 0;

  const look = (index: number, chosen: readonly Candidate[], lossSats: number): void => {
    sets += 1;
    if (sets > MOST_SETS) return;
    const spent = new Set(chosen.flatMap((one) => [...one.coins]));
    const unspent = coins.filter((coin) => !spent.has(coin));
    const most = freeLoss(unspent, mine);
    if (lossSats + (rest[index] ?? 0) + most.lossSats <= best.lossSats) return;
    const there = new Set(chosen.flatMap(({ makes }) => makes));
    const exists = (coin: Coin) => !made.has(coin) || there.has(coin);
    if ([...spent].every(exists)) {
      const free = freeLoss(unspent.filter(exists), mine);
      if (lossSats + free.lossSats > best.lossSats)
        best = {
          lossSats: lossSats + free.lossSats,
          isExact: isExact && free.isExact,
          plans: inOrder(chosen, free.plans),
        };
    }
    for (let next = index; next < candidates.length; next += 1) {
      if (lossSats + rest[next]! + most.lossSats <= best.lossSats) break;
      const candidate = candidates[next]!;
      if ([...candidate.coins].some((coin) => spent.has(coin))) continue;
      look(next + 1, [...chosen, candidate], lossSats + candidate.plan.lossSats);
    }
  };

  look(0, [], 0);
  if (sets <= MOST_SETS) return best;
  return { lossSats: boundOf(candidates, coins, mine), isExact: false, plans: best.plans };
}

/**
 * Sound, and often too much: every transaction happens that takes something, as if no two spent the same
 * coin.
 */
function boundOf(
  candidates: readonly Candidate[],
  coins: readonly Coin[],
  mine: ReadonlySet<string>,
): number {
  const inFrames = new Map<string, number>();
  for (const { plan } of candidates) {
    const { frame } = plan.frame!;
    inFrames.set(frame, Math.max(inFrames.get(frame) ?? 0, plan.lossSats));
  }
  const framed = [...inFrames.values()].reduce((sum, sats) => sum + sats, 0);
  const all = coins.reduce((sum, { valueSats }) => sum + (valueSats ?? 0), 0);
  return Math.min(framed + freeLoss(coins, mine).lossSats, all);
}

/**
 * The ways of one draft's inputs that matter: the one that demands the least, and the one that makes its
 * outputs.
 */
function mattering(
  draft: Draft,
  plans: readonly Plan[] | null,
  mine: ReadonlySet<string>,
): { plans: Plan[]; isExact: boolean } {
  if (plans === null) return { plans: [wholeLoss(draft)], isExact: false };
  const [worst] = plans.toSorted((a, b) => b.lossSats - a.lossSats);
  if (!worst) return { plans: [], isExact: true };
  const drafted = asDrafted(draft, plans, mine);
  const isSame = drafted && drafted.lossSats === worst.lossSats;
  return { plans: drafted ? (isSame ? [drafted] : [worst, drafted]) : [worst], isExact: true };
}

/** Nothing comes back. */
function wholeLoss(draft: Draft): Plan {
  const signatures = draft.own.flatMap((coin) => (coin?.signatures[0] ? [coin.signatures[0]] : []));
  const { version, lockTime } = draft.read;
  const lossSats = signatures.reduce((sum, { coin }) => sum + (coin.valueSats ?? 0), 0);
  return {
    frame: draft,
    version,
    lockTime,
    signatures,
    outputs: null,
    demanded: new Map(),
    mostOutputs: Infinity,
    lossSats,
  };
}

/**
 * Whether a draft needs a signature that nobody has yet. Any other may be in a block: what it makes is there,
 * and what it pays was paid.
 */
function isToCome(draft: Draft): boolean {
  return draft.own.some((coin, input) => {
    const usable = coin?.signatures.filter((signature) => isUsable(signature, draft, input)) ?? [];
    return usable.length > 0 && usable.every(({ isNew }) => isNew);
  });
}

/** Coins of the viewer that the transaction of a draft makes. */
function madeCoins({ read }: Draft, coins: ReadonlyMap<string, Coin>): Coin[] {
  if (read.txid === null) return [];
  return read.outputs.flatMap((_, vout) => coins.get(`${read.txid}:${vout}`) ?? []);
}

/** What makes a coin comes before what spends it. */
function inOrder(chosen: readonly Candidate[], free: readonly Plan[]): Plan[] {
  const left = [...chosen];
  const sorted: Plan[] = [];
  while (left.length > 0) {
    const ready = left.findIndex(
      ({ coins }) => !left.some(({ makes }) => makes.some((coin) => coins.has(coin))),
    );
    const [next] = left.splice(Math.max(0, ready), 1);
    sorted.push(next!.plan);
  }
  return [...sorted, ...free];
}
