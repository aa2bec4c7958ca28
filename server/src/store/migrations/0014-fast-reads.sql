-- Versions of what pages show --------------------------------------------------------------------------------------
-- A process keeps pages that it rendered, and serves one again only while its version is the same. Each change that pages show adds
-- a row here, in its own transaction: a random number for each kind of page that it changes, 0 for the others. The version of a kind
-- is the xor of its numbers. So two equal versions mean the same changes, also after commits were lost or a backup was restored, and
-- writers never wait for each other. Every so many rows are folded into one, which changes no version.
create table page_marks (
  id bigint generated always as identity primary key,
  -- GET /listings
  book bigint not null,
  -- GET /collection/{slug}/inscriptions
  items bigint not null,
  -- GET /collection-stats/floors
  floors bigint not null,
  -- GET /sales
  sales bigint not null
);
create function fold_page_marks() returns void language sql as $$
  with taken as (
    delete from page_marks where id in (select id from page_marks order by id for update skip locked)
    returning book, items, floors, sales
  )
  insert into page_marks (book, items, floors, sales)
  select bit_xor(book), bit_xor(items), bit_xor(floors), bit_xor(sales) from taken having count(*) > 0;
$$;
-- `pages`: names of the columns. Below 2^53, as JavaScript's numbers.
create function mark_pages(pages text[]) returns void language plpgsql as $$
declare
  mark constant bigint := 1 + floor(random() * 9007199254740990)::bigint;
  marked bigint;
begin
  insert into page_marks (book, items, floors, sales)
  values (case when 'book' = any(pages) then mark else 0 end, case when 'items' = any(pages) then mark else 0 end,
    case when 'floors' = any(pages) then mark else 0 end, case when 'sales' = any(pages) then mark else 0 end)
  returning id into marked;
  if marked % 256 = 0 then
    perform fold_page_marks();
  end if;
end $$;
-- For any change of a table; its arguments are the kinds of pages.
create function mark_touched() returns trigger language plpgsql as $$
begin
  if exists (select from touched) then
    perform mark_pages(tg_argv[:]);
  end if;
  return null;
end $$;

create trigger listings_mark_in after insert on listings
  referencing new table as touched for each statement execute function mark_touched('book', 'items');
create trigger listings_mark_out after delete on listings
  referencing old table as touched for each statement execute function mark_touched('book', 'items');
create function mark_listings() returns trigger language plpgsql as $$
begin
  if exists (
    select id, state, collection_slug, seller_ordinals_address, inscription_id, inscription_key, inscription_number, inscription_title,
      inscription_sat, utxo_txid, utxo_vout, transfer_txid, price_sats, listed_at, expires_at, invalidated_height, closed_at from became
    except
    select id, state, collection_slug, seller_ordinals_address, inscription_id, inscription_key, inscription_number, inscription_title,
      inscription_sat, utxo_txid, utxo_vout, transfer_txid, price_sats, listed_at, expires_at, invalidated_height, closed_at from was
  ) then
    perform mark_pages('{book,items}');
  end if;
  return null;
end $$;
create trigger listings_mark after update on listings
  referencing old table as was new table as became for each statement execute function mark_listings();
create trigger listing_items_mark_in after insert on listing_items
  referencing new table as touched for each statement execute function mark_touched('book');
create trigger listing_items_mark after update on listing_items
  referencing new table as touched for each statement execute function mark_touched('book');
create trigger listing_items_mark_out after delete on listing_items
  referencing old table as touched for each statement execute function mark_touched('book');

create trigger listing_shelves_mark_in after insert on listing_shelves
  referencing new table as touched for each statement execute function mark_touched('book', 'floors');
create trigger listing_shelves_mark after update on listing_shelves
  referencing new table as touched for each statement execute function mark_touched('book', 'floors');
create trigger listing_shelves_mark_out after delete on listing_shelves
  referencing old table as touched for each statement execute function mark_touched('book', 'floors');
create trigger floor_snapshots_mark_in after insert on floor_snapshots
  referencing new table as touched for each statement execute function mark_touched('floors');
create trigger floor_snapshots_mark after update on floor_snapshots
  referencing new table as touched for each statement execute function mark_touched('floors');
create trigger floor_snapshots_mark_out after delete on floor_snapshots
  referencing old table as touched for each statement execute function mark_touched('floors');

create trigger sales_mark_in after insert on sales
  referencing new table as touched for each statement execute function mark_touched('sales');
create trigger sales_mark_out after delete on sales
  referencing old table as touched for each statement execute function mark_touched('sales');
create trigger sales_mark after update on sales
  referencing new table as touched for each statement execute function mark_touched('sales');
create trigger sale_shelves_mark_in after insert on sale_shelves
  referencing new table as touched for each statement execute function mark_touched('sales');
create trigger sale_shelves_mark after update on sale_shelves
  referencing new table as touched for each statement execute function mark_touched('sales');
create trigger sale_shelves_mark_out after delete on sale_shelves
  referencing old table as touched for each statement execute function mark_touched('sales');

create trigger collections_mark_in after insert on collections
  referencing new table as touched for each statement execute function mark_touched('book', 'items', 'floors', 'sales');
create trigger collections_mark_out after delete on collections
  referencing old table as touched for each statement execute function mark_touched('book', 'items', 'floors', 'sales');
-- blocks change the counts alone
create function mark_collections() returns trigger language plpgsql as $$
begin
  if exists (
    select slug, name, kind, verified, pixel_art, card_background_color, created_at, removed_at from became
    except
    select slug, name, kind, verified, pixel_art, card_background_color, created_at, removed_at from was
  ) then
    perform mark_pages('{book,items,floors,sales}');
  elsif exists (select slug, member_count, owner_count from became except select slug, member_count, owner_count from was) then
    perform mark_pages('{items,floors}');
  end if;
  return null;
