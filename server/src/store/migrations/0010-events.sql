-- Events: what changed, for clients and webhooks ------------------------------------------------------------------
-- Triggers write a row here in the transaction of each change, so that no flow can forget. Identities of concurrent
-- transactions commit out of order: an event gets its sequence number only after its commit (`number_events`).
create table event_outbox (
  id bigint generated always as identity primary key,
  -- e.g. listing.made; its topic is the part before the dot
  type text not null,
  -- events of one subject are delivered in order: listing:<id>, sale:<id>, floor:<slug>, chain
  subject text not null,
  -- public: anyone; members: every signed-in profile; own: only `profile_ids`
  audience text not null check (audience in ('public', 'members', 'own')),
  profile_ids uuid[] not null default '{}',
  trade_id uuid,
  slugs text[] not null default '{}',
  inscription_ids text[] not null default '{}',
  -- what the API's shapes read, as of the change
  state jsonb not null,
  -- by the clock of the database
  happened_at timestamptz(3) not null default clock_timestamp()
);
create index event_outbox_subject on event_outbox (subject);
create table events (
  -- without gaps, in the order of commits
  seq bigint primary key,
  -- part of the id that clients see: a number that another history of this database used again is noticed
  mark text not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  type text not null,
  subject text not null,
  audience text not null,
  profile_ids uuid[] not null,
  trade_id uuid,
  slugs text[] not null,
  inscription_ids text[] not null,
  state jsonb not null,
  happened_at timestamptz(3) not null,
  numbered_at timestamptz(3) not null default clock_timestamp()
);
create index events_age on events (numbered_at);
create table event_numbering (
  only_row boolean primary key default true check (only_row),
  last_seq bigint not null
);
-- the floor that the last event of a collection showed
create table event_floors (
  slug text primary key,
  floor_sats bigint,
  listed_count bigint not null
);

-- Gives numbers to what is committed, one caller at a time. The lock is an advisory one: a caller that waited for it sees,
-- in its next statement, everything that the one before numbered.
create function number_events(most integer, at timestamptz) returns bigint language plpgsql as $$
declare
  numbered bigint;
begin
  perform pg_advisory_xact_lock(7263046);
  insert into event_numbering (last_seq) values (0) on conflict do nothing;
  with taken as materialized (
    delete from event_outbox where id in (select id from event_outbox order by id limit most) returning *
  ), floors as materialized (
    -- A floor is read now, since transactions that ran at a time did not see each other's listings.
    select t.id, c.slug, count(k.listing_id) as listed_count, min(k.price_sats) as floor_sats
    from (select max(id) as id, state ->> 'slug' as slug from taken where type = 'floor.changed' group by 2) t
      join collections c on c.slug = t.slug
      left join listing_shelves k on k.slug = c.slug and (k.expires_at is null or k.expires_at > at)
    group by t.id, c.slug
  ), changed as (
    insert into event_floors as f (slug, floor_sats, listed_count) select slug, floor_sats, listed_count from floors
    on conflict (slug) do update set floor_sats = excluded.floor_sats, listed_count = excluded.listed_count
      where (f.floor_sats, f.listed_count) is distinct from (excluded.floor_sats, excluded.listed_count)
    returning slug
  ), kept as (
    select t.*, case when f.id is null then t.state
      else jsonb_build_object('slug', f.slug, 'floorSats', f.floor_sats, 'listedCount', f.listed_count) end as shown
    from taken t left join floors f on f.id = t.id
    where t.type <> 'floor.changed' or f.slug in (select slug from changed)
  ), counted as (
    insert into events (seq, type, subject, audience, profile_ids, trade_id, slugs, inscription_ids, state, happened_at)
    select n.last_seq + row_number() over (order by k.id), k.type, k.subject, k.audience, k.profile_ids, k.trade_id,
      k.slugs, k.inscription_ids, k.shown, k.happened_at
    from kept k cross join event_numbering n
    returning 1
  )
  select count(*) into numbered from counted;
  update event_numbering set last_seq = last_seq + numbered where numbered > 0;
  return numbered;
end $$;

-- Readers wake up, and poll as well: a lost notification delays an event, and loses none.
create function wake_event_readers() returns trigger language plpgsql as $$
begin
  perform pg_notify('ordbook_events', '');
  return null;
end $$;
create trigger event_outbox_wakes after insert on event_outbox
  for each statement execute function wake_event_readers();

-- The collections of inscriptions, with the one that a trade was made in.
create function event_slugs(made_in text, ids text[]) returns text[] language sql stable
  set plan_cache_mode = force_custom_plan as $$
  select coalesce(array_agg(slug order by slug), '{}') from (
    select made_in as slug where made_in is not null
    union
    select m.slug from inscriptions n join collection_members m on m.inscription_key = n.key where n.id = any(ids)
  ) k;
