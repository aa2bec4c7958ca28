import { type Outpoint, outpointText } from '../base/outpoint.ts';
import { refuse } from '../base/refusals.ts';

/** Refuses (400) a list in which a field has the same value twice; ids are compared in lower case. */
export function refuseDuplicates<T extends object>(
  items: readonly T[],
  list: string,
  field: keyof T & string,
): void {
  refuseTwice(
    items.map((item) => String(item[field]).toLowerCase()),
    `${list}[].${field}`,
  );
}

/** The same for coins: txid and vout together. */
export function refuseDuplicateCoins(coins: readonly Outpoint[] | undefined, list: string): void {
  refuseTwice((coins ?? []).map(outpointText), list);
}

function refuseTwice(values: readonly string[], what: string): void {
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) refuse('malformed', `${what} must not repeat a value, but has ${value} twice`);
    seen.add(value);
  }
}
