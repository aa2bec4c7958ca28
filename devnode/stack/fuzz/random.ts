/** Random choices that a seed repeats (xorshift32). */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  bytes(length: number): Uint8Array;
  /** True once in `times`. */
  once(times: number): boolean;
}

export function randomFrom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  for (let i = 0; i < 8; i++) next();
  const below = (limit: number): number => next() % limit;
  return {
    below,
    pick: (list) => list[below(list.length)]!,
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
    once: (times) => below(times) === 0,
  };
}
