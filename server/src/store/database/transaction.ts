import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { namingTrades } from '../../base/trade-scope.ts';
import type { Database } from '../port.ts';

const ATTEMPTS = 5;
const RETRY_AFTER_MS = 10;
/** serialization_failure, deadlock_detected: PostgreSQL has rolled back, and the same work may succeed. */
const RETRIED = new Set(['40001', '40P01']);

const openTransaction = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Runs `work` in one transaction (read committed) and returns what it returns. Commits when `work` resolves,
 * rolls back when it throws. `work` runs again after a serialization failure or deadlock (5 times at most),
 * so it must touch nothing but the database. It may name the trades that it stores: those of a run that
 * throws are none. Given a transaction's own handle, it joins that transaction.
 *
 * Throws what `work` throws; `Refusal('unavailable')` when the database is unreachable, and then the commit
 * may or may not have happened.
 *
 * `mayBeLost`: the commit does not wait for the disk. A crash of the database may undo it as a whole, with
 * every later commit of this kind. Use it only for work that is simply done again.
 */
export async function inTransaction<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
  { mayBeLost = false }: { readonly mayBeLost?: boolean } = {},
): Promise<T> {
  if (db.isTransaction) return work(db);
  const worked = async (transaction: Database) => {
    if (mayBeLost) await sql`set local synchronous_commit = off`.execute(transaction);
    return namingTrades(() => work(transaction));
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((transaction) => asOpen(() => worked(transaction)));
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRIED.has((error as { code?: string }).code ?? '')) throw error;
      await sleep(Math.random() * RETRY_AFTER_MS * 2 ** attempt);
    }
  }
}

/**
 * What `work` returns in a transaction that is then rolled back: nothing has happened. Its rows are locked
 * meanwhile. Throws what `work` throws.
 */
export async function rehearsed<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  const undone: { result?: T } = {};
  await inTransaction(db, async (transaction) => {
    undone.result = await work(transaction);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return undone.result!;
}

/**
 * A condition that always holds. The commit of the one statement that has it does not wait for the disk, as
 * with `mayBeLost`. In a transaction it says nothing: whether that may be lost is for the whole of it to say.
 */
export function mayBeLost(db: Database): RawBuilder<boolean> {
  return db.isTransaction
    ? sql<boolean>`true`
    : sql<boolean>`(select set_config('synchronous_commit', 'off', true)) is not null`;
}

/**
 * The adapters call this before they hand out a connection. Throws a bug error inside `inTransaction`: there,
 * the outer handle would wait for ever on PGlite's one session, and read outside the transaction on
 * PostgreSQL.
 */
export function assertOutsideTransaction(): void {
  if (openTransaction.getStore()?.open) {
    throw new Error(
      'the outer database handle was used inside inTransaction: use the handle passed to its work',
    );
  }
}

async function asOpen<T>(work: () => Promise<T>): Promise<T> {
  const scope = { open: true };
  try {
    return await openTransaction.run(scope, work);
  } finally {
    scope.open = false;
  }
}
