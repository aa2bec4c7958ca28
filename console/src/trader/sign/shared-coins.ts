import type { Explanation, RoleKind } from '@ordbook/client/inspect';

const OFFERS: readonly RoleKind[] = ['offer settlement', 'collection offer'];
/** What a buyer signs. A seller signs one coin again for each listing of it. */
const PAYING: readonly RoleKind[] = [...OFFERS, 'purchase', 'counter funding'];

/** Whether these are offers that all spend one coin of the user: as soon as one is taken, the others are void. */
export function canOnlyOneHappen(explanations: readonly Explanation[]): boolean {
  if (explanations.length < 2 || !explanations.every(({ role }) => OFFERS.includes(role.kind))) return false;
  const [first, ...others] = explanations.map((one) => new Set(ownCoins(one)));
  return [...first!].some((coin) => others.every((coins) => coins.has(coin)));
}

/** Whether a payment spends a coin of something that was signed before and may still happen. */
export function spendsAgain(explanations: readonly Explanation[], signedCoins: readonly string[]): boolean {
  return explanations
    .filter(({ role }) => PAYING.includes(role.kind))
    .flatMap(ownCoins)
    .some((coin) => signedCoins.includes(coin));
}

function ownCoins({ inputs }: Explanation): string[] {
  return inputs.filter(({ owner }) => owner === 'you').map(({ txid, vout }) => `${txid}:${vout}`);
}
