-- Collections, their members, and what is counted of them -------------------------------------------------------------

-- What may be traded. The operator adds them.
create table collections (
  slug text primary key,
  name text not null,
  kind text not null check (kind in ('parent_child', 'gallery')),
  verified boolean not null default false,
  trading_enabled boolean not null default true,
  -- parent or gallery inscription ids
  sources text[] not null,
  -- overrides of the operator's FeeSettings, null: the defaults
  fees jsonb,
  payout_address text,
  -- stored on every listing made in the collection
  partner_id uuid references partners (id),
  -- offers below this share of the collection's floor are refused, 1/100 of a percent; null: no such minimum
  live_floor_bps integer,
  -- how clients show its members
  pixel_art boolean not null default false,
  -- #rrggbb; null: as they like
  card_background_color text,
  -- kept by triggers, like collection_traits and collection_owners: each block writes here, and finds room on the page
  member_count integer not null default 0,
  owner_count integer not null default 0,
  -- place among the featured ones, from 1; null: not featured
  featured_rank integer check (featured_rank > 0),
  -- set: it is no longer shown and nothing is traded in it; its rows stay for what refers to them
  removed_at timestamptz(3),
  created_at timestamptz(3) not null
) with (fillfactor = 50);
-- How far a collection's parent or gallery is read from the index.
create table source_readings (
  slug text not null references collections (slug),
  source_id text not null,
  -- of a parent: its children that are stored, from the first one on
  items_read integer not null,
  -- of a gallery: all its items are stored, and it is fixed; a parent gets more children and never ends
  finished boolean not null,
  -- tip at the last reading
  read_height integer not null,
  primary key (slug, source_id)
);
-- Members stand in the order in which the index has them. A blessed number counts in that order; a cursed (negative) one does not,
-- so a cursed inscription stands after the blessed ones before it, by its own number. Fits an integer of JavaScript up to number 2^33.
create function member_position(number bigint, blessed_before bigint) returns bigint language sql immutable parallel safe
  return case when number >= 0 then number * 1048576 + 1048575 else blessed_before * 1048576 + least(-number, 1048574) end;
-- Which inscriptions belong to a collection. An inscription may belong to several.
create table collection_members (
  slug text not null references collections (slug),
  inscription_key bigint not null references inscriptions (key),
  -- member_position: ascending in the order of inscription
  position bigint not null,
  primary key (inscription_key, slug)
);
create index collection_members_position on collection_members (slug, position, inscription_key);
-- How many members carry a trait; an inscription that names a trait twice counts once. Triggers write here and below: no foreign
-- keys, which would cost more than the rows.
create table collection_traits (
  slug text not null,
  trait_type text not null,
  trait_value text not null,
  member_count integer not null,
  primary key (slug, trait_type, trait_value)
);
-- How many members an address holds; no row: none. An owner of a collection is known by the first 64 bits of a hash of both: blocks
-- change hundreds of rows, and an index of addresses would be five times as large.
create table collection_owners (
  owner_key bigint primary key,
  held integer not null
) with (fillfactor = 90);
create function owner_key(slug text, address text) returns bigint language sql stable strict parallel safe
  return ('x' || left(encode(sha256(convert_to(slug || ' ' || address, 'UTF8')), 'hex'), 16))::bit(64)::bigint;
-- The floor of each collection, once an hour: how it changed since.
create table floor_snapshots (
  slug text not null references collections (slug),
  taken_at timestamptz(3) not null,
  floor_sats bigint,
  listed_count integer not null,
  primary key (slug, taken_at)
);

-- Members, traits and owners are counted as members come, move and go, so that no read has to. A statement may move thousands
-- of inscriptions at once: each count is a few set-based statements.
-- Switches: count_moved, which calls it, has hash joins off, and thousands of changes would be compared with each other: 83 ms of a block
-- instead of 18.
create function count_owners(slugs text[], owners bigint[], changes integer[]) returns void language plpgsql
  set enable_hashjoin = on as $$
declare
  gone tid[];
