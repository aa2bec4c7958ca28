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

-- What a sale sold beside the inscription that it is told of: the other members of a bundle. A trigger fills it from the listing, or
-- from the terms of the offer; sales elsewhere say it themselves.
create table sale_items (
  sale_id uuid not null references sales (id) on delete cascade,
  inscription_id text not null,
  primary key (sale_id, inscription_id)
);
create index sale_items_inscription on sale_items (inscription_id);
-- Where a confirmed sale is found: in the collection that it was made in, and in every collection that has something it sold as a
-- member. Kept by triggers, as listing_shelves are; sort keys are repeated here.
create table sale_shelves (
  slug text not null,
  sale_id uuid not null references sales (id) on delete cascade,
  sold_at timestamptz(3) not null,
  block_height integer not null,
  block_position integer not null,
  primary key (sale_id, slug)
);
create function list_sale_items(sale_id uuid, listing uuid, offer uuid, told text) returns void language sql as $$
  insert into sale_items (sale_id, inscription_id)
  select sale_id, o.id from (
    select i.inscription_id as id from listing_items i where i.listing_id = listing
    union
    select sold ->> 'id' from offers f
      cross join lateral jsonb_array_elements(coalesce(f.terms -> 'inscriptions', f.terms -> 'transfer' -> 'inscriptions', '[]')) sold
    where f.id = offer
  ) o where o.id <> told
  on conflict do nothing;
$$;
create function shelve_sales(sale_ids uuid[]) returns void language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into sale_shelves (slug, sale_id, sold_at, block_height, block_position)
  select k.slug, s.id, s.sold_at, s.block_height, coalesce(s.block_position, 0)
  from sales s cross join lateral (
    select s.collection_slug as slug where s.collection_slug is not null
    union
    select m.slug from (
      select s.inscription_id as id union all select i.inscription_id from sale_items i where i.sale_id = s.id
    ) sold join inscriptions n on n.id = sold.id join collection_members m on m.inscription_key = n.key
  ) k
  where s.id = any(sale_ids) and s.state = 'confirmed'
  on conflict do nothing;
end $$;
create function shelve_sale() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  if tg_op = 'INSERT' then
    perform list_sale_items(new.id, new.listing_id, new.offer_id, new.inscription_id);
  elsif old.state = 'confirmed' then
    delete from sale_shelves where sale_id = new.id;
  end if;
  if new.state = 'confirmed' then
    perform shelve_sales(array[new.id]);
  end if;
  return null;
end $$;
create trigger sales_shelve after insert or update of state, sold_at, block_height, block_position on sales
  for each row execute function shelve_sale();
create function shelve_sale_item() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform shelve_sales(array[new.sale_id]);
  return null;
end $$;
create trigger sale_items_shelve after insert on sale_items for each row execute function shelve_sale_item();
create function shelve_sales_of_members() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform shelve_sales(array_agg(id)) from (
    select s.id from changed m join inscriptions n on n.key = m.inscription_key join sales s on s.inscription_id = n.id
    union
    select i.sale_id from changed m join inscriptions n on n.key = m.inscription_key join sale_items i on i.inscription_id = n.id
  ) sold having count(*) > 0;
  return null;
end $$;
create trigger collection_members_shelve_sales after insert on collection_members
  referencing new table as changed for each statement execute function shelve_sales_of_members();
create function unshelve_sales_of_members() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  touched uuid[];
begin
  select array_agg(id) into touched from (
    select s.id from changed m join inscriptions n on n.key = m.inscription_key join sales s on s.inscription_id = n.id
    union
    select i.sale_id from changed m join inscriptions n on n.key = m.inscription_key join sale_items i on i.inscription_id = n.id
  ) sold;
  if touched is not null then
    delete from sale_shelves where sale_id = any(touched);
    perform shelve_sales(touched);
  end if;
  return null;
end $$;
create trigger collection_members_unshelve_sales after delete on collection_members
  referencing old table as changed for each statement execute function unshelve_sales_of_members();
insert into sale_items (sale_id, inscription_id)
select s.id, i.inscription_id from sales s join listing_items i on i.listing_id = s.listing_id
where i.inscription_id <> s.inscription_id;
insert into sale_items (sale_id, inscription_id)
select s.id, sold ->> 'id' from sales s join offers f on f.id = s.offer_id
  cross join lateral jsonb_array_elements(coalesce(f.terms -> 'inscriptions', f.terms -> 'transfer' -> 'inscriptions', '[]')) sold
where sold ->> 'id' <> s.inscription_id
on conflict do nothing;
insert into sale_shelves (slug, sale_id, sold_at, block_height, block_position)
select k.slug, s.id, s.sold_at, s.block_height, coalesce(s.block_position, 0)
from sales s cross join lateral (
  select s.collection_slug as slug where s.collection_slug is not null
  union
  select m.slug from (
    select s.inscription_id as id union all select i.inscription_id from sale_items i where i.sale_id = s.id
  ) sold join inscriptions n on n.id = sold.id join collection_members m on m.inscription_key = n.key
) k
where s.state = 'confirmed'
on conflict do nothing;
create index sale_shelves_recent on sale_shelves (slug, sold_at desc, block_height desc, block_position desc, sale_id desc);
drop index sales_slug_recent;
update inscriptions n set last_sale_sats = (
  select s.price_sats from sales s where s.state = 'confirmed'
    and s.id in (select x.id from sales x where x.inscription_id = n.id union all select i.sale_id from sale_items i where i.inscription_id = n.id)
  order by s.block_height desc, s.block_position desc limit 1
)
where n.id in (select inscription_id from sale_items);

-- the signed-in profile that asked, to link the wallet to; null: a sign-in
alter table auth_requests add column profile_id uuid references profiles (id);
