/**
 * How both drivers read PostgreSQL's wide numbers, by type OID: as numbers, since sats and counts are below
 * 2^53.
 */
export const numberParsers: Readonly<Record<number, (text: string) => number>> = {
  // bigint
  20: (text) => safeInteger(Number(text)),
  // numeric
  1700: Number,
};

/**
 * An integer of the database, also from JSON. Throws a RangeError beyond 2^53: a wrong amount must never be
 * read.
 */
export function safeInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond 2^53: ${value}`);
  return value;
}