begin
  with changed as materialized (
    select * from unnest(slugs, owners, changes) d (slug, owner_key, change)
  ), counted as (
    -- In one order, so that two transactions do not wait for each other.
    insert into collection_owners as o (owner_key, held)
    select owner_key, change from changed order by owner_key
    on conflict (owner_key) do update set held = o.held + excluded.held
    returning owner_key, held, ctid as place
  ), outcome as materialized (
    select c.slug, n.place, n.held, (n.held > 0)::integer - (n.held - c.change > 0)::integer as difference
    from counted n join changed c using (owner_key)
  ), summed as (
    update collections c set owner_count = owner_count + n.difference
    from (select slug, sum(difference)::integer as difference from outcome group by slug having sum(difference) <> 0) n
    where c.slug = n.slug
  )
  select array_agg(place) into gone from outcome where held = 0;
  delete from collection_owners where ctid = any(gone);
end $$;
create function count_traits(slugs text[], types text[], traits text[], changes integer[]) returns void language plpgsql as $$
begin
  insert into collection_traits as t (slug, trait_type, trait_value, member_count)
  select * from unnest(slugs, types, traits, changes)
  on conflict (slug, trait_type, trait_value) do update set member_count = t.member_count + excluded.member_count;
  delete from collection_traits t using unnest(slugs, types, traits) d (slug, type, value)
  where t.slug = d.slug and t.trait_type = d.type and t.trait_value = d.value and t.member_count = 0;
end $$;
create function count_members() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update collections c set member_count = member_count + sign * n.members
  from (select slug, count(*)::integer as members from changed group by slug) n where c.slug = n.slug;
  perform count_owners(array_agg(slug), array_agg(owner), array_agg(sign * members)) from (
    select m.slug, owner_key(m.slug, l.owner_address) as owner, count(*)::integer as members
    from changed m join locations l on l.inscription_key = m.inscription_key
    where l.owner_address is not null group by 1, 2
  ) d having count(*) > 0;
  perform count_traits(array_agg(slug), array_agg(type), array_agg(value), array_agg(sign * members)) from (
    select m.slug, t.type, t.value, count(distinct m.inscription_key)::integer as members
    from changed m join inscriptions i on i.key = m.inscription_key
      cross join lateral jsonb_to_recordset(i.traits) as t (type text, value text)
    group by 1, 2, 3
  ) d having count(*) > 0;
  return null;
end $$;
-- Relied on by every page that says how many items, owners and traits a collection has: members are read in, and deleted by reorgs.
create trigger collection_members_counted_in after insert on collection_members
  referencing new table as changed for each statement execute function count_members();
create trigger collection_members_counted_out after delete on collection_members
  referencing old table as changed for each statement execute function count_members();
-- Switches: a plan is kept from a statement of many rows, or from before the tables were analyzed, and then read a quarter of a million
-- members for a block of three. On PGlite that took 60 to 150 ms of the processor, and 2 to 7 with every row read by its key.
create function count_moved() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform count_owners(array_agg(slug), array_agg(owner), array_agg(change)) from (
    select m.slug, owner_key(m.slug, l.owner_address) as owner, sum(l.change)::integer as change from (
      select inscription_key, owner_address, -1 as change from was
      union all select inscription_key, owner_address, 1 from became
    ) l join collection_members m on m.inscription_key = l.inscription_key
    where l.owner_address is not null
    group by 1, 2 having sum(l.change) <> 0
  ) d having count(*) > 0;
  return null;
end $$;
-- Relied on by the counts of owners: blocks and reorgs move inscriptions between addresses.
create trigger locations_counted after update on locations
  referencing old table as was new table as became for each statement execute function count_moved();
-- Switches: as in count_moved; 85 to 160 ms for a new name of three inscriptions, and 2 to 15.
create function recount_changed() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- Sales update inscriptions too; only readings of the index change traits.
  if not exists (select key, traits from became except select key, traits from was) then
    return null;
  end if;
  perform count_traits(array_agg(slug), array_agg(type), array_agg(value), array_agg(change)) from (
    select m.slug, t.type, t.value, sum(t.change)::integer as change from (
      select distinct c.key, x.type, x.value, c.change from (
        select key, traits, sum(change) as change from (
          select key, traits, -1 as change from was union all select key, traits, 1 from became
        ) both_sides group by 1, 2 having sum(change) <> 0
      ) c cross join lateral jsonb_to_recordset(c.traits) as x (type text, value text)
    ) t join collection_members m on m.inscription_key = t.key
    group by 1, 2, 3 having sum(t.change) <> 0
  ) d having count(*) > 0;
  return null;
end $$;
-- Relied on by the counts of traits: the index may tell of other traits later.
create trigger inscriptions_counted after update on inscriptions
  referencing old table as was new table as became for each statement execute function recount_changed();
