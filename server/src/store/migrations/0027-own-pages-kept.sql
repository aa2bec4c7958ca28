-- Versions of what GET /me/offers shows --------------------------------------------------------------------------------
-- A process keeps these pages too (see page_marks). What all profiles see alike, collections and inscriptions, is a kind of page. Of
-- what concerns one profile, each change adds a number to the parties of the offer, in the rows that count its offers. Each party
-- gets a number of its own: the same one would cancel itself out for a profile that is both. A wallet stays with its profile, and a
-- settlement with its offer.
alter table page_marks add column offers bigint not null default 0;
create or replace function fold_page_marks() returns void language sql as $$
  with taken as (
    delete from page_marks where id in (select id from page_marks order by id for update skip locked)
    returning book, items, floors, sales, offers
  )
  insert into page_marks (book, items, floors, sales, offers)
  select bit_xor(book), bit_xor(items), bit_xor(floors), bit_xor(sales), bit_xor(offers) from taken having count(*) > 0;
$$;
create or replace function mark_pages(pages text[]) returns void language plpgsql as $$
declare
  mark constant bigint := 1 + floor(random() * 9007199254740990)::bigint;
  marked bigint;
begin
  insert into page_marks (book, items, floors, sales, offers)
  values (case when 'book' = any(pages) then mark else 0 end, case when 'items' = any(pages) then mark else 0 end,
    case when 'floors' = any(pages) then mark else 0 end, case when 'sales' = any(pages) then mark else 0 end,
    case when 'offers' = any(pages) then mark else 0 end)
  returning id into marked;
  if marked % 256 = 0 then
    perform fold_page_marks();
  end if;
end $$;

drop trigger collections_mark_in on collections;
create trigger collections_mark_in after insert on collections
  referencing new table as touched for each statement execute function mark_touched('book', 'items', 'floors', 'sales', 'offers');
drop trigger collections_mark_out on collections;
create trigger collections_mark_out after delete on collections
  referencing old table as touched for each statement execute function mark_touched('book', 'items', 'floors', 'sales', 'offers');
create or replace function mark_collections() returns trigger language plpgsql as $$
begin
  if exists (
    select slug, name, kind, verified, pixel_art, card_background_color, created_at, removed_at from became
    except
    select slug, name, kind, verified, pixel_art, card_background_color, created_at, removed_at from was
  ) then
    perform mark_pages('{book,items,floors,sales,offers}');
  elsif exists (select slug, member_count, owner_count from became except select slug, member_count, owner_count from was) then
    perform mark_pages('{items,floors}');
  end if;
  return null;
end $$;

drop trigger inscriptions_mark_in on inscriptions;
create trigger inscriptions_mark_in after insert on inscriptions
  referencing new table as touched for each statement execute function mark_touched('book', 'items', 'offers');
drop trigger inscriptions_mark_out on inscriptions;
create trigger inscriptions_mark_out after delete on inscriptions
  referencing old table as touched for each statement execute function mark_touched('book', 'items', 'offers');
-- each sale changes last_sale_sats, which offers do not show
create or replace function mark_inscriptions() returns trigger language plpgsql as $$
begin
  if exists (
    select id, number, title, content_type from became except select id, number, title, content_type from was
  ) then
    perform mark_pages('{book,items,offers}');
  elsif exists (
    select key, id, traits, satributes, sat, last_sale_sats from became
    except
    select key, id, traits, satributes, sat, last_sale_sats from was
  ) then
    perform mark_pages('{book,items}');
  end if;
  return null;
end $$;

-- What concerns one profile --------------------------------------------------------------------------------------------
alter table offer_counts add column mark bigint not null default 0;
drop index offer_counts_party;
create index offer_counts_party on offer_counts (party) include (offers, counters, mark);
create or replace function fold_offer_counts(parties text[]) returns void language sql as $$
  with taken as (
    delete from offer_counts
    where id in (select id from offer_counts where party = any(parties) order by id for update skip locked)
    returning party, offers, counters, mark
  )
  insert into offer_counts (party, offers, counters, mark)
  select party, sum(offers), sum(counters), bit_xor(mark) from taken group by party
  having sum(offers) <> 0 or sum(counters) <> 0 or bit_xor(mark) <> 0;
