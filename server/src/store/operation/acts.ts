import type { Selectable } from 'kysely';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';

/** Who acts, and why. */
export interface Actor {
  /** The name of the token, or of the user of the admin socket: what was verified. */
  readonly name: string;
  /** Whom the actor named; nobody verified it. */
  readonly onBehalfOf?: string | undefined;
}

export interface NewAct {
  readonly act: string;
  /** A scope, profile, address, listing, offer or collection. */
  readonly subject: string;
  readonly reason?: string | null;
  readonly before?: object | null;
  readonly after?: object | null;
}

export type OperatorAct = Omit<Selectable<Schema['operatorActs']>, 'before' | 'after'> & {
  readonly before: unknown;
  readonly after: unknown;
};

/** Adds one act to the log. Run it in the transaction that does the act. */
export async function recordAct(
  db: Database,
  { name, onBehalfOf = null }: { readonly name: string; readonly onBehalfOf?: string | null | undefined },
  actedAt: Date,
  { act, subject, reason = null, before = null, after = null }: NewAct,
): Promise<void> {
  await db
    .insertInto('operatorActs')
    .values({
      actedAt,
      actor: name,
      onBehalfOf,
      act,
      subject,
      reason,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    })
    .execute();
}

/** The act of `ordbook backup`, recorded when the file is whole. */
export const BACKED_UP = { act: 'back up', subject: 'database' } as const;

/** When the newest recorded backup ended; null: none is recorded. */
export async function lastBackupAt(db: Database): Promise<Date | null> {
  const newest = await db
    .selectFrom('operatorActs')
    .select('actedAt')
    .where('subject', '=', BACKED_UP.subject)
    .where('act', '=', BACKED_UP.act)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.actedAt ?? null;
}

/** A page of the log, newest first: acts before the one with the id `before`; null: from the newest. */
export async function actsPage(
  db: Database,
  { before, limit, subject }: { before: number | null; limit: number; subject?: string | undefined },
): Promise<OperatorAct[]> {
  let query = db.selectFrom('operatorActs').selectAll().orderBy('id', 'desc').limit(limit);
  if (before !== null) query = query.where('id', '<', before);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  return query.execute();
}
