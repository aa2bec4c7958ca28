import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import type { Database } from '../port.ts';

/** Coins that a sweep must leave, each as `txid:vout`, with the reason. */
export async function lockedCoins(db: Database, now: Date): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Outpoint & { why: string }>`
    select txid, vout, case
        when state = 'unsafe' then 'it holds an inscription or a rune'
        when state = 'unread' then 'the index has not said yet what is on it'
        when state = 'reserved' then 'a preflight has reserved it'
        when state = 'assigned' then 'a live trade depends on it'
        else 'the recovery of a listing will spend it' end as why
    from anchors
    where spent_height is null and (state in ('assigned', 'unsafe', 'unread')
      or (state = 'reserved' and reserved_until > ${now})
      or (vout = 1 and exists (
        select from listings l where l.transfer_txid = anchors.txid and l.recovery_signature <> ''
          and l.state <> 'sold')))
    union all
    select txid, vout, 'a fill depends on it' from admissions
    where spent_height is null and (state = 'assigned' or (state = 'reserved' and reserved_until > ${now}))`.execute(
    db,
  );
  return new Map(rows.map((row) => [outpointText(row), row.why]));
}

/** What still needs the operator's keys. */
export interface KeyUse {
  /** Purchases, settlements and fills that no block has yet. */
  readonly tradesInFlight: number;
  /** Coins of the anchor key in the chain, and their value. */
  readonly coins: number;
  readonly sats: number;
}

/** Counts what still needs the operator's keys, once everything open has ended. */
export async function keyUse(db: Database): Promise<KeyUse> {
  const { rows } = await sql<KeyUse>`
    select
      (select count(*) from purchases where state in ('broadcasting', 'pending', 'stalled'))
      + (select count(*) from offer_settlements where state in ('broadcasting', 'pending', 'stalled'))
      + (select count(*) from fill_attempts
         where state in ('seller_signed', 'pending', 'sending', 'broadcast', 'displaced')) as trades_in_flight,
      (select count(*) from anchors where spent_height is null and state <> 'unsafe') as coins,
      (select coalesce(sum(value_sats), 0)::bigint from anchors
       where spent_height is null and state <> 'unsafe') as sats`.execute(db);
  return rows[0]!;
}
