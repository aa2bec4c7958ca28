import type { SatRange } from './tables.ts';

export const rangeSats = ([first, end]: SatRange): number => end - first;

export const totalSats = (ranges: readonly SatRange[]): number =>
  ranges.reduce((sum, range) => sum + rangeSats(range), 0);

/**
 * Deals sats out first in, first out: the first `values[0]` sats of `ranges` to the first output, and so on.
 * What no output takes is left over.
 */
export function dealSats(
  ranges: readonly SatRange[],
  values: readonly number[],
): { outputs: SatRange[][]; left: SatRange[] } {
  let at = 0;
  let pending: SatRange | undefined;
  const outputs = values.map((value) => {
    const taken: SatRange[] = [];
    for (let missing = value; missing > 0; ) {
      const range = pending ?? ranges[at++];
      if (range === undefined) throw new Error(`outputs need ${missing} sats more than the inputs bring`);
      const [first, end] = range;
      const cut = Math.min(end, first + missing);
      taken.push([first, cut]);
      missing -= cut - first;
      pending = cut < end ? [cut, end] : undefined;
    }
    return taken;
  });
  const left = ranges.slice(at);
  return { outputs, left: pending === undefined ? left : [pending, ...left] };
}

/** The sat at an offset; undefined past the end. */
export function satAt(ranges: readonly SatRange[], offset: number): number | undefined {
  let before = 0;
  for (const range of ranges) {
    const size = rangeSats(range);
    if (offset < before + size) return range[0] + offset - before;
    before += size;
  }
  return undefined;
}
