import { type RawBuilder, sql } from 'kysely';
import type { Outpoint } from '../base/outpoint.ts';

/** Outpoints as a table to join, aliased: columns `txid`, `vout`. One parameter however many there are. */
export function outpointRows(outpoints: readonly Outpoint[], alias: string): RawBuilder<unknown> {
  const json = JSON.stringify(outpoints.map(({ txid, vout }) => ({ txid, vout })));
  return sql`jsonb_to_recordset(${json}::jsonb) as ${sql.id(alias)} (txid text, vout bigint)`;
}
