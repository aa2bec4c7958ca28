import { refuse } from '@ordbook/protocol/refusals';

/** Refuses (400) a list in which a field has the same value twice; ids are compared in lower case. */
export function refuseDuplicates<T extends object>(
  items: readonly T[],
  list: string,
  field: keyof T & string,
): void {
  const seen = new Set<string>();
  for (const item of items) {
    const value = String(item[field]).toLowerCase();
    if (seen.has(value))
      refuse('malformed', `${list}[].${field} must not repeat a value, but has ${value} twice`);
    seen.add(value);
  }
}
