/** A PSBT, or what it came with, that a careful wallet does not sign. `message` names what is wrong and the value seen. */
export class UnsafePsbt extends Error {
  override readonly name = 'UnsafePsbt';
}

/** Throws `UnsafePsbt` with `sentence` unless `holds`. */
export function demand(holds: boolean, sentence: () => string): asserts holds {
  if (!holds) throw new UnsafePsbt(sentence());
}
