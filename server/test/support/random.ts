/** Random choices that are the same for the same seed (mulberry32). */
export interface Random {
  /** A whole number from 0 to `bound - 1`. */
  below(bound: number): number;
  pick<One>(from: readonly One[]): One;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return { below, pick: (from) => from[below(from.length)]! };
}
