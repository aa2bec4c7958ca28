-- What a block closes -----------------------------------------------------------------------------------------------
-- A block closes several listings in one statement. What clients hear of them is written in one statement as well: planned
-- once, not for each listing.
create function tell_listings() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if not exists (
    select from became n join was o on o.id = n.id
    where (o.state, o.price_sats, o.listed_at, o.expires_at, o.inscription_number, o.inscription_title, o.inscription_sat)
      is distinct from (n.state, n.price_sats, n.listed_at, n.expires_at, n.inscription_number, n.inscription_title, n.inscription_sat)
  ) then
    return null;
  end if;
  with changed as materialized (
    select n.*, o.state as state_before, listing_in_public(o.state, o.listed_at) as public_before,
      listing_in_public(n.state, n.listed_at) as public_now, i.ids, k.slugs
    from became n join was o on o.id = n.id
      cross join lateral (
        select coalesce(array_agg(inscription_id order by position), array[n.inscription_id]) as ids
        from listing_items where listing_id = n.id
      ) i
      -- as event_slugs
      cross join lateral (
        select coalesce(array_agg(slug order by slug), '{}') as slugs from (
          select n.collection_slug as slug where n.collection_slug is not null
          union
          select m.slug from inscriptions c join collection_members m on m.inscription_key = c.key where c.id = any(i.ids)
        ) s
      ) k
    where (o.state, o.price_sats, o.listed_at, o.expires_at, o.inscription_number, o.inscription_title, o.inscription_sat)
      is distinct from (n.state, n.price_sats, n.listed_at, n.expires_at, n.inscription_number, n.inscription_title, n.inscription_sat)
  ), told as (
    select 1 as place, id, 'trade.moved' as type, 'trade:' || id as subject, 'own' as audience,
      array[seller_profile_id] as profile_ids, slugs, ids,
      jsonb_build_object('kind', 'listing', 'from', state_before, 'status', state) as shown
    from changed where state <> state_before
    union all
    select 2, n.id, case when n.public_before = 'unpublished' then 'listing.made' when n.public_now = 'closed' then 'listing.closed'
        else 'listing.changed' end,
      'listing:' || n.id, 'public', '{}', n.slugs, n.ids,
      jsonb_build_object('status', n.public_now, 'id', n.id, 'sellerOrdinalsAddress', n.seller_ordinals_address,
        'priceSats', n.price_sats, 'listedAt', n.listed_at, 'expiresAt', n.expires_at,
        'inscriptionId', n.inscription_id, 'number', n.inscription_number, 'title', n.inscription_title,
        'sat', n.inscription_sat, 'txid', p.txid, 'vout', p.vout, 'satOffset', p.sat_offset,
        'collectionSlug', c.slug, 'collectionName', c.name, 'collectionKind', c.kind, 'collectionVerified', c.verified)
    from changed n join collections c on c.slug = n.collection_slug
      left join locations p on p.inscription_key = n.inscription_key
    where n.public_now <> 'unpublished' and (n.public_now <> n.public_before or n.public_now = 'buyable')
  )
  insert into event_outbox (type, subject, audience, profile_ids, trade_id, slugs, inscription_ids, state)
  select type, subject, audience, profile_ids, id, slugs, ids, shown from told order by id, place;
  return null;
end $$;
drop trigger listings_told_again on listings;
create trigger listings_told_again after update on listings
  referencing old table as was new table as became for each statement execute function tell_listings();

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
