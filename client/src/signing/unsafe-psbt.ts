/**
 * A PSBT that is not safe to sign, or that does not match the service's figures. `message` says what is
 * wrong, with the value.
 */
export class UnsafePsbt extends Error {
  override readonly name: string = 'UnsafePsbt';
}

/**
 * Another collection offer pays more for the inscription. Nothing is wrong with the service: fill that offer,
 * or set `evenBelowTop`.
 */
export class BelowTopOffer extends UnsafePsbt {
  override readonly name = 'BelowTopOffer';

  /** What the best offer pays, sats. */
  readonly topPriceSats: number;

  constructor(topPriceSats: number, message: string) {
    super(message);
    this.topPriceSats = topPriceSats;
  }
}

/** Throws `UnsafePsbt` with `sentence` unless `holds`. */
export function demand(holds: boolean, sentence: () => string): asserts holds {
  if (!holds) throw new UnsafePsbt(sentence());
}
