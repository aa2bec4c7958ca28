/**
 * A sale by the seller's signature alone, `SINGLE|ANYONECANPAY`, as marketplaces and wallets without a
 * co-signer make them. Padding inputs before the inscription's coin, which shift the indexes, do not matter.
 *
 *   in  i: the inscription's coin, signed 0x83        out i: price + the coin's own value, to the seller
 */
import type { Form } from './form.ts';
import { pairedLeg } from './paired.ts';
import { twoOfTwo } from './two-of-two-leaf.ts';
import { multisigKeys } from './two-of-two-script.ts';
import { signsPair, unlockingOf } from './unlocking.ts';

export const signedPair: Form = {
  name: 'signed-pair',
  tier: 'bound',
  read(money, landing) {
    const coin = money.transaction.inputs[landing.inputIndex]!;
    const unlocking = unlockingOf(coin);
    // those have forms of their own
    if (!unlocking || twoOfTwo(coin) || multisigKeys(coin)) return null;
    const shown = unlocking.by === 'key' ? [unlocking.signature] : unlocking.given;
    const isSigned = shown.some(signsPair) || (unlocking.by === 'script' && signsPair(unlocking.script));
    const leg = isSigned ? pairedLeg(money, landing) : null;
    return leg && { ...leg, sellerScript: coin.script, market: null };
  },
};
