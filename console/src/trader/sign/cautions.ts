import { words } from '../text.ts';

/** What a seller asks, beside what the market says of the inscription; sats, null: there is none. */
export interface Asked {
  readonly name: string;
  readonly priceSats: number;
  /** The best standing offer that it can be sold to. */
  readonly bestOfferSats: number | null;
  readonly floorSats: number | null;
}

/** Why a seller should think twice, a sentence each: a better offer stands, or less than half the floor. */
export function cautionsOnAsking({ name, priceSats, bestOfferSats, floorSats }: Asked): string[] {
  const said = [];
  if (bestOfferSats !== null && priceSats < bestOfferSats)
    said.push(words.caution.belowOffer(name, bestOfferSats, bestOfferSats - priceSats));
  if (floorSats !== null && priceSats * 2 < floorSats)
    said.push(words.caution.belowFloor(name, priceSats, floorSats));
  return said;
}

/** Why a buyer should think twice: `cheapestSats` buys the same at once. null: nothing is for sale. */
export function cautionsOnBid(priceSats: number, cheapestSats: number | null): string[] {
  if (cheapestSats === null || priceSats <= cheapestSats) return [];
  return [words.caution.aboveListing(cheapestSats, priceSats - cheapestSats)];
}
