import { type Selectable, sql } from 'kysely';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';

export type Profile = Selectable<Schema['profiles']>;
export type WalletBinding = Selectable<Schema['walletBindings']>;

export async function insertProfile(
  db: Database,
  profile: { readonly id: string; readonly createdAt: Date },
): Promise<void> {
  await db.insertInto('profiles').values(profile).execute();
}

export async function profileById(db: Database, id: string): Promise<Profile | null> {
  return (await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Binds a wallet to a profile, with the profile's default visibility. Throws when the wallet is bound
 * already.
 */
export async function insertBinding(
  db: Database,
  binding: Pick<
    WalletBinding,
    'id' | 'profileId' | 'label' | 'ordinalsAddress' | 'paymentAddress' | 'createdAt'
  >,
): Promise<void> {
  const { id, profileId, label, ordinalsAddress, paymentAddress, createdAt } = binding;
  await sql`
    insert into wallet_bindings (id, profile_id, label, ordinals_address, payment_address, is_public, created_at)
    select ${id}, id, ${label}, ${ordinalsAddress}, ${paymentAddress}, wallets_public, ${createdAt}::timestamptz
    from profiles where id = ${profileId}`.execute(db);
}

export async function bindingById(db: Database, id: string): Promise<WalletBinding | null> {
  return (await db.selectFrom('walletBindings').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Oldest first. */
export async function bindingsOfProfile(db: Database, profileId: string): Promise<WalletBinding[]> {
  return db
    .selectFrom('walletBindings')
    .selectAll()
    .where('profileId', '=', profileId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Oldest first. */
export async function bindingsOfOrdinalsAddress(db: Database, address: string): Promise<WalletBinding[]> {
  return db
    .selectFrom('walletBindings')
    .selectAll()
    .where('ordinalsAddress', '=', address)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Oldest first. */
export async function bindingsOfPaymentAddress(db: Database, address: string): Promise<WalletBinding[]> {
  return db
    .selectFrom('walletBindings')
    .selectAll()
    .where('paymentAddress', '=', address)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Sets the fields given. Retry-safe. */
export async function changeProfile(
  db: Database,
  id: string,
  change: Partial<Omit<Profile, 'id' | 'createdAt'>>,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ id, ...change })
    .where('id', '=', id)
    .execute();
}

/** Records the wallet provider of a binding; false when there is no such binding. Retry-safe. */
export async function setBindingProvider(db: Database, id: string, provider: string): Promise<boolean> {
  const result = await db
    .updateTable('walletBindings')
    .set({ provider })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
