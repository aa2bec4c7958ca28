/** Names that one node gives more finely than another, as Bitcoin Core 29 gives them. */
const CLASSES: readonly (readonly [RegExp, string])[] = [
  // Core 29 says mandatory or non-mandatory, Knots and later Cores say mempool; the sentence in brackets is
  // the same.
  [/(mempool|block|mandatory|non-mandatory)-script-verify-flag(-failed)?/, 'script'],
  // Knots says which rule of IsWitnessStandard or AreInputsStandard it was.
  [/bad-witness-[a-z0-9-]+/, 'bad-witness-nonstandard'],
  [/bad-txns-input-[a-z0-9-]+/, 'bad-txns-nonstandard-inputs'],
  // Knots says which rule of BIP-431 it was, and names the child that left ephemeral dust unspent otherwise.
  [/truc-[a-z-]+/, 'TRUC-violation'],
  // Later Cores name the empty key, earlier ones call it a key of no known type.
  [/Empty public key in tapscript/, 'Public key is neither compressed or uncompressed'],
  [/unspent-dust/, 'missing-ephemeral-spends'],
];

/** A reject reason without the values after its first comma, in names that all nodes share. */
export function rejectClass(message: string): string {
  return CLASSES.reduce((text, [finer, shared]) => text.replace(finer, shared), message.split(',', 1)[0]!);
}
