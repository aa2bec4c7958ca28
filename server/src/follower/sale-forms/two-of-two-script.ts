/**
 * A sale out of a 2-of-2 multisig in P2WSH, that of a marketplace which keeps listings from being sniped: the
 * seller signs the pair of coin and payment (0x83), the market signs everything when somebody buys.
 *
 *   in  i: ['', two signatures, 2 <key> <key> 2 CHECKMULTISIG]     out i: price + the coin's own value
 *
 * The coin's address is nobody's. The seller is the key's own address where that is paid, else unknown beyond
 * the coin's.
 */
import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { hash160 } from '@ordbook/protocol/bitcoin/keys';
import type { Form } from './form.ts';
import { pairedLeg } from './paired.ts';
import type { SeenTransaction } from './seen.ts';
import { taprootScriptsOf } from './two-of-two-leaf.ts';
import { signsPair } from './unlocking.ts';

const MULTISIG = /^5221(0[23][0-9a-f]{64})21(0[23][0-9a-f]{64})52ae$/;

export const twoOfTwoScript: Form = {
  name: 'two-of-two-script',
  tier: 'bound',
  read(money, landing) {
    const { inputs, outputs } = money.transaction;
    const coin = inputs[landing.inputIndex]!;
    const keys = multisigKeys(coin);
    const at = coin.witness.slice(1, 3).findIndex(signsPair);
    if (!keys || at === -1) return null;
    const leg = pairedLeg(money, landing);
    const paid = outputs[landing.inputIndex]?.script;
    const own = scriptsOf(keys[at]!).find((script) => script === paid);
    return leg && { ...leg, sellerScript: own ?? coin.script, market: null };
  },
};

/** The keys of a 2-of-2 multisig that the input spends. null: it spends something else. */
export function multisigKeys({
  script,
  witness,
}: SeenTransaction['inputs'][number]): readonly string[] | null {
  if (witness.length !== 4 || !script.startsWith('0020')) return null;
  return MULTISIG.exec(witness[3]!)?.slice(1) ?? null;
}

/** Scripts that the owner of a compressed key may be known by. */
function scriptsOf(key: string): readonly string[] {
  const hashed = (hex: string) => bytesToHex(hash160(hexToBytes(hex)));
  const segwit = `0014${hashed(key)}`;
  return [segwit, `a914${hashed(segwit)}87`, ...taprootScriptsOf(key.slice(2))];
}
