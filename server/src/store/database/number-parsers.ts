/**
 * How both drivers read PostgreSQL's wide numbers, by type OID: as numbers, since sats and counts are below
 * 2^53.
 */
export const numberParsers: Readonly<Record<number, (text: string) => number>> = {
  // bigint
  20: safeInteger,
  // numeric
  1700: Number,
};

/** Throws a RangeError beyond 2^53: a wrong amount must never be read. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond 2^53: ${text}`);
  return value;
}