$$;
create function event_owners(address text) returns uuid[] language sql stable as $$
  select coalesce(array_agg(distinct profile_id), '{}') from wallet_bindings where ordinals_address = address;
$$;

-- Every move of a trade, for its parties alone.
create function tell_trade(kind text, trade uuid, was text, became text, parties uuid[], made_in text, ids text[])
  returns void language sql as $$
  insert into event_outbox (type, subject, audience, profile_ids, trade_id, slugs, inscription_ids, state)
  values ('trade.moved', 'trade:' || trade, 'own', parties, trade, event_slugs(made_in, ids), ids,
    jsonb_build_object('kind', kind, 'from', was, 'status', became));
$$;

create function listing_in_public(state text, listed_at timestamptz) returns text language sql immutable as $$
  select case
    when listed_at is null then 'unpublished'
    when state = 'buyable' then 'buyable'
    when state in ('pending_public', 'hidden_locked') then 'hidden'
    else 'closed' end;
$$;
create function tell_listing() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  was text := case when tg_op = 'UPDATE' then listing_in_public(old.state, old.listed_at) else 'unpublished' end;
  became text := listing_in_public(new.state, new.listed_at);
  ids text[];
begin
  select coalesce(array_agg(inscription_id order by position), array[new.inscription_id]) into ids
  from listing_items where listing_id = new.id;
  if tg_op = 'INSERT' or old.state <> new.state then
    perform tell_trade('listing', new.id, case when tg_op = 'UPDATE' then old.state end, new.state,
      array[new.seller_profile_id], new.collection_slug, ids);
  end if;
  if became = 'unpublished' or (became = was and became <> 'buyable') then return null; end if;
  insert into event_outbox (type, subject, audience, trade_id, slugs, inscription_ids, state)
  select case when was = 'unpublished' then 'listing.made' when became = 'closed' then 'listing.closed'
      else 'listing.changed' end,
    'listing:' || new.id, 'public', new.id, event_slugs(new.collection_slug, ids), ids,
    jsonb_build_object('status', became, 'id', new.id, 'sellerOrdinalsAddress', new.seller_ordinals_address,
      'priceSats', new.price_sats, 'listedAt', new.listed_at, 'expiresAt', new.expires_at,
      'inscriptionId', new.inscription_id, 'number', new.inscription_number, 'title', new.inscription_title,
      'sat', new.inscription_sat, 'txid', p.txid, 'vout', p.vout, 'satOffset', p.sat_offset,
      'collectionSlug', c.slug, 'collectionName', c.name, 'collectionKind', c.kind, 'collectionVerified', c.verified)
  from collections c left join locations p on p.inscription_key = new.inscription_key
  where c.slug = new.collection_slug;
  return null;
end $$;
create trigger listings_told after insert on listings for each row execute function tell_listing();
create trigger listings_told_again
  after update of state, price_sats, listed_at, expires_at, inscription_number, inscription_title, inscription_sat on listings
  for each row when ((old.state, old.price_sats, old.listed_at, old.expires_at, old.inscription_number, old.inscription_title,
      old.inscription_sat) is distinct from (new.state, new.price_sats, new.listed_at, new.expires_at,
      new.inscription_number, new.inscription_title, new.inscription_sat))
  execute function tell_listing();

-- A floor is marked as changed, and read when the mark is numbered.
create function tell_floors() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, subject, audience, slugs, state)
  select 'floor.changed', 'floor:' || slug, 'public', array[slug], jsonb_build_object('slug', slug)
  from (select distinct slug from touched) t;
  return null;
end $$;
create trigger listing_shelves_told_in after insert on listing_shelves
  referencing new table as touched for each statement execute function tell_floors();
create trigger listing_shelves_told_out after delete on listing_shelves
  referencing old table as touched for each statement execute function tell_floors();

create function tell_blocks() returns trigger language plpgsql as $$
begin
  insert into event_outbox (type, subject, audience, state)
  select case tg_op when 'INSERT' then 'block.applied' else 'block.undone' end, 'chain', 'public',
    jsonb_build_object('height', height, 'hash', hash, 'time', block_time)
  from touched order by case tg_op when 'INSERT' then height else -height end;
  return null;
end $$;
create trigger blocks_told_applied after insert on blocks
  referencing new table as touched for each statement execute function tell_blocks();
create trigger blocks_told_undone after delete on blocks
  referencing old table as touched for each statement execute function tell_blocks();

-- A pending sale is seen by its parties alone, as GET /sales shows confirmed ones only.
create function tell_sale() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  s sales%rowtype;
  was text := case when tg_op <> 'INSERT' then old.state end;
  became text := case when tg_op <> 'DELETE' then new.state end;
  happened text;
  ids text[];
