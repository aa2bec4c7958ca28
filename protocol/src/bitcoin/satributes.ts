import type { Sats } from '../sats.ts';

/**
 * Well-known classes of sats ("satributes"): the rarities that `ord` reports as charms, and the collectors'
 * classes that follow from the sat's number alone. Classes that need a list (pizza, blocks attributed to
 * Nakamoto) are left out.
 */

/**
 * The index's charms that describe the sat, not the inscription on it (`ord`, crates/ordinals/src/charm.rs).
 */
const SAT_CHARMS = ['coin', 'uncommon', 'rare', 'epic', 'legendary', 'mythic', 'nineball', 'palindrome'];

const FIRST_SUBSIDY: Sats = 5_000_000_000;
const HALVING_BLOCKS = 210_000;
const RETARGET_BLOCKS = 2_016;
const SATS_PER_BTC: Sats = 100_000_000;
const VINTAGE_BLOCKS = 1_000;
/** Block mined by Hal Finney: the first known not to be Nakamoto's. */
const FINNEY_BLOCK = 78;

/**
 * The classes of a sat, in a fixed order, each once. `sat` null (unknown to the index): from the charms
 * alone.
 */
export function satributesOf(sat: Sats | null, charms: readonly string[]): string[] {
  const rarity = SAT_CHARMS.filter((charm) => charms.includes(charm));
  return sat === null ? rarity : [...rarity, ...classesOf(sat)];
}

function classesOf(sat: Sats): string[] {
  const { height, last } = birthOf(sat);
  return [
    ...(last ? ['black_uncommon'] : []),
    ...(last && height % RETARGET_BLOCKS === RETARGET_BLOCKS - 1 ? ['black_rare'] : []),
    ...(last && height % HALVING_BLOCKS === HALVING_BLOCKS - 1 ? ['black_epic'] : []),
    ...(sat % SATS_PER_BTC === 0 ? ['alpha'] : []),
    ...(sat % SATS_PER_BTC === SATS_PER_BTC - 1 ? ['omega'] : []),
    ...(height < VINTAGE_BLOCKS ? ['vintage'] : []),
    ...(height === FINNEY_BLOCK ? ['block_78'] : []),
  ];
}

/**
 * The block whose subsidy created a sat, by mainnet's halvings, and whether the sat is the last of that
 * block.
 */
function birthOf(sat: Sats): { height: number; last: boolean } {
  let subsidy = FIRST_SUBSIDY;
  let start = 0;
  let height = 0;
  while (subsidy > 1 && sat >= start + subsidy * HALVING_BLOCKS) {
    start += subsidy * HALVING_BLOCKS;
    height += HALVING_BLOCKS;
    subsidy = Math.floor(subsidy / 2);
  }
  const block = Math.floor((sat - start) / subsidy);
  return { height: height + block, last: (sat - start) % subsidy === subsidy - 1 };
}
