import { CompiledQuery } from 'kysely';
import type { Database } from '../port.ts';

/** Pages that change together: of the book, of a collection's members, of floors and of sales. */
export type PageKind = 'book' | 'items' | 'floors' | 'sales';

/** Equal versions of a kind: every page of it is the same, except for what depends on the time. */
type PageVersions = Readonly<Record<PageKind, number>>;

const READ = CompiledQuery.raw(`
  select coalesce(bit_xor(book), 0) as book, coalesce(bit_xor(items), 0) as items,
    coalesce(bit_xor(floors), 0) as floors, coalesce(bit_xor(sales), 0) as sales
  from page_marks`);

/** The versions as of one moment after the call: they include every change that was committed before it. */
export async function pageVersions(db: Database): Promise<PageVersions> {
  const { rows } = await db.executeQuery<PageVersions>(READ);
  return rows[0]!;
}
