-- What a block closes -----------------------------------------------------------------------------------------------
-- The shelves of listings that one statement changed. A price or an expiry alone is on them too.
create function shelve_listings() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  changed uuid[];
begin
  select array_agg(n.id) into changed from became n join was o on o.id = n.id
  where (o.state = 'buyable' or n.state = 'buyable')
    and (o.state, o.listed_at, o.price_sats, o.expires_at, o.collection_slug)
      is distinct from (n.state, n.listed_at, n.price_sats, n.expires_at, n.collection_slug);
  if changed is null then
    return null;
  end if;
  delete from listing_shelves where listing_id = any(changed);
  insert into listing_shelves (slug, listing_id, listed_at, price_sats, expires_at)
  select k.slug, n.id, n.listed_at, n.price_sats, n.expires_at
  from became n cross join lateral (
    select n.collection_slug as slug
    union
    select m.slug from listing_items i join inscriptions c on c.id = i.inscription_id
      join collection_members m on m.inscription_key = c.key
    where i.listing_id = n.id
  ) k
  where n.id = any(changed) and n.state = 'buyable';
  return null;
end $$;
drop trigger listings_shelve on listings;
create trigger listings_shelve after update on listings
  referencing old table as was new table as became for each statement execute function shelve_listings();
drop function shelve_listing();

-- coins of new blocks, until the index has said what is on them
create index anchors_unread on anchors (confirmed_height, id) where state = 'unread';
