import { refuse } from '@ordbook/protocol/refusals';

/** Refuses (400) a list in which two items have the same value in `field`. Ids are compared in lower case. */
export function refuseDuplicates<T extends object>(
  items: readonly T[],
  list: string,
  field: keyof T & string,
): void {
  const seen = new Set<string>();
  for (const item of items) {
    const value = String(item[field]).toLowerCase();
    if (seen.has(value)) refuse('malformed', `${list} has the ${field} ${value} twice; send each once`);
    seen.add(value);
  }
}
