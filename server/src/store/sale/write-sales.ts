/** The one file that inserts sales and changes their states. */
import { randomUUID } from 'node:crypto';
import type { SaleIncome } from '@ordbook/protocol/purchase/income';
import type { Sats } from '@ordbook/protocol/sats';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { setLastSales } from '../chain/inscriptions.ts';
import { type Change, withMoves } from '../database/machine.ts';
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
  await sql`with ${withMoves(makingPendingSales(sales, sql`true`))} select`.execute(db);
}

/** `insertPendingSales` of one sale or more as a part of another statement, unless `condition` fails. */
export function makingPendingSales(sales: readonly NewPendingSale[], condition: RawBuilder<unknown>): Change {
  const rows = sales.map((sale) => ({ ...sale, state: 'pending' as const, saleType: 'internal' as const }));
  return saleMachine.making(rows as readonly Insertable<Schema['sales']>[], condition);
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
  const inserted = await saleMachine.insert(db, rows, 'unlessThere');
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
  const row = {
    ...sale,
    id: randomUUID(),
    state: 'confirmed',
    saleType: 'internal',
    readBack: true,
  } as const;
  const inserted = await saleMachine.insert(db, [row], 'unlessThere');
  if (inserted.length === 0) return false;
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

/** Prices confirmed sales with this condition in US dollars, as a part of a statement. */
export function repricingSales(condition: RawBuilder<unknown>, usd: RawBuilder<unknown>): Change {
  return saleMachine.moving(['confirmed'], 'confirmed', (isFrom) => ({
    picked: sql`select id, state from sales where ${condition} and ${isFrom()} order by id for update`,
    set: sql`price_usd = ${usd}`,
  }));
}

/** Deletes the sales `r` with this condition, as a part of a statement: `moved` says what they were of. */
export function deletingSales(condition: RawBuilder<unknown>): Change {
  return saleMachine.deleting(condition, sql`r.listing_id, r.offer_id`);
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
  const row = { ...sale, id: randomUUID(), state: 'confirmed', saleType: 'internal' } as const;
  const inserted = await saleMachine.insert(db, [row as Insertable<Schema['sales']>], 'unlessThere');
  if (inserted.length === 0) {
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
