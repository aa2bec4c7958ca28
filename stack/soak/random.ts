/** Draws of one seed. The programs run as they like, so a seed repeats the draws and not the whole soak. */
export interface Draw {
  /** 0 up to, not including, `end`. */
  below(end: number): number;
  between(least: number, most: number): number;
  of<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Mulberry32: small, and good enough to choose what to do next. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    of: (items) => items[below(items.length)]!,
    chance: (probability) => next() < probability,
  };
}
