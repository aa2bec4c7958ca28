import { coinKey, type Outpoint } from '@ordbook/protocol/outpoint';
import { type RawBuilder, sql } from 'kysely';

/** Outpoints as a table to join, aliased: columns `txid`, `vout`. Two parameters however many there are. */
export function outpointRows(outpoints: readonly Outpoint[], alias: string): RawBuilder<unknown> {
  const txids = outpoints.map(({ txid }) => txid).join(',');
  const vouts = outpoints.map(({ vout }) => vout).join(',');
  return sql`unnest(string_to_array(${txids}::text, ','), string_to_array(${vouts}::text, ',')::bigint[])
    as ${sql.id(alias)} (txid, vout)`;
}

/**
 * SQL: the keys of coins, for `coin_key(…) = any(…)` in several parts of one statement: `with
 * ${askedKeys(outpoints)} … any((select keys from asked)::bigint[])`. Passed as one text, because a driver
 * would visit every number at each use. Sorted, because the database would otherwise sort them for each
 * index.
 */
export function askedKeys(outpoints: readonly Outpoint[]): RawBuilder<unknown> {
  return asked(Float64Array.from(outpoints, coinKey).sort().join(','));
}

/**
 * `askedKeys` of hundreds of thousands of coins: yields now and then, so that a caller can pause. Txids are
 * hashes, so parts of the range of keys have about as many keys each, and are sorted one by one.
 */
export function* askedKeysInSlices(
  outpoints: readonly Outpoint[],
): Generator<undefined, RawBuilder<unknown>> {
  const parts: number[][] = Array.from({ length: Math.ceil(outpoints.length / SLICE) }, () => []);
  for (const [i, outpoint] of outpoints.entries()) {
    const key = coinKey(outpoint);
    parts[Math.min(parts.length - 1, Math.floor((key / KEYS) * parts.length))]!.push(key);
    if (i % SLICE === SLICE - 1) yield undefined;
  }
  const texts: string[] = [];
  for (const part of parts) {
    if (part.length > 0) texts.push(Float64Array.from(part).sort().join(','));
    yield undefined;
  }
  return asked(texts.join(','));
}

/** Coins between two pauses: less than a millisecond of work. */
const SLICE = 1_024;
/** Of txids, which are 13 hex digits of each key; the output's number may make a key larger. */
const KEYS = 16 ** 13;

function asked(keys: string): RawBuilder<unknown> {
  return sql`asked as materialized (select ${`{${keys}}`}::text::bigint[] as keys)`;
}

/** SQL: do two rows name the same coin? Found in the second one's index of `coin_key`. */
export function sameCoin(one: string, other: string): RawBuilder<unknown> {
  const [a, b] = [sql.id(one), sql.id(other)];
  return sql`coin_key(${b}.txid, ${b}.vout) = coin_key(${a}.txid, ${a}.vout)
    and ${b}.txid = ${a}.txid and ${b}.vout = ${a}.vout`;
}
