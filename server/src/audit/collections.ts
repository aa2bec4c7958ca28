import { sql } from 'kysely';
import type { Check } from './check.ts';

interface Row {
  readonly slug: string;
  readonly memberCount: number;
  readonly members: number;
  /** Members that stand elsewhere than their numbers say. */
  readonly misplaced: number;
  readonly ownerCount: number;
  readonly owners: number;
  /** Owners who are counted with another number of members than they hold. */
  readonly wrongOwners: number;
  /** Traits that are counted otherwise than their members have them. */
  readonly wrongTraits: number;
}

/** Collections: each has the members, owners and traits that it counts. */
export const collectionCheck: Check<Row> = {
  what: 'collections',
  async read(db, range) {
    const rows =
      'keys' in range ? sql`c.slug = any(${range.keys}::text[])` : sql`c.slug > ${range.after ?? ''}`;
    const end = 'keys' in range ? sql`` : sql`limit ${range.limit}`;
    const { rows: collections } = await sql<Row>`
      select c.slug, c.member_count, c.owner_count, m.members, m.misplaced, o.owners, o.wrong_owners, t.wrong_traits
      from (select * from collections c where ${rows} order by c.slug ${end}) c
      cross join lateral (
        select count(*) as members,
          count(*) filter (where i.number >= 0 and m.position <> member_position(i.number, 0)) as misplaced
        from collection_members m join inscriptions i on i.key = m.inscription_key where m.slug = c.slug
      ) m
      cross join lateral (
        select count(*) as owners, count(*) filter (where h.held is distinct from n.held) as wrong_owners
        from (
          select owner_key(m.slug, l.owner_address) as owner_key, count(*) as held
          from collection_members m join locations l on l.inscription_key = m.inscription_key
          where m.slug = c.slug and l.owner_address is not null group by 1
        ) n left join collection_owners h using (owner_key)
      ) o
      cross join lateral (
        select count(*) as wrong_traits
        from (
          select t.type, t.value, count(distinct m.inscription_key) as members
          from collection_members m join inscriptions i on i.key = m.inscription_key
            cross join lateral jsonb_to_recordset(i.traits) t (type text, value text)
          where m.slug = c.slug group by 1, 2
        ) n full join (select * from collection_traits where slug = c.slug) s
          on s.trait_type = n.type and s.trait_value = n.value
        where s.member_count is distinct from n.members
      ) t
      order by c.slug`.execute(db);
    return collections;
  },
  keyOf: ({ slug }) => slug,
  examine: async (_, rows) =>
    rows.flatMap((row) => {
      const { slug, memberCount, members, ownerCount, owners, misplaced, wrongOwners, wrongTraits } = row;
      const messages = [
        ...(memberCount === members ? [] : [`it counts ${memberCount} members and has ${members}`]),
        ...(ownerCount === owners ? [] : [`it counts ${ownerCount} owners and has ${owners}`]),
        ...(misplaced === 0 ? [] : [`${misplaced} of its members stand elsewhere than their numbers say`]),
        ...(wrongOwners === 0 ? [] : [`${wrongOwners} of its owners hold another number of members`]),
        ...(wrongTraits === 0 ? [] : [`${wrongTraits} of its traits are counted wrong`]),
      ];
      const subject = `collection ${slug}`;
      return messages.map((message) => ({ key: slug, code: 'members_differ', subject, message }) as const);
    }),
};
