import { sql } from 'kysely';
import { escaped } from '../catalogue/like.ts';
import type { Database } from '../port.ts';

export interface FoundCollection {
  readonly slug: string;
  readonly name: string;
  readonly verified: boolean;
  readonly memberCount: number;
}

export interface FoundInscription {
  readonly id: string;
  readonly number: number;
  readonly title: string | null;
  readonly contentType: string | null;
  readonly slug: string;
  readonly collectionName: string;
}

/** Titles that are read, of which the shortest are shown. */
const CANDIDATES = 100;

/** Collections whose name or slug contains the text, in any case; verified and large ones first. */
export async function searchCollections(
  db: Database,
  text: string,
  limit: number,
): Promise<FoundCollection[]> {
  const part = `%${escaped(text)}%`;
  const { rows } = await sql<FoundCollection>`
    select slug, name, verified, member_count from collections
    where removed_at is null and (lower(name) like ${part} or slug like ${part})
    order by verified desc, member_count desc, slug limit ${limit}`.execute(db);
  return rows;
}

/**
 * Members of collections whose id or number is the text, or whose title starts with it, in any case. Each
 * condition is a range of one index.
 */
export async function searchInscriptions(
  db: Database,
  text: string,
  limit: number,
): Promise<FoundInscription[]> {
  const number = /^-?\d{1,10}$/.test(text) ? Number(text) : null;
  const isId = /^[0-9a-f]{64}i\d{1,10}$/.test(text);
  const matches = isId
    ? sql`select key from inscriptions where id = ${text}`
    : sql`(select key from inscriptions where number = ${number}::bigint limit ${limit})
        union (select key from inscriptions
          where title is not null and lower(left(title, 100)) like ${`${escaped(text)}%`}
          order by lower(left(title, 100)) limit ${CANDIDATES})`;
  const { rows } = await sql<FoundInscription>`
    select n.id, n.number, n.title, n.content_type, c.slug, c.name as collection_name
    from (${matches}) found
      join inscriptions n on n.key = found.key
      cross join lateral (
        select k.slug, k.name from collection_members m join collections k on k.slug = m.slug
        where m.inscription_key = n.key and k.removed_at is null
        order by k.verified desc, k.created_at, k.slug limit 1
      ) c
    order by (n.number = ${number}::bigint) desc nulls last, length(n.title), n.number limit ${limit}`.execute(
    db,
  );
  return rows;
}
