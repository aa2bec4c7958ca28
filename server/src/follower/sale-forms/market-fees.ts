/**
 * The price that a buyer agreed to, from what the seller got. A marketplace takes a share of the price from
 * the seller, and may take another from the buyer on top. The first is a part of the price. The second is
 * not, nor is what comes back to the buyer (a rebate). The chain shows outputs only, so the seller's share is
 * counted in where an output is it beyond doubt: an exact rate of the sum, or that of a known market.
 */
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import type { SeenMoney, SeenTransaction } from './seen.ts';

/** A market that is known by the key in its scripts and by where it is paid. */
export interface KnownMarket {
  readonly name: string;
  readonly key: string;
  readonly feeScript: string;
  /** What it asks of seller and buyer. */
  readonly sellerBps: number;
  readonly buyerBps: number;
}

/** Read from trades that the market's own pages report. */
export const KNOWN_MARKETS: readonly KnownMarket[] = [
  {
    name: 'ORD.NET',
    key: 'd2dc3222298e2a5f4e1c7d702fae2bcf7821cc0a095a478b95c62195b0df7398',
    feeScript: '0014807436927472a0a86f27e4b5ebd5be6a5aa10c86',
    sellerBps: 100,
    buyerBps: 150,
  },
];

export const marketOfKey = (key: string): KnownMarket | null =>
  KNOWN_MARKETS.find((market) => market.key === key) ?? null;

/** The known market that the transaction pays; null: none. */
export const marketPaidIn = (money: SeenMoney): KnownMarket | null =>
  KNOWN_MARKETS.find(({ feeScript }) => money.paidTo(feeScript).length > 0) ?? null;

/** Rates that markets ask of a side, bps. */
const RATES = [50, 100, 150, 200, 250, 300, 500];
/** Prices are round where people make them; what is left after a fee seldom is. */
export const ROUND_SATS = 100;
/** Outputs that are compared with each rate. Bounds what a transaction made for that costs. */
const MOST_FEES = 20;

/**
 * Prices of coins sold together in a transaction, each from what its seller got. `market`: theirs, whose fee
 * is then read from what it is paid, at its usual rates. Otherwise an output to nobody that `isParty` may
 * be a fee; one of a rate that is not known must make round prices of others.
 */
export function pricesOf(
  received: readonly Sats[],
  outputs: SeenTransaction['outputs'],
  { market, isParty }: { readonly market: KnownMarket | null; readonly isParty: (script: string) => boolean },
): readonly Sats[] {
  const fees = outputs
    .filter(({ script }) => (market ? script === market.feeScript : !isParty(script)))
    .slice(0, MOST_FEES)
    .map(({ valueSats }) => valueSats);
  for (const sellerBps of RATES) {
    const prices = before(received, sellerBps);
    const areRounder = prices.every(isRound) && zerosOf(prices) > zerosOf(received);
    for (const buyerBps of [0, ...RATES]) {
      const isKnown = sellerBps === market?.sellerBps && [0, market.buyerBps].includes(buyerBps);
      if (!isKnown && !areRounder) continue;
      const share = sharesOf(prices, sellerBps) + sharesOf(prices, buyerBps);
      const fee = fees.find((sats) => Math.abs(sats - share) <= prices.length);
      if (fee === undefined) continue;
      // exact, where rounding leaves two prices possible
      return buyerBps === 0 && prices.length === 1 ? [received[0]! + fee] : prices;
    }
  }
  // a least fee instead of a rate
  const withFee = received[0]! + (fees[0] ?? 0);
  const isLeast =
    market && received.length === 1 && isRound(withFee) && zerosOf([withFee]) > zerosOf(received);
  return isLeast ? [withFee] : received;
}

const sharesOf = (prices: readonly Sats[], bps: number) =>
  sumSats(prices.map((price) => Math.floor((price * bps) / 10_000)));
const before = (received: readonly Sats[], bps: number) =>
  received.map((sats) => Math.round((sats * 10_000) / (10_000 - bps)));
/** At the ends of the numbers. */
const zerosOf = (sats: readonly Sats[]) => sats.join(' ').match(/0+\b/g)?.join('').length ?? 0;
const isRound = (sats: Sats) => sats % ROUND_SATS === 0;
