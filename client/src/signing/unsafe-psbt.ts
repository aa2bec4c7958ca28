/**
 * A PSBT that is not safe to sign, or that does not match the service's figures. `message` says what is
 * wrong, with the value.
 */
export class UnsafePsbt extends Error {
  override readonly name = 'UnsafePsbt';
}

/** Throws `UnsafePsbt` with `sentence` unless `holds`. */
export function demand(holds: boolean, sentence: () => string): asserts holds {
  if (!holds) throw new UnsafePsbt(sentence());
}