begin
  if tg_op = 'DELETE' then s := old; else s := new; end if;
  happened := case
    when became = 'confirmed' and was = 'confirmed' then 'sale.changed'
    when became = 'confirmed' then 'sale.confirmed'
    when was = 'confirmed' or (was = 'pending' and became = 'failed') then 'sale.taken_back'
    when became = 'pending' then 'sale.pending' end;
  if happened is null then return null; end if;
  select array[s.inscription_id] || coalesce(array_agg(inscription_id order by inscription_id), '{}') into ids
  from sale_items where sale_id = s.id;
  insert into event_outbox (type, subject, audience, profile_ids, trade_id, slugs, inscription_ids, state)
  select happened, 'sale:' || s.id, case when 'confirmed' in (was, became) then 'public' else 'own' end,
    case when 'confirmed' in (was, became) then '{}' else array(
      select buyer_profile_id from purchases where id = s.purchase_id
      union select seller_profile_id from listings where id = s.listing_id
      union select buyer_profile_id from offers where id = s.offer_id
      union select unnest(event_owners(s.seller_address))) end,
    coalesce(s.listing_id, s.offer_id), event_slugs(s.collection_slug, ids), ids,
    jsonb_build_object('id', s.id, 'saleType', s.sale_type, 'txid', s.txid, 'inscriptionId', s.inscription_id,
      'number', s.inscription_number, 'title', s.inscription_title, 'sellerAddress', s.seller_address,
      'buyerAddress', s.buyer_address, 'priceSats', s.price_sats, 'priceUsd', s.price_usd,
      'soldAt', case when became = 'confirmed' then s.sold_at end,
      'blockHeight', case when became = 'confirmed' then s.block_height end,
      'collectionSlug', s.collection_slug, 'collectionName', c.name, 'collectionKind', c.kind,
      'collectionVerified', c.verified)
  from (select 1) one left join collections c on c.slug = s.collection_slug;
  return null;
end $$;
-- After `sales_shelve`, which lists what was sold.
create trigger sales_told after insert or delete on sales for each row execute function tell_sale();
create trigger sales_told_again
  after update of state, sale_type, price_usd, sold_at, block_height, inscription_number, inscription_title on sales
  for each row when ((old.state, old.sale_type, old.price_usd, old.sold_at, old.block_height, old.inscription_number,
      old.inscription_title) is distinct from (new.state, new.sale_type, new.price_usd, new.sold_at, new.block_height,
      new.inscription_number, new.inscription_title))
  execute function tell_sale();
-- What else was on a coin that was sold elsewhere is stored after its sale.
create function tell_sale_item() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  update event_outbox set inscription_ids = inscription_ids || new.inscription_id,
    slugs = event_slugs(state ->> 'collectionSlug', inscription_ids || new.inscription_id)
  where subject = 'sale:' || new.sale_id and not new.inscription_id = any(inscription_ids);
  return null;
end $$;
create trigger sale_items_told after insert on sale_items for each row execute function tell_sale_item();

-- Buyers' offers are shown to every signed-in profile, counters to their two parties.
create function tell_offer(f offers, was text) returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  topic text := case f.kind when 'buyer_offer' then 'offer' else 'counter' end;
  parties uuid[] := array(select f.buyer_profile_id union select unnest(event_owners(f.seller_address)));
begin
  insert into event_outbox (type, subject, audience, profile_ids, trade_id, slugs, inscription_ids, state)
  select topic || case when was is null then '.made' when f.state = 'active' then '.reopened'
      when f.state = 'accepted' then '.accepted' else '.ended' end,
    'offer:' || f.id, case topic when 'offer' then 'members' else 'own' end,
    case topic when 'offer' then '{}' else parties end, f.id,
    event_slugs(f.collection_slug, array[f.inscription_id]), array[f.inscription_id],
    jsonb_build_object('id', f.id, 'kind', f.kind, 'state', f.state, 'parentOfferId', f.parent_offer_id,
      'inscriptionId', f.inscription_id, 'buyerAddress', f.buyer_address, 'sellerAddress', f.seller_address,
      'priceSats', f.price_sats, 'fees', f.fees, 'floorSats', f.floor_sats, 'topOfferSats', f.top_offer_sats,
      'createdAt', f.created_at, 'expiresAt', f.expires_at, 'closedAt', f.closed_at,
      'settlementTxid', case when f.state = 'accepted' then t.settlement_txid end)
  from (select 1) one left join offer_settlements t on t.offer_id = f.id;
  perform tell_trade(case topic when 'offer' then 'offer' else 'counter' end, f.id, was, f.state, parties,
    f.collection_slug, array[f.inscription_id]);
