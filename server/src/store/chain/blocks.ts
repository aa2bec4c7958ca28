import { type Selectable, sql } from 'kysely';
import { writingBlocks } from '../database/moves.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';

export type StoredBlock = Pick<Selectable<Schema['blocks']>, 'height' | 'hash' | 'blockTime'>;

/** The highest block that is applied; null before the first. */
export async function storedTip(db: Database): Promise<StoredBlock | null> {
  const row = await db
    .selectFrom('blocks')
    .select(['height', 'hash', 'blockTime'])
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The hash of the applied block at `height`; null where none is stored. */
export async function storedHash(db: Database, height: number): Promise<string | null> {
  const row = await db.selectFrom('blocks').select('hash').where('height', '=', height).executeTakeFirst();
  return row?.hash ?? null;
}

/** The applied block with this hash; null while it is not applied, or left behind by a reorg. */
export async function appliedBlock(db: Database, hash: string): Promise<StoredBlock | null> {
  const row = await db
    .selectFrom('blocks')
    .select(['height', 'hash', 'blockTime'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row ?? null;
}

/** The applied block at `height`; null where none is stored. */
export async function appliedBlockAt(db: Database, height: number): Promise<StoredBlock | null> {
  const row = await db
    .selectFrom('blocks')
    .select(['height', 'hash', 'blockTime'])
    .where('height', '=', height)
    .executeTakeFirst();
  return row ?? null;
}

/** Throws when a block of one of these heights is stored. */
export async function insertBlocks(db: Database, blocks: readonly StoredBlock[]): Promise<void> {
  await db
    .with('stored', (query) => query.insertInto('blocks').values(blocks).returningAll())
    .with('noted', () => sql<object>`(${writingBlocks('stored', 'applied', sql`height`)})`)
    .selectNoFrom(sql`true`.as('done'))
    .execute();
}

export async function deleteBlocksAbove(db: Database, height: number): Promise<void> {
  await db
    .with('gone', (query) => query.deleteFrom('blocks').where('height', '>', height).returningAll())
    .with('noted', () => sql<object>`(${writingBlocks('gone', 'undone', sql`height desc`)})`)
    .selectNoFrom(sql`true`.as('done'))
    .execute();
}