$$;
-- Each party once, and with a number of its own.
create function change_parties(parties text[], offer_changes bigint[], counter_changes bigint[]) returns void language plpgsql as $$
declare
  folded text[];
begin
  with added as (
    insert into offer_counts (party, offers, counters, mark)
    select c.party, c.offers, c.counters, 1 + floor(random() * 9007199254740990)::bigint
    from unnest(parties, offer_changes, counter_changes) c (party, offers, counters)
    returning id, party
  )
  select array_agg(party) into folded from added where id % 16 = 0;
  if folded is not null then
    perform fold_offer_counts(folded);
  end if;
end $$;
-- A change of an offer that is counted as before has the change 0: it is another version of what its parties see.
create or replace function add_offer_counts(kinds text[], buyers uuid[], sellers text[], changes integer[]) returns void
  language plpgsql as $$
begin
  perform change_parties(array_agg(party), array_agg(offers), array_agg(counters)) from (
    select p.party, coalesce(sum(c.change) filter (where c.kind = 'buyer_offer'), 0) as offers,
      coalesce(sum(c.change) filter (where c.kind = 'seller_counter'), 0) as counters
    from unnest(kinds, buyers, sellers, changes) c (kind, buyer, seller, change)
      cross join lateral (values ('buyer:' || c.buyer), ('seller:' || c.seller)) p (party)
    group by p.party
  ) c;
end $$;
create or replace function count_offers_in() returns trigger language plpgsql as $$
begin
  perform add_offer_counts(array_agg(kind), array_agg(buyer_profile_id), array_agg(seller_address),
    array_agg((state = 'active')::integer))
  from touched having count(*) > 0;
  return null;
end $$;
create or replace function count_offers_out() returns trigger language plpgsql as $$
begin
  perform add_offer_counts(array_agg(kind), array_agg(buyer_profile_id), array_agg(seller_address),
    array_agg(-(state = 'active')::integer))
  from touched having count(*) > 0;
  return null;
end $$;
create or replace function count_offers_moved() returns trigger language plpgsql as $$
begin
  perform add_offer_counts(array_agg(kind), array_agg(buyer_profile_id), array_agg(seller_address), array_agg(change)) from (
    select kind, buyer_profile_id, seller_address, sum(change)::integer as change from (
      select id, kind, buyer_profile_id, seller_address, -(state = 'active')::integer as change from was
      union all
      select id, kind, buyer_profile_id, seller_address, (state = 'active')::integer from became
    ) both_sides group by kind, buyer_profile_id, seller_address
  ) c having count(*) > 0;
  return null;
end $$;

-- the history shows the transactions of an accepted offer
create function mark_settlements() returns trigger language plpgsql as $$
begin
  perform add_offer_counts(array_agg(o.kind), array_agg(o.buyer_profile_id), array_agg(o.seller_address), array_agg(0))
  from touched t join offers o on o.id = t.offer_id having count(*) > 0;
  return null;
end $$;
create trigger offer_settlements_mark_in after insert on offer_settlements
  referencing new table as touched for each statement execute function mark_settlements();
create trigger offer_settlements_mark after update on offer_settlements
  referencing new table as touched for each statement execute function mark_settlements();
create trigger offer_settlements_mark_out after delete on offer_settlements
  referencing old table as touched for each statement execute function mark_settlements();

-- the wallets of a profile say which offers it sees
create function mark_wallets() returns trigger language plpgsql as $$
begin
  perform change_parties(array_agg(party), array_agg(0::bigint), array_agg(0::bigint))
  from (select distinct 'buyer:' || profile_id as party from touched) t having count(*) > 0;
  return null;
end $$;
create trigger wallet_bindings_mark_in after insert on wallet_bindings
  referencing new table as touched for each statement execute function mark_wallets();
create trigger wallet_bindings_mark after update on wallet_bindings
  referencing new table as touched for each statement execute function mark_wallets();
create trigger wallet_bindings_mark_out after delete on wallet_bindings
  referencing old table as touched for each statement execute function mark_wallets();
