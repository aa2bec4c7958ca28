/**
 * A sale out of a taproot output that seller and marketplace spend together: the seller signs the pair of
 * coin and payment (0x83) when listing, the market signs everything when somebody buys.
 *
 *   in  i: the coin, by a leaf of both keys           out i: what the seller gets + the coin's own value
 *
 * Sweeps have several, one after the other. The market may be any: the leaf is `multi_a` or two `CHECKSIG` in
 * a row. The coin's address is nobody's, so the seller is read from the key in the leaf: as the key of an
 * address, or as an internal key of BIP86 where that address is paid.
 */
import { bip86Script, isTaprootScript } from '@ordbook/protocol/bitcoin/keys';
import type { Form } from './form.ts';
import { marketOfKey } from './market-fees.ts';
import { pairedLeg } from './paired.ts';
import type { SeenTransaction } from './seen.ts';
import { signsPair, unlockingOf } from './unlocking.ts';

const KEY = '20([0-9a-f]{64})';
const LEAVES = [new RegExp(`^${KEY}ac${KEY}ba52(?:9c|87)$`), new RegExp(`^${KEY}ad${KEY}ac$`)];

/** The keys of a leaf that both sign, and the signatures in the order of the keys. null: another leaf. */
export function twoOfTwo(
  input: SeenTransaction['inputs'][number],
): { readonly keys: readonly string[]; readonly signatures: readonly string[] } | null {
  const unlocking = unlockingOf(input);
  if (unlocking?.by !== 'leaf' || unlocking.given.length !== 2) return null;
  const { script, given } = unlocking;
  const found = LEAVES.map((leaf) => leaf.exec(script)).find(Boolean);
  // the first key takes the last item
  return found ? { keys: found.slice(1, 3), signatures: given.toReversed() } : null;
}

export const twoOfTwoLeaf: Form = {
  name: 'two-of-two-leaf',
  tier: 'bound',
  read(money, landing) {
    const { inputs, outputs } = money.transaction;
    const leaf = twoOfTwo(inputs[landing.inputIndex]!);
    const at = leaf ? leaf.signatures.findIndex(signsPair) : -1;
    if (!leaf || at === -1) return null;
    const sellerKey = leaf.keys[at]!;
    const market = marketOfKey(leaf.keys[1 - at]!);
    const scripts = taprootScriptsOf(sellerKey);
    const leg = pairedLeg(money, landing, scripts);
    const paid = outputs[landing.inputIndex]?.script;
    return leg && { ...leg, sellerScript: scripts.find((script) => script === paid) ?? scripts[0]!, market };
  },
};

/** Scripts that the owner of an x-only key may be known by: the likeliest first. */
export function taprootScriptsOf(key: string): readonly string[] {
  const asAddress = `5120${key}`;
  return isTaprootScript(asAddress) ? [asAddress, bip86Script(key)] : [asAddress];
}
