/** The one file that inserts sales and changes their states. */
import { randomUUID } from 'node:crypto';
import type { SaleIncome } from '@ordbook/protocol/purchase/income';
import type { Sats } from '@ordbook/protocol/sats';
import { type Insertable, type InsertQueryBuilder, type InsertResult, type RawBuilder, sql } from 'kysely';
import { setLastSales } from '../chain/inscriptions.ts';
import { jsonRows } from '../database/json-rows.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { saleMachine } from './machine.ts';

interface SoldInscription {
  readonly txid: string;
  readonly inscriptionId: string;
  readonly collectionSlug: string;
  readonly sellerAddress: string;
  readonly buyerAddress: string;
  readonly priceSats: Sats;
}

/** What the operator takes from it, and the partner that gets a share of that. */
interface Income extends SaleIncome {
  readonly partnerId?: string | null;
  readonly partnerAddress?: string | null;
}

/** A sale of a purchased listing, or of an accepted offer or counter. */
export type NewPendingSale = SoldInscription &
  Income & { readonly id: string } & (
    | { readonly purchaseId: string; readonly listingId: string }
    | { readonly offerId: string }
  );

export interface FillSale extends SoldInscription, SoldAt, Income {}

/** The block that has a sale. */
export interface SoldAt {
  readonly soldAt: Date;
  readonly blockHeight: number;
}

/** What names a stored sale. */
export interface SaleRef {
  readonly id: string;
  readonly inscriptionId: string;
}

/** Stores sales whose transaction is about to be sent; each is shown once it is confirmed. */
export async function insertPendingSales(db: Database, sales: readonly NewPendingSale[]): Promise<void> {
  await insertingPendingSales(db, sales, sql`true`).execute();
}

/**
 * The statement of `insertPendingSales`, of one sale or more, to be a part of another. Stores none unless
 * `condition` holds.
 */
export function insertingPendingSales(
  db: Pick<Database, 'insertInto'>,
  sales: readonly NewPendingSale[],
  condition: RawBuilder<unknown>,
): InsertQueryBuilder<Schema, 'sales', InsertResult> {
  const rows = sales.map((sale) => ({ ...sale, state: 'pending' as const, saleType: 'internal' as const }));
  const columns = Object.keys(rows[0]!) as (keyof (typeof rows)[number])[];
  return db
    .insertInto('sales')
    .columns(columns)
    .expression(jsonRows('sales', rows, columns, condition));
}

/**
 * Stores confirmed sales of other marketplaces. Leaves out those whose transaction and inscription are stored
 * already. Retry-safe.
 */
export async function insertExternalSales(
  db: Database,
  sales: readonly (Omit<Insertable<Schema['sales']>, 'id' | 'state' | 'saleType'> & {
    /** Everything on the coin. */
    readonly soldIds: readonly string[];
  })[],
): Promise<void> {
  const rows = sales.map(({ soldIds: _, ...sale }) => ({
    ...sale,
    id: randomUUID(),
    state: 'confirmed' as const,
    saleType: 'external' as const,
  }));
  const inserted = await db
    .insertInto('sales')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['txid', 'inscriptionId']).doNothing())
    .returning('id')
    .execute();
  const ids = new Set(inserted.map(({ id }) => id));
  const items = sales.flatMap(({ soldIds, inscriptionId }, i) => {
    const saleId = rows[i]!.id;
    if (!ids.has(saleId)) return [];
    return soldIds.filter((id) => id !== inscriptionId).map((id) => ({ saleId, inscriptionId: id }));
  });
  if (items.length > 0) await db.insertInto('saleItems').values(items).execute();
}

/**
 * Stores an own sale whose trade is not stored, as its block tells it. Returns false when the sale is stored
 * already. Run it in a transaction.
 */
