import { sql } from 'kysely';
import type { Check } from './check.ts';

interface Row {
  readonly slug: string;
  readonly memberCount: number;
  readonly members: number;
}

/** Collections: each has the members that it counts. */
export const collectionCheck: Check<Row> = {
  what: 'collections',
  async read(db, range) {
    const rows =
      'keys' in range ? sql`c.slug = any(${range.keys}::text[])` : sql`c.slug > ${range.after ?? ''}`;
    const end = 'keys' in range ? sql`` : sql`limit ${range.limit}`;
    const { rows: collections } = await sql<Row>`
      select c.slug, c.member_count, (select count(*) from collection_members m where m.slug = c.slug) as members
      from collections c where ${rows} order by c.slug ${end}`.execute(db);
    return collections;
  },
  keyOf: ({ slug }) => slug,
  examine: async (_, rows) =>
    rows
      .filter(({ memberCount, members }) => memberCount !== members)
      .map(({ slug, memberCount, members }) => ({
        key: slug,
        code: 'members_differ',
        subject: `collection ${slug}`,
        message: `it counts ${memberCount} members and has ${members}`,
      })),
};
