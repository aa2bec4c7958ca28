import { isCoin, isNineball, isPalindrome, rarityOf } from './sat.ts';

/** Charms in the order in which `ord` lists them (crate ordinals 0.0.17, `Charm::ALL`). */
const CHARM_ORDER = [
  'coin',
  'uncommon',
  'rare',
  'epic',
  'legendary',
  'mythic',
  'nineball',
  'palindrome',
  'reinscription',
  'cursed',
  'unbound',
  'lost',
  'vindicated',
  'burned',
] as const;

export type Charm = (typeof CHARM_ORDER)[number];

export const inCharmOrder = (charms: Iterable<Charm>): Charm[] => {
  const present = new Set(charms);
  return CHARM_ORDER.filter((charm) => present.has(charm));
};

/** The charms a sat gives to what is inscribed on it. */
export function satCharms(sat: number): Charm[] {
  const charms: Charm[] = [];
  if (isNineball(sat)) charms.push('nineball');
  if (isPalindrome(sat)) charms.push('palindrome');
  if (isCoin(sat)) charms.push('coin');
  const rarity = rarityOf(sat);
  if (rarity !== 'common') charms.push(rarity);
  return inCharmOrder(charms);
}
