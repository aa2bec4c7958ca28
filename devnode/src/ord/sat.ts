/**
 * Sat arithmetic of ordinal theory (https://docs.ordinals.com/overview.html): which block mined a sat, its
 * notations and its rarity.
 *
 * `ord` counts subsidies and halvings as on mainnet on every network. A regtest node halves every 150 blocks,
 * so from height 150 on a regtest coinbase claims less than `ord` expects and the rest counts as lost; this
 * index follows `ord` in that.
 */
export const SUBSIDY_HALVING_INTERVAL = 210_000;
export const DIFFICULTY_INTERVAL = 2016;
const CYCLE_EPOCHS = 6;
const COIN = 100_000_000;
const FIRST_EPOCH_WITHOUT_SUBSIDY = 33;
/** Number of sats there will ever be; sats are numbered from 0 to SAT_SUPPLY - 1. */
export const SAT_SUPPLY = 2_099_999_997_690_000;

const epochSubsidy = (epoch: number): number =>
  epoch < FIRST_EPOCH_WITHOUT_SUBSIDY ? Math.floor((50 * COIN) / 2 ** epoch) : 0;

/** First sat of each epoch; the last entry is the supply, where subsidies have ended. */
const EPOCH_STARTS: readonly number[] = (() => {
  const starts = [0];
  for (let epoch = 0; epoch < FIRST_EPOCH_WITHOUT_SUBSIDY; epoch++) {
    starts.push(starts[epoch]! + epochSubsidy(epoch) * SUBSIDY_HALVING_INTERVAL);
  }
  return starts;
})();

/** Sats a block at `height` creates. */
export const subsidyAt = (height: number): number =>
  epochSubsidy(Math.floor(height / SUBSIDY_HALVING_INTERVAL));

/** First sat a block at `height` creates. */
export function firstSatAt(height: number): number {
  const epoch = Math.min(Math.floor(height / SUBSIDY_HALVING_INTERVAL), FIRST_EPOCH_WITHOUT_SUBSIDY);
  return EPOCH_STARTS[epoch]! + (height - epoch * SUBSIDY_HALVING_INTERVAL) * epochSubsidy(epoch);
}

export function epochOf(sat: number): number {
  let epoch = 0;
  while (epoch < FIRST_EPOCH_WITHOUT_SUBSIDY && sat >= EPOCH_STARTS[epoch + 1]!) epoch++;
  return epoch;
}

/** Height of the block that creates the sat. */
export function heightOf(sat: number): number {
  const epoch = epochOf(sat);
  return epoch * SUBSIDY_HALVING_INTERVAL + Math.floor((sat - EPOCH_STARTS[epoch]!) / epochSubsidy(epoch));
}

/** Offset of the sat within its block's subsidy. */
export function offsetInBlock(sat: number): number {
  const epoch = epochOf(sat);
  return (sat - EPOCH_STARTS[epoch]!) % epochSubsidy(epoch);
}

export const cycleOf = (sat: number): number => Math.floor(epochOf(sat) / CYCLE_EPOCHS);

export const periodOf = (sat: number): number => Math.floor(heightOf(sat) / DIFFICULTY_INTERVAL);

export const decimalOf = (sat: number): string => `${heightOf(sat)}.${offsetInBlock(sat)}`;

interface Degree {
  hour: number;
  minute: number;
  second: number;
  third: number;
}

function degree(sat: number): Degree {
  const height = heightOf(sat);
  return {
    hour: Math.floor(height / (CYCLE_EPOCHS * SUBSIDY_HALVING_INTERVAL)),
    minute: height % SUBSIDY_HALVING_INTERVAL,
    second: height % DIFFICULTY_INTERVAL,
    third: offsetInBlock(sat),
  };
}

export function degreeOf(sat: number): string {
  const { hour, minute, second, third } = degree(sat);
  return `${hour}°${minute}′${second}″${third}‴`;
}

export type Rarity = 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary' | 'mythic';

export function rarityOf(sat: number): Rarity {
  const { hour, minute, second, third } = degree(sat);
  if (third !== 0) return 'common';
  if (minute === 0 && second === 0) return hour === 0 ? 'mythic' : 'legendary';
  if (minute === 0) return 'epic';
  return second === 0 ? 'rare' : 'uncommon';
}

export const isCommon = (sat: number): boolean => offsetInBlock(sat) !== 0;

export function nameOf(sat: number): string {
  let name = '';
  for (let rest = SAT_SUPPLY - sat; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** Share of the supply before the sat, as `ord` prints it: shortest digits, never an exponent. */
export const percentileOf = (sat: number): string => `${plainDecimal((sat / (SAT_SUPPLY - 1)) * 100)}%`;

function plainDecimal(value: number): string {
  const [mantissa, exponent] = String(value).split('e-');
  if (exponent === undefined) return mantissa!;
  return `0.${'0'.repeat(Number(exponent) - 1)}${mantissa!.replace('.', '')}`;
}

export const isCoin = (sat: number): boolean => sat % COIN === 0;

/** A sat of block 9, the first block whose coins were ever spent. */
export const isNineball = (sat: number): boolean => sat >= 50 * COIN * 9 && sat < 50 * COIN * 10;

export const isPalindrome = (sat: number): boolean => {
  const digits = String(sat);
  return digits === [...digits].reverse().join('');
};
