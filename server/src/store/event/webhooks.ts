import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../port.ts';
import type { StoredEvent } from './events.ts';
import type { WebhooksTable } from './schema.ts';

export type Webhook = Selectable<WebhooksTable>;

/** What an endpoint is to get, as it was stored. */
export interface Delivery {
  readonly webhookId: string;
  readonly seq: number;
  readonly event: object;
  readonly attempts: number;
  readonly url: string;
  readonly secret: string;
}

/** So many ms after now, by the database's clock: those of the replicas may differ, or jump. */
const inMs = (ms: number) =>
  sql<Date>`date_trunc('milliseconds', now()) + ${ms}::double precision * interval '1 millisecond'`;

/** Stores an endpoint. It gets what is numbered from now on. */
export async function insertWebhook(db: Database, webhook: Omit<Webhook, 'seenSeq'>): Promise<void> {
  const { id, url, topics, slugs, withPrivate, secret, createdAt } = webhook;
  await sql`
    insert into webhooks (id, url, topics, slugs, with_private, secret, seen_seq, created_at)
    select ${id}, ${url}, ${topics}::text[], ${slugs}::text[], ${withPrivate}, ${secret},
      coalesce((select last_seq from event_numbering), 0), ${createdAt}::timestamptz`.execute(db);
}

export async function webhooksNow(db: Database): Promise<Webhook[]> {
  return db.selectFrom('webhooks').selectAll().orderBy('createdAt').orderBy('id').execute();
}

/** False: there is none. Its deliveries go with it. */
export async function deleteWebhook(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Stores what an endpoint gets of the events up to `upTo`, before anything is sent. Does nothing when another
 * call has done so. `deliveries`: in order, due at once, and dead after `giveUpMs`.
 */
export async function storeDeliveries(
  db: Database,
  webhook: Pick<Webhook, 'id' | 'seenSeq'>,
  batch: {
    readonly upTo: number;
    readonly deliveries: readonly {
      readonly seq: number;
      readonly subject: string;
      readonly event: object;
    }[];
    readonly giveUpMs: number;
  },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('webhooks')
      .set({ seenSeq: batch.upTo })
      .where('id', '=', webhook.id)
      .where('seenSeq', '=', webhook.seenSeq)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n || batch.deliveries.length === 0) return;
    await transaction
      .insertInto('webhookDeliveries')
      .values(
        batch.deliveries.map(({ event, ...one }) => ({
          ...one,
          webhookId: webhook.id,
          event: JSON.stringify(event),
          dueAt: inMs(0),
          giveUpAt: inMs(batch.giveUpMs),
        })),
      )
      .execute();
  });
}

/**
 * The next deliveries of an endpoint that are due: of each subject the first that waits, so that the order
 * per subject holds while one is tried again. `without`: those in the air. What is due later than the longest
 * pause from now was written by a clock that was ahead, and is due now.
 *
 * Reads what waits once, whatever the planner knows: this is asked each second of a table that is empty, and
 * a plan made then, or with "not exists", would compare all with all after a burst of events.
 */
export async function deliveriesDue(
  db: Database,
  asked: {
    readonly webhookId: string;
    readonly without: readonly number[];
    readonly longestPauseMs: number;
    readonly limit: number;
  },
): Promise<Delivery[]> {
  const { webhookId, without, longestPauseMs, limit } = asked;
  const { rows } = await sql<Delivery>`
    with next as materialized (
      select seq, due_at from (
        select distinct on (subject) seq, due_at from webhook_deliveries
        where webhook_id = ${webhookId} and status = 'waiting' order by subject, seq) first
      where seq <> all(${without}::bigint[]) and (due_at <= now() or due_at > ${inMs(longestPauseMs)})
      order by due_at, seq limit ${limit})
    select d.webhook_id, d.seq, d.event, d.attempts, w.url, w.secret
    from next join webhook_deliveries d on d.seq = next.seq and d.webhook_id = ${webhookId}
      join webhooks w on w.id = d.webhook_id
    order by next.due_at, next.seq`.execute(db);
  return rows;
}

type DeliveryKey = Pick<Delivery, 'webhookId' | 'seq'>;

export async function deleteDelivery(db: Database, { webhookId, seq }: DeliveryKey): Promise<void> {
  await db
    .deleteFrom('webhookDeliveries')
    .where('webhookId', '=', webhookId)
    .where('seq', '=', seq)
    .execute();
}

/**
 * Records a failed attempt: it is tried again after `pauseMs`, or is dead when that is after its end. Returns
 * whether it is dead.
 */
export async function postponeDelivery(
  db: Database,
  { webhookId, seq }: DeliveryKey,
  { pauseMs, error }: { readonly pauseMs: number; readonly error: string },
): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    update webhook_deliveries set attempts = attempts + 1, last_error = ${error}, due_at = ${inMs(pauseMs)},
      status = case when ${inMs(pauseMs)} >= give_up_at then 'dead' else 'waiting' end
    where webhook_id = ${webhookId} and seq = ${seq} returning status`.execute(db);
  return rows[0]?.status === 'dead';
}

export interface DeadDelivery {
  readonly webhookId: string;
  readonly seq: number;
  readonly subject: string;
  readonly type: string;
  readonly attempts: number;
  readonly lastError: string | null;
}

/** What no endpoint took in time, oldest first. */
export async function deadDeliveries(db: Database, limit: number): Promise<DeadDelivery[]> {
  const { rows } = await sql<DeadDelivery>`
    select webhook_id, seq, subject, event ->> 'type' as type, attempts, last_error
    from webhook_deliveries where status = 'dead' order by seq, webhook_id limit ${limit}`.execute(db);
  return rows;
}

/** Makes dead deliveries wait again; returns how many. `seq`: only this one. */
export async function reviveDeliveries(
  db: Database,
  { webhookId, seq }: { readonly webhookId: string; readonly seq?: number },
  giveUpMs: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhookDeliveries')
    .set({ status: 'waiting', attempts: 0, dueAt: inMs(0), giveUpAt: inMs(giveUpMs) })
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'dead')
    .$if(seq !== undefined, (query) => query.where('seq', '=', seq!))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Events after the last that an endpoint has seen. */
export async function eventsSince(db: Database, seq: number, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select seq, history, type, subject, audience, profile_ids, trade_id, slugs, inscription_ids, state, happened_at
    from events where seq > ${seq} order by seq limit ${limit}`.execute(db);
  return rows;
}
