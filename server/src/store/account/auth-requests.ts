import { type Selectable, sql } from 'kysely';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import type { StoredChallenge } from './schema.ts';

export type AuthRequest = Selectable<Schema['authRequests']>;

export interface NewAuthRequest {
  readonly id: string;
  /** The signed-in profile that the wallet is to be linked to; null: a sign-in. */
  readonly profileId: string | null;
  readonly ordinalsAddress: string;
  readonly paymentAddress: string;
  readonly challenges: readonly StoredChallenge[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertAuthRequest(db: Database, request: NewAuthRequest): Promise<void> {
  await db
    .insertInto('authRequests')
    .values({ ...request, challenges: JSON.stringify(request.challenges), usedAt: null })
    .execute();
}

export async function authRequestById(db: Database, id: string): Promise<AuthRequest | null> {
  return (await db.selectFrom('authRequests').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Consumes a request. Returns true for exactly one caller, false when it is used or expired. Inside a
 * transaction it also blocks every other sign-in of the same two addresses until the transaction ends, so
 * that one wallet never becomes two profiles.
 */
export async function useAuthRequest(db: Database, id: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('authRequests')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['ordinalsAddress', 'paymentAddress'])
    .executeTakeFirst();
  if (!used) return false;
  for (const address of [used.ordinalsAddress, used.paymentAddress].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`.execute(db);
  }
  return true;
}

/** Deletes requests that expired before `before`; returns how many. */
export async function deleteExpiredAuthRequests(db: Database, before: Date): Promise<number> {
  const result = await db.deleteFrom('authRequests').where('expiresAt', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
