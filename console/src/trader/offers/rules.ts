/** What the service takes as a price, sats. */
export interface Rule {
  readonly least: number;
  readonly step: number;
  /** Of the floor, at the least. */
  readonly floorShare: number;
}

/** Of an offer on an inscription. */
export const OFFER_RULE: Rule = { least: 2_000, step: 1_000, floorShare: 0.2 };
/** Of an offer on a collection. */
export const BID_RULE: Rule = { least: 10_000, step: 5_000, floorShare: 0 };

/** The least price, sats, a multiple of the step. `floorSats` null: nothing is for sale. */
export function leastOf({ least, step, floorShare }: Rule, floorSats: number | null): number {
  return Math.max(least, Math.ceil(((floorSats ?? 0) * floorShare) / step) * step);
}
