import type { Outpoint } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import type { Database } from '../port.ts';

/** Which of the outpoints the transfer of a listing or counter makes, in whatever state that is. */
export async function passthroughsAmong(db: Database, outpoints: readonly Outpoint[]): Promise<Outpoint[]> {
  const txids = outpoints.filter(({ vout }) => vout === 0).map(({ txid }) => txid);
  const { rows } = await sql<{ txid: string }>`
    select transfer_txid as txid from listings where transfer_txid = any(${txids}::text[])
    union
    select first_txid from offers where kind = 'seller_counter' and first_txid = any(${txids}::text[])`.execute(
    db,
  );
  return rows.map(({ txid }) => ({ txid, vout: 0 }));
}
