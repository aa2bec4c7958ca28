import { type RawBuilder, sql } from 'kysely';
import type { Outpoint } from '../base/outpoint.ts';

/** Outpoints as a table to join, aliased: columns `txid`, `vout`. Two parameters however many there are. */
export function outpointRows(outpoints: readonly Outpoint[], alias: string): RawBuilder<unknown> {
  const txids = outpoints.map(({ txid }) => txid).join(',');
  const vouts = outpoints.map(({ vout }) => vout).join(',');
  return sql`unnest(string_to_array(${txids}::text, ','), string_to_array(${vouts}::text, ',')::bigint[])
    as ${sql.id(alias)} (txid, vout)`;
}

/** SQL: do two rows name the same coin? Found in the second one's index of `coin_key`. */
export function sameCoin(one: string, other: string): RawBuilder<unknown> {
  const [a, b] = [sql.id(one), sql.id(other)];
  return sql`coin_key(${b}.txid, ${b}.vout) = coin_key(${a}.txid, ${a}.vout)
    and ${b}.txid = ${a}.txid and ${b}.vout = ${a}.vout`;
}
