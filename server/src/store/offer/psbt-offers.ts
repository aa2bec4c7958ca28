/** Offers that came as a PSBT: their buyers have no profile. */
import { sql } from 'kysely';
import type { Database } from '../port.ts';
import type { PsbtOffer } from './offers.ts';
import type { OfferSignatures } from './schema.ts';

/** The id of the active offer with this transaction; null: there is none. */
export async function activeOfferWith(db: Database, firstTxid: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from offers where state = 'active' and first_txid = ${firstTxid}`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether the owner has declined an offer with this transaction, or accepted it. */
export async function isDeclined(db: Database, firstTxid: string): Promise<boolean> {
  const { rows } = await sql`
    select from offers where first_txid = ${firstTxid} and state in ('rejected', 'accepted') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The newest that are active at `now`. */
export async function newestPsbtOffers(
  db: Database,
  now: Date,
  limit: number,
): Promise<(PsbtOffer & { readonly signatures: OfferSignatures })[]> {
  const { rows } = await sql<PsbtOffer & { readonly signatures: OfferSignatures }>`
    select * from offers where state = 'active' and buyer_profile_id is null and expires_at > ${now}::timestamptz
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
