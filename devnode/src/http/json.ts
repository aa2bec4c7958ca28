/** What the JSON of an answer is made of: a Map keeps its order, a bigint is an integer of any size. */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Json[]
  | ReadonlyMap<string, Json>
  | { readonly [key: string]: Json };

export function toJson(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`;
  const entries = value instanceof Map ? [...value] : Object.entries(value as { [key: string]: Json });
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`).join()}}`;
}