end $$;
create trigger collections_mark after update on collections
  referencing old table as was new table as became for each statement execute function mark_collections();

create trigger collection_members_mark_in after insert on collection_members
  referencing new table as touched for each statement execute function mark_touched('items');
create trigger collection_members_mark after update on collection_members
  referencing new table as touched for each statement execute function mark_touched('items');
create trigger collection_members_mark_out after delete on collection_members
  referencing old table as touched for each statement execute function mark_touched('items');
create trigger locations_mark_in after insert on locations
  referencing new table as touched for each statement execute function mark_touched('book', 'items');
create trigger locations_mark after update on locations
  referencing new table as touched for each statement execute function mark_touched('book', 'items');
create trigger locations_mark_out after delete on locations
  referencing old table as touched for each statement execute function mark_touched('book', 'items');
create trigger inscriptions_mark_in after insert on inscriptions
  referencing new table as touched for each statement execute function mark_touched('book', 'items');
create trigger inscriptions_mark_out after delete on inscriptions
  referencing old table as touched for each statement execute function mark_touched('book', 'items');
-- the follower also notes how far it has read each
create function mark_inscriptions() returns trigger language plpgsql as $$
begin
  if exists (
    select key, id, number, title, content_type, traits, satributes, sat, last_sale_sats from became
    except
    select key, id, number, title, content_type, traits, satributes, sat, last_sale_sats from was
  ) then
    perform mark_pages('{book,items}');
  end if;
  return null;
end $$;
create trigger inscriptions_mark after update on inscriptions
  referencing old table as was new table as became for each statement execute function mark_inscriptions();

-- How many active offers each party has -----------------------------------------------------------------------------
-- Rows are changes, added in the transaction of each change of an offer: two parties never wait for each other. The sum of a party's
-- rows is its count; every so many rows of a party are folded into one.
create table offer_counts (
  id bigint generated always as identity primary key,
  -- buyer:<profile id> or seller:<ordinals address>
  party text not null,
  -- of buyers, and counters of sellers
  offers integer not null,
  counters integer not null
);
create index offer_counts_party on offer_counts (party) include (offers, counters);
create function fold_offer_counts(parties text[]) returns void language sql as $$
  with taken as (
    delete from offer_counts
    where id in (select id from offer_counts where party = any(parties) order by id for update skip locked)
    returning party, offers, counters
  )
  insert into offer_counts (party, offers, counters)
  select party, sum(offers), sum(counters) from taken group by party having sum(offers) <> 0 or sum(counters) <> 0;
$$;
create function add_offer_counts(kinds text[], buyers uuid[], sellers text[], changes integer[]) returns void language plpgsql as $$
declare
  parties text[];
begin
  with added as (
    insert into offer_counts (party, offers, counters)
    select p.party, coalesce(sum(c.change) filter (where c.kind = 'buyer_offer'), 0),
      coalesce(sum(c.change) filter (where c.kind = 'seller_counter'), 0)
    from unnest(kinds, buyers, sellers, changes) c (kind, buyer, seller, change)
      cross join lateral (values ('buyer:' || c.buyer), ('seller:' || c.seller)) p (party)
    group by p.party
    having count(*) filter (where c.change <> 0) > 0
    returning id, party
  )
  select array_agg(party) into parties from added where id % 16 = 0;
  if parties is not null then
    perform fold_offer_counts(parties);
  end if;
end $$;
create function count_offers_in() returns trigger language plpgsql as $$
begin
  perform add_offer_counts(array_agg(kind), array_agg(buyer_profile_id), array_agg(seller_address), array_agg(1))
  from touched where state = 'active' having count(*) > 0;
  return null;
end $$;
create function count_offers_out() returns trigger language plpgsql as $$
begin
  perform add_offer_counts(array_agg(kind), array_agg(buyer_profile_id), array_agg(seller_address), array_agg(-1))
  from touched where state = 'active' having count(*) > 0;
  return null;
end $$;
create function count_offers_moved() returns trigger language plpgsql as $$
begin
  perform add_offer_counts(array_agg(kind), array_agg(buyer_profile_id), array_agg(seller_address), array_agg(change)) from (
    select kind, buyer_profile_id, seller_address, sum(change)::integer as change from (
      select id, kind, buyer_profile_id, seller_address, -1 as change from was where state = 'active'
      union all
      select id, kind, buyer_profile_id, seller_address, 1 from became where state = 'active'
    ) both_sides group by kind, buyer_profile_id, seller_address having sum(change) <> 0
  ) c having count(*) > 0;
  return null;
end $$;
create trigger offers_counted_in after insert on offers
  referencing new table as touched for each statement execute function count_offers_in();
create trigger offers_counted_out after delete on offers
  referencing old table as touched for each statement execute function count_offers_out();
create trigger offers_counted after update on offers
  referencing old table as was new table as became for each statement execute function count_offers_moved();
insert into offer_counts (party, offers, counters)
select p.party, count(*) filter (where o.kind = 'buyer_offer'), count(*) filter (where o.kind = 'seller_counter')
from offers o cross join lateral (values ('buyer:' || o.buyer_profile_id), ('seller:' || o.seller_address)) p (party)
where o.state = 'active' group by p.party;
-- the owned view: inscriptions by their newest offer
create index offers_seller_recent on offers (seller_address, created_at desc, inscription_id desc) where state = 'active';
create index offers_newest on offers (inscription_id, created_at desc, id desc) where state = 'active';
drop index offers_seller;
