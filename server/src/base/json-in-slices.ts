import { pause } from './in-slices.ts';

/** Rows between two pauses: about a millisecond of work. */
const SLICE = 1_024;

/** `JSON.stringify` of thousands of rows, letting the rest of the process run now and then. */
export async function jsonInSlices(rows: readonly object[]): Promise<string> {
  const texts: string[] = [];
  for (let start = 0; start < rows.length; start += SLICE) {
    if (start > 0) await pause();
    texts.push(JSON.stringify(rows.slice(start, start + SLICE)).slice(1, -1));
  }
  return `[${texts.join(',')}]`;
}