export async function insertReadBackSale(
  db: Database,
  sale: Omit<Insertable<Schema['sales']>, 'id' | 'state' | 'saleType' | 'readBack'>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('sales')
    .values({ ...sale, id: randomUUID(), state: 'confirmed', saleType: 'internal', readBack: true })
    .onConflict((conflict) => conflict.columns(['txid', 'inscriptionId']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  await setLastSales(db, [sale.inscriptionId]);
  return true;
}

/**
 * Confirms pending sales and makes each the last one of what it sold. Run it in a transaction. Throws when
 * one is not pending.
 */
export async function confirmSales(db: Database, sales: readonly SaleRef[], sold: SoldAt): Promise<void> {
  for (const { id } of sales) await saleMachine.mustTransition(db, id, 'pending', 'confirmed', { ...sold });
  const items = await db
    .selectFrom('saleItems')
    .select('inscriptionId')
    .where(
      'saleId',
      'in',
      sales.map(({ id }) => id),
    )
    .execute();
  await setLastSales(
    db,
    [...sales, ...items].map(({ inscriptionId }) => inscriptionId),
  );
}

/**
 * Makes confirmed sales pending again after a reorg took their block. Run it in a transaction. Throws when
 * one is not confirmed.
 */
export async function unconfirmSales(db: Database, sales: readonly Pick<SaleRef, 'id'>[]): Promise<void> {
  const taken = { soldAt: null, blockHeight: null };
  for (const { id } of sales) await saleMachine.mustTransition(db, id, 'confirmed', 'pending', taken);
}

/**
 * Ends pending sales whose transaction can never be valid. Run it in a transaction. Throws when one is not
 * pending.
 */
export async function failSales(db: Database, sales: readonly Pick<SaleRef, 'id'>[]): Promise<void> {
  for (const { id } of sales) await saleMachine.mustTransition(db, id, 'pending', 'failed');
}

/** Makes failed sales pending again: a block has their transaction. Run it in a transaction. */
export async function reviveSales(db: Database, sales: readonly Pick<SaleRef, 'id'>[]): Promise<void> {
  for (const { id } of sales) await saleMachine.transitionIfStill(db, id, 'failed', 'pending');
}

/** Ends the sale of a fill, if a reorg had made it pending. Run it in a transaction. Retry-safe. */
export async function failFillSale(db: Database, txid: string, inscriptionId: string): Promise<void> {
  const sale = await db
    .selectFrom('sales')
    .select('id')
    .where('txid', '=', txid)
    .where('inscriptionId', '=', inscriptionId)
    .executeTakeFirst();
  if (sale) await saleMachine.transitionIfStill(db, sale.id, 'pending', 'failed');
}

/**
 * Stores the sale of a fill that a block has, or confirms the stored one: a reorg has made it pending, or the
 * block was read as a sale of another marketplace. Run it in a transaction. Retry-safe.
 */
export async function confirmFillSale(db: Database, sale: FillSale): Promise<void> {
  const { txid, inscriptionId, soldAt, blockHeight } = sale;
  const { sellerFeeSats, buyerFeeSats, royaltySats, partnerSats, anchorSats, feePaidSats } = sale;
  const inserted = await db
    .insertInto('sales')
    .values({ ...sale, id: randomUUID(), state: 'confirmed', saleType: 'internal' })
    .onConflict((conflict) => conflict.columns(['txid', 'inscriptionId']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) {
    const sale = await storedSale(db, txid, inscriptionId);
    await reviveSales(db, [sale]);
    const { id, state } = await storedSale(db, txid, inscriptionId);
    const income = { sellerFeeSats, buyerFeeSats, royaltySats, partnerSats, anchorSats, feePaidSats };
    const confirmed = { saleType: 'internal', soldAt, blockHeight, ...income } as const;
    await saleMachine.mustTransition(db, id, state, 'confirmed', confirmed);
  }
  await setLastSales(db, [inscriptionId]);
}

/**
 * Makes the sale of a fill pending again after a reorg took its block. Run it in a transaction. Throws when
 * it is not confirmed.
 */
export async function unconfirmFillSale(db: Database, txid: string, inscriptionId: string): Promise<void> {
  await unconfirmSales(db, [await storedSale(db, txid, inscriptionId)]);
}

async function storedSale(db: Database, txid: string, inscriptionId: string) {
  return db
    .selectFrom('sales')
    .select(['id', 'state'])
    .where('txid', '=', txid)
    .where('inscriptionId', '=', inscriptionId)
    .executeTakeFirstOrThrow();
}
