import { outpointText, type Utxo } from '../outpoint.ts';
import { refuse } from '../refusals.ts';
import { MAX_SATS, type Sats, sumSats } from '../sats.ts';

export interface SelectionQuestion {
  readonly candidates: readonly Utxo[];
  /** Sats that `coins` selected coins must hold in total: outputs and fee. Grows with both arguments. */
  readonly cost: (coins: number, hasChange: boolean) => Sats;
  /** Least value of a change output. */
  readonly dustSats: Sats;
  readonly maxCoins: number;
}

export interface Selection {
  readonly coins: readonly Utxo[];
  /** 0: no change output; the surplus goes to the network. */
  readonly changeSats: Sats;
}

/**
 * Chooses payment coins: largest first, as few as cover the cost, the last one the smallest that suffices.
 * Among sets of the fewest coins (or one more), it prefers one whose surplus is no more than a change output
 * would cost. Deterministic: equal values are ordered by outpoint. null when the coins do not cover the cost.
 */
export function selectCoins({ candidates, cost, dustSats, maxCoins }: SelectionQuestion): Selection | null {
  const coins = candidates.toSorted(
    (a, b) => b.valueSats - a.valueSats || (outpointText(a) < outpointText(b) ? -1 : 1),
  );
  const limit = Math.min(coins.length, maxCoins);
  let held = 0;
  let withChange: Selection | null = null;
  let fewest = limit;
  for (let count = 1; count <= Math.min(limit, fewest + 1); count += 1) {
    const largest = coins.slice(0, count - 1);
    const missing = cost(count, false) - held;
    const last = smallestAtLeast(coins, count - 1, missing);
    if (last) {
      fewest = Math.min(fewest, count);
      const surplus = last.valueSats - missing;
      if (surplus <= cost(count, true) - cost(count, false))
        return { coins: [...largest, last], changeSats: 0 };
      withChange ??= paying([...largest, last], surplus, cost, dustSats);
    }
    held += coins[count - 1]!.valueSats;
  }
  return withChange;
}

/**
 * Which coins pay. `from`: candidates to select from; `exactly`: coins to spend, all of them, in this order.
 * No duplicates.
 */
export type PaymentCoins = { readonly from: readonly Utxo[] } | { readonly exactly: readonly Utxo[] };

/**
 * Most payment inputs of one transaction: keeps it below the standard size (100,000 vB) and quick to sign.
 */
export const MAX_PAYMENTS = 500;

/**
 * Chooses the coins that pay. Throws Refusal `insufficient_funds` when they do not cover `what`, `malformed`
 * when too many.
 */
export function choosePayments(
  coins: PaymentCoins,
  {
    cost,
    dustSats,
    what,
    maxCoins = MAX_PAYMENTS,
  }: Pick<SelectionQuestion, 'cost' | 'dustSats'> & { readonly what: string; readonly maxCoins?: number },
): Selection {
  const offered = 'from' in coins ? coins.from : coins.exactly;
  if ('exactly' in coins && offered.length > maxCoins)
    refuse(
      'malformed',
      `${offered.length} payment coins are too many for one transaction; send at most ${maxCoins}`,
    );
  const selection =
    'from' in coins
      ? selectCoins({ candidates: offered, cost, dustSats, maxCoins })
      : spendExactly(offered, { cost, dustSats });
  if (selection && selection.coins.length > 0) return selection;
  const held = sumSats(offered.map(({ valueSats }) => valueSats));
  const least = cost(1, false);
  return refuse(
    'insufficient_funds',
    held < least
      ? `${what} costs at least ${least} sats, but the ${offered.length} spendable coins hold ${held} sats; add confirmed coins without inscriptions`
      : `${what} costs at least ${least} sats and the weight of its coins, and no ${maxCoins} of the ${offered.length} spendable coins cover that; add larger confirmed coins without inscriptions`,
  );
}

/**
 * The sum of what a buyer must pay. Throws Refusal `insufficient_funds` when the sum is above the money
 * supply.
 */
export function sumAsked(amounts: readonly Sats[], what: string): Sats {
  // the sum of twenty prices can exceed the safe integers too
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
  if (total > MAX_SATS) refuse('insufficient_funds', `${what} costs ${total} sats, more than 21 million BTC`);
  return Number(total);
}

/** The change, sats, when all of `coins` are spent; null when they do not cover the cost. */
export function spendExactly(
  coins: readonly Utxo[],
  { cost, dustSats }: Pick<SelectionQuestion, 'cost' | 'dustSats'>,
): Selection | null {
  const surplus = coins.reduce((total, { valueSats }) => total + valueSats, 0) - cost(coins.length, false);
  return surplus < 0 ? null : paying(coins, surplus, cost, dustSats);
}

function paying(
  coins: readonly Utxo[],
  surplus: Sats,
  cost: SelectionQuestion['cost'],
  dustSats: Sats,
): Selection {
  const changeSats = surplus - (cost(coins.length, true) - cost(coins.length, false));
  return { coins, changeSats: changeSats >= dustSats ? changeSats : 0 };
}

/** The smallest of `coins` (descending values) from index `from` on that holds `wanted` sats, or null. */
function smallestAtLeast(coins: readonly Utxo[], from: number, wanted: Sats): Utxo | null {
  let low = from;
  let high = coins.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (coins[middle]!.valueSats >= wanted) low = middle + 1;
    else high = middle;
  }
  return low > from ? coins[low - 1]! : null;
}
