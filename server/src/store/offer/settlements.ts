import { type Insertable, type Selectable, sql } from 'kysely';
import { isMined, watchPackage } from '../chain/coin-spends.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { offerSettlementMachine } from './machine.ts';

export type OfferSettlement = Selectable<Schema['offerSettlements']>;
export type NewOfferSettlement = Omit<
  Insertable<Schema['offerSettlements']>,
  | 'confirmedHeight'
  | 'failure'
  | 'nodeRefusal'
  | 'recoveryTxid'
  | 'recoveryHex'
  | 'recovered'
  | 'payoutDone'
  | 'madeAtHeight'
>;

/** Throws when the offer has one. Run it in a transaction. */
export async function insertOfferSettlement(
  db: Database,
  settlement: NewOfferSettlement,
): Promise<OfferSettlement> {
  await watchPackage(db, settlement.package);
  const [stored] = await offerSettlementMachine.insert(db, [settlement]);
  return stored!;
}

export async function settlementOfOffer(db: Database, offerId: string): Promise<OfferSettlement | null> {
  const row = await db
    .selectFrom('offerSettlements')
    .selectAll()
    .where('offerId', '=', offerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Everything that is broadcasting, pending or stalled, oldest first. */
export async function openSettlements(db: Database): Promise<OfferSettlement[]> {
  const { rows } = await sql<OfferSettlement>`
    select * from offer_settlements where state in ('broadcasting', 'pending', 'stalled') order by created_at, id`.execute(
    db,
  );
  return rows;
}

/** The open ones that an applied block has. */
export async function minedSettlements(db: Database): Promise<OfferSettlement[]> {
  const { rows } = await sql<OfferSettlement>`
    select * from offer_settlements s where s.state in ('broadcasting', 'pending', 'stalled') and ${isMined('s')}
    order by s.created_at, s.id`.execute(db);
  return rows;
}

/** Failed ones whose settlement is in an applied block after all. */
export async function failedButMined(db: Database): Promise<OfferSettlement[]> {
  const { rows } = await sql<OfferSettlement>`
    select * from offer_settlements s where s.state = 'failed' and ${isMined('s')}`.execute(db);
  return rows;
}

/** Confirmed by blocks above `height`. */
export async function settlementsConfirmedAbove(db: Database, height: number): Promise<OfferSettlement[]> {
  return db
    .selectFrom('offerSettlements')
    .selectAll()
    .where('confirmedHeight', '>', height)
    .where('state', '=', 'confirmed')
    .orderBy('confirmedHeight', 'desc')
    .execute();
}

/** Confirmed ones whose payout no block has yet. */
export async function openPayouts(db: Database): Promise<OfferSettlement[]> {
  const { rows } = await sql<OfferSettlement>`
    select * from offer_settlements
    where state = 'confirmed' and payout_txid is not null and not payout_done order by created_at, id`.execute(
    db,
  );
  return rows;
}

export async function setPayoutDone(db: Database, id: string): Promise<void> {
  await db.updateTable('offerSettlements').set({ payoutDone: true }).where('id', '=', id).execute();
}

/** Failed ones whose inscription may rest in a passthrough. */
export async function settlementsToRecover(db: Database): Promise<OfferSettlement[]> {
  const { rows } = await sql<OfferSettlement>`
    select * from offer_settlements where state = 'failed' and not recovered order by created_at, id`.execute(
    db,
  );
  return rows;
}

/** Stores the recovery transaction before it is sent. */
export async function setSettlementRecovery(
  db: Database,
  id: string,
  recovery: { readonly txid: string; readonly hex: string },
): Promise<void> {
  await db
    .updateTable('offerSettlements')
    .set({ recoveryTxid: recovery.txid, recoveryHex: recovery.hex })
    .where('id', '=', id)
    .execute();
}

/** Nothing is left to do for a failed settlement. */
export async function closeRecovery(db: Database, id: string): Promise<void> {
  await db.updateTable('offerSettlements').set({ recovered: true }).where('id', '=', id).execute();
}
