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
