import { type Insertable, type Selectable, sql } from 'kysely';
import { isMined } from '../chain/coin-spends.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { fillAttemptMachine } from './machine.ts';

export type FillAttempt = Selectable<Schema['fillAttempts']>;
export type NewFillAttempt = Omit<
  Insertable<Schema['fillAttempts']>,
  'state' | 'package' | 'confirmedHeight' | 'reason' | 'nodeRefusal' | 'madeAtHeight'
>;

/**
 * Stores a seller's signature. Throws when another attempt of the offer is live: the offer's own transition
 * comes first.
 */
export async function insertFillAttempt(db: Database, attempt: NewFillAttempt): Promise<FillAttempt> {
  const [stored] = await fillAttemptMachine.insert(db, [{ ...attempt, state: 'seller_signed' }]);
  return stored!;
}

export async function fillAttemptById(db: Database, id: string): Promise<FillAttempt | null> {
  return (await db.selectFrom('fillAttempts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The attempt that has the offer, locked until the transaction ends; null: there is none. */
export async function lockLiveFillAttempt(db: Database, offerId: string): Promise<FillAttempt | null> {
  const row = await db
    .selectFrom('fillAttempts')
    .selectAll()
    .where('offerId', '=', offerId)
    .where('state', 'not in', ['failed', 'displaced'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Everything between a seller's signature and a block, oldest first. */
export async function openFillAttempts(db: Database): Promise<FillAttempt[]> {
  const { rows } = await sql<FillAttempt>`
    select * from fill_attempts where state in ('seller_signed', 'pending', 'sending', 'broadcast', 'displaced')
    order by created_at, id`.execute(db);
  return rows;
}

/** The open ones that an applied block has. */
export async function minedFills(db: Database): Promise<FillAttempt[]> {
  const { rows } = await sql<FillAttempt>`
    select * from fill_attempts f where f.state in ('sending', 'broadcast', 'displaced') and ${isMined('f')}
    order by f.created_at, f.id`.execute(db);
  return rows;
}

/**
 * Failed ones whose settlement is in an applied block after all. Not those that were made again: the later
 * attempt has the same settlement.
 */
export async function failedButMined(db: Database): Promise<FillAttempt[]> {
  const { rows } = await sql<FillAttempt>`
    select * from fill_attempts f where f.state = 'failed' and ${isMined('f')} and not exists (
      select from fill_attempts o where o.settlement_txid = f.settlement_txid and o.id <> f.id
        and (o.state <> 'failed' or o.created_at > f.created_at))`.execute(db);
  return rows;
}

export async function fillsConfirmedAbove(db: Database, height: number): Promise<FillAttempt[]> {
  return db
    .selectFrom('fillAttempts')
    .selectAll()
    .where('state', '=', 'accepted')
    .where('confirmedHeight', '>', height)
    .execute();
}
