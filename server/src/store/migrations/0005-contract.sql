-- A listing that has expired is on no shelf, whether or not the follower has closed it: reads compare the time.
alter table listing_shelves add column expires_at timestamptz(3);
update listing_shelves s set expires_at = l.expires_at from listings l where l.id = s.listing_id and l.expires_at is not null;
create or replace function shelve_listing() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if old.state = 'buyable' then
    delete from listing_shelves where listing_id = new.id;
  end if;
  if new.state = 'buyable' then
    insert into listing_shelves (slug, listing_id, listed_at, price_sats, expires_at)
    select slug, new.id, new.listed_at, new.price_sats, new.expires_at from (
      select new.collection_slug as slug
      union
      select m.slug from listing_items i join inscriptions n on n.id = i.inscription_id
        join collection_members m on m.inscription_key = n.key
      where i.listing_id = new.id
    ) shelves;
  end if;
  return null;
end $$;
create or replace function shelve_member() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into listing_shelves (slug, listing_id, listed_at, price_sats, expires_at)
  select new.slug, l.id, l.listed_at, l.price_sats, l.expires_at
  from inscriptions n join listing_items i on i.inscription_id = n.id join listings l on l.id = i.listing_id
  where n.key = new.inscription_key and l.state = 'buyable'
  on conflict do nothing;
  return null;
end $$;
-- floors and counts are read from the index alone
drop index listing_shelves_price;
create index listing_shelves_price on listing_shelves (slug, price_sats, listing_id) include (expires_at);

-- Members stand in the order in which the index has them. A blessed number counts in that order; a cursed (negative) one does not,
-- so a cursed inscription stands after the blessed ones before it, by its own number. Fits an integer of JavaScript up to number 2^33.
create function member_position(number bigint, blessed_before bigint) returns bigint language sql immutable parallel safe
  return case when number >= 0 then number * 1048576 + 1048575 else blessed_before * 1048576 + least(-number, 1048574) end;
update collection_members m set position = member_position(i.number, 0)
from inscriptions i where i.key = m.inscription_key and i.number >= 0;
-- where cursed members stand is only known to the index: they are read again as members at the next block
update source_readings r set items_read = 0, finished = false, read_height = -1
where r.slug in (
  select m.slug from collection_members m join inscriptions i on i.key = m.inscription_key where i.number < 0
);
delete from collection_members m using inscriptions i where i.key = m.inscription_key and i.number < 0;