end $$;
create function tell_offer_move() returns trigger language plpgsql as $$
begin
  -- An acceptance comes with its settlement, which is stored next.
  if new.state = 'accepted' and not exists (select from offer_settlements where offer_id = new.id) then return null; end if;
  perform tell_offer(new, case when tg_op = 'UPDATE' then old.state end);
  return null;
end $$;
create trigger offers_told after insert on offers for each row execute function tell_offer_move();
create trigger offers_told_again after update of state on offers
  for each row when (old.state <> new.state) execute function tell_offer_move();
create function tell_settlement() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  f offers%rowtype;
begin
  select * into f from offers where id = new.offer_id;
  if tg_op = 'INSERT' and f.state = 'accepted' then
    perform tell_offer(f, 'active');
  end if;
  perform tell_trade('settlement', new.offer_id, case when tg_op = 'UPDATE' then old.state end, new.state,
    array(select f.buyer_profile_id union select unnest(event_owners(f.seller_address))), f.collection_slug,
    array[f.inscription_id]);
  return null;
end $$;
create trigger offer_settlements_told after insert on offer_settlements
  for each row execute function tell_settlement();
create trigger offer_settlements_told_again after update of state on offer_settlements
  for each row when (old.state <> new.state) execute function tell_settlement();

create function tell_collection_offer() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  in_public constant text[] := case when tg_op = 'UPDATE' then array[old.state, new.state] else array['', new.state] end;
  shown constant text := case new.state when 'active' then 'active' when 'filling' then 'hidden' else 'closed' end;
begin
  perform tell_trade('collection offer', new.id, nullif(in_public[1], ''), new.state, array[new.maker_profile_id],
    new.slug, '{}');
  insert into event_outbox (type, subject, audience, trade_id, slugs, state)
  select case when in_public[1] = '' then 'collection_offer.made' when shown = 'closed' then 'collection_offer.closed'
      else 'collection_offer.changed' end,
    'collection offer:' || new.id, 'members', new.id, array[new.slug],
    jsonb_build_object('status', shown, 'slug', new.slug, 'id', new.id, 'target', new.target, 'priceSats', new.price_sats,
      'eligibleCount', new.eligible_count, 'makerAddress', new.maker_address, 'createdAt', new.created_at,
      'expiresAt', new.expires_at, 'sampleInscriptionId', new.sample_inscription_id,
      'sampleContentType', i.content_type, 'isPixelArt', c.pixel_art)
  from collections c left join inscriptions i on i.id = new.sample_inscription_id
  where c.slug = new.slug;
  return null;
end $$;
create trigger collection_offers_told after insert on collection_offers
  for each row execute function tell_collection_offer();
create trigger collection_offers_told_again after update of state on collection_offers
  for each row when (old.state <> new.state) execute function tell_collection_offer();

create function tell_purchase() returns trigger language plpgsql as $$
begin
  perform tell_trade('purchase', new.id, case when tg_op = 'UPDATE' then old.state end, new.state,
    array[new.buyer_profile_id], null, '{}');
  return null;
end $$;
create trigger purchases_told after insert on purchases for each row execute function tell_purchase();
create trigger purchases_told_again after update of state on purchases
  for each row when (old.state <> new.state) execute function tell_purchase();
create function tell_fill() returns trigger language plpgsql as $$
begin
  perform tell_trade('fill', new.id, case when tg_op = 'UPDATE' then old.state end, new.state,
    array[new.seller_profile_id], null, array[new.inscription_id]);
  return null;
end $$;
create trigger fill_attempts_told after insert on fill_attempts for each row execute function tell_fill();
create trigger fill_attempts_told_again after update of state on fill_attempts
  for each row when (old.state <> new.state) execute function tell_fill();

-- Webhooks ---------------------------------------------------------------------------------------------------------
create table webhooks (
  id uuid primary key,
  url text not null,
  -- null: every topic
  topics text[],
  slugs text[],
  -- true: also what only the parties of a trade see
  with_private boolean not null default false,
  -- whsec_ and base64; needed to sign, so it is stored as it is
  secret text not null,
  -- the last event that is stored as a delivery, or was not for this endpoint
  seen_seq bigint not null,
  created_at timestamptz(3) not null
);
create table webhook_deliveries (
  webhook_id uuid not null references webhooks (id) on delete cascade,
  seq bigint not null,
  subject text not null,
  event jsonb not null,
  -- waiting | dead
  status text not null default 'waiting' check (status in ('waiting', 'dead')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null,
  last_error text,
  primary key (webhook_id, seq)
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'waiting';
create index webhook_deliveries_subject on webhook_deliveries (webhook_id, subject, seq) where status = 'waiting';
