-- Times are kept to the millisecond, as JavaScript has them, so that a keyset cursor compares exactly.

-- Sign-in -------------------------------------------------------------------------------------------------------
create table profiles (
  id uuid primary key,
  username text, display_name text, bio text, avatar_url text, banner_url text,
  wallets_public boolean not null default true,
  created_at timestamptz(3) not null
);
create table wallet_bindings (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  label text not null,
  provider text not null default 'unknown',
  ordinals_address text not null,
  payment_address text not null,
  is_public boolean not null,
  created_at timestamptz(3) not null,
  unique (ordinals_address, payment_address)
);
create index wallet_bindings_profile on wallet_bindings (profile_id);
create index wallet_bindings_payment on wallet_bindings (payment_address);
create table auth_requests (
  id uuid primary key,
  ordinals_address text not null,
  payment_address text not null,
  -- [{id, role, address, message}]
  challenges jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index auth_requests_expiry on auth_requests (expires_at);

-- What is traded ------------------------------------------------------------------------------------------------
-- who brings trade in and gets a share of the marketplace's revenue
create table partners (
  id uuid primary key,
  name text not null unique,
  -- active | inactive
  status text not null check (status in ('active', 'inactive')),
  -- null: not payable yet
  payout_address text,
  share_bps integer not null check (share_bps between 0 and 10000),
  created_at timestamptz(3) not null
);
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
  created_at timestamptz(3) not null
) with (fillfactor = 50);
-- how far a collection's parent or gallery is read from the index
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
-- A coin as a number, for indexes: the first 52 bits of its transaction's id, and its place there. Other coins may have the same
-- number: where it is found, txid and vout are compared as well. `base/outpoint.ts` computes it too.
create function coin_key(txid text, vout bigint) returns bigint language sql immutable strict parallel safe
  return ('x000' || left(txid, 13))::bit(64)::bigint + vout;
create table inscriptions (
  id text primary key,
  -- what other tables know it by: an id is 66 characters long
  key bigint generated always as identity unique,
  number bigint not null,
  title text,
  content_type text,
  traits jsonb not null default '[]',
  satributes text[] not null default '{}',
  sat bigint,
  genesis_height integer not null,
  last_sale_sats bigint,
  -- tip of the index when this row was last read from it: moves up to it were never seen here
  synced_height integer not null,
  -- the row must be read again: a rollback went below synced_height, or the sat was lost and only the index knows where it is
  stale boolean not null default false
);
create index inscriptions_genesis on inscriptions (genesis_height);
create index inscriptions_synced on inscriptions (synced_height);
create index inscriptions_stale on inscriptions (id) where stale;
-- Where the sat of each inscription is now, as of the follower's tip. Blocks write here, hundreds of rows each: the row is small, its
-- indexes are few and narrow, and the page keeps room for the next version of a row.
create table locations (
  inscription_key bigint primary key references inscriptions (key) on delete cascade,
  vout bigint not null,
  sat_offset bigint not null,
  value_sats bigint not null,
  txid text not null,
  -- null: not at an address
  owner_address text
) with (fillfactor = 90);
create index locations_coin on locations (coin_key(txid, vout));
create table collection_members (
  slug text not null references collections (slug),
  inscription_key bigint not null references inscriptions (key),
  -- the inscription's number: ascending in the order of inscription
  position bigint not null,
  primary key (inscription_key, slug)
);
create index collection_members_position on collection_members (slug, position, inscription_key);
-- how many members carry a trait; an inscription that names a trait twice counts once. Triggers write here and below: no foreign
-- keys, which would cost more than the rows
create table collection_traits (
  slug text not null,
  trait_type text not null,
  trait_value text not null,
  member_count integer not null,
  primary key (slug, trait_type, trait_value)
);
-- how many members an address holds; no row: none. An owner of a collection is known by the first 64 bits of a hash of both: blocks
-- change hundreds of rows, and an index of addresses would be five times as large.
create table collection_owners (
  owner_key bigint primary key,
  held integer not null
) with (fillfactor = 90);
create function owner_key(slug text, address text) returns bigint language sql stable strict parallel safe
  return ('x' || left(encode(sha256(convert_to(slug || ' ' || address, 'UTF8')), 'hex'), 16))::bit(64)::bigint;

-- Members, traits and owners are counted as members come, move and go, so that no read has to. A statement may move thousands
-- of inscriptions at once: each count is a few set-based statements, read by key (see shelve_listing for the settings).
create function count_owners(slugs text[], owners bigint[], changes integer[]) returns void language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = on set enable_mergejoin = off as $$
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
  ), told as (
    update collections c set owner_count = owner_count + n.difference
    from (select slug, sum(difference)::integer as difference from outcome group by slug having sum(difference) <> 0) n
    where c.slug = n.slug
  )
  select array_agg(place) into gone from outcome where held = 0;
  delete from collection_owners where ctid = any(gone);
end $$;
create function count_traits(slugs text[], types text[], traits text[], changes integer[]) returns void language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into collection_traits as t (slug, trait_type, trait_value, member_count)
  select * from unnest(slugs, types, traits, changes)
  on conflict (slug, trait_type, trait_value) do update set member_count = t.member_count + excluded.member_count;
  delete from collection_traits t using unnest(slugs, types, traits) d (slug, type, value)
  where t.slug = d.slug and t.trait_type = d.type and t.trait_value = d.value and t.member_count = 0;
end $$;
create function count_members() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
create trigger collection_members_counted_in after insert on collection_members
  referencing new table as changed for each statement execute function count_members();
create trigger collection_members_counted_out after delete on collection_members
  referencing old table as changed for each statement execute function count_members();
create function count_moved() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
create trigger locations_counted after update on locations
  referencing old table as was new table as became for each statement execute function count_moved();
create function count_retold() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
create trigger inscriptions_counted after update on inscriptions
  referencing old table as was new table as became for each statement execute function count_retold();

-- Trading -------------------------------------------------------------------------------------------------------
-- Every coin of the anchor key. Those of exactly the configured anchor value serve as anchors; the others are split.
-- A coin is in the chain while confirmed_height is set and gone once spent_height is set: a rollback only nulls heights.
create table anchors (
  id uuid primary key,
  txid text not null,
  vout bigint not null,
  value_sats bigint not null,
  -- free | reserved (until) | assigned (to a listing or purchase) | retired (to be spent by the pool) | unsafe (holds an inscription)
  state text not null,
  reserved_until timestamptz(3),
  -- who has it for what, kept while it is assigned: {profileId, purpose}, and what a preflight promised: {feeRate, settlementTxid}
  reservation jsonb,
  -- when it was retired, for whose listing or counter, and what spending it costs the operator
  retired_at timestamptz(3),
  charged_to uuid,
  cost_sats bigint,
  -- the transaction that splits it, sent again until a block has it
  split_hex text,
  confirmed_height integer,
  spent_height integer,
  created_at timestamptz(3) not null,
  unique (txid, vout)
);
create index anchors_ready on anchors (value_sats, state) where confirmed_height is not null and spent_height is null;
create index anchors_confirmed on anchors (confirmed_height);
create index anchors_spent on anchors (spent_height);
create index anchors_splitting on anchors (id) where split_hex is not null and spent_height is null;
create index anchors_assigned on anchors ((reservation ->> 'profileId')) where state = 'assigned' and spent_height is null;
create index anchors_charged on anchors (charged_to, retired_at) where charged_to is not null;
-- one row: what revoking a listing costs now
create table revocation_price (
  only_row boolean primary key default true check (only_row),
  sats bigint not null
);
create table listings (
  id uuid primary key,
  -- pending_public | buyable | hidden_locked | sold | cancelled | expired | invalidated
  state text not null,
  collection_slug text not null references collections (slug),
  seller_profile_id uuid not null references profiles (id),
  seller_binding_id uuid not null references wallet_bindings (id),
  seller_ordinals_address text not null,
  seller_payment_address text not null,
  -- x-only internal key, hex
  seller_key text not null,
  -- canonical: the lowest number on the output
  inscription_id text not null,
  -- what a page of the book shows of it; null while it is not stored. Triggers keep these, here and in sales
  inscription_key bigint,
  inscription_number bigint,
  inscription_title text,
  inscription_sat bigint,
  utxo_txid text not null,
  utxo_vout bigint not null,
  utxo_value_sats bigint not null,
  price_sats bigint not null,
  -- FeeBreakdown's seller half as of the signature
  seller_fee_bps integer not null,
  seller_fee_sats bigint not null,
  seller_royalty_bps integer not null,
  seller_royalty_sats bigint not null,
  seller_receive_sats bigint not null,
  -- who is credited with the listing; status, address and share count as of the sale
  partner_id uuid references partners (id),
  anchor_id uuid not null references anchors (id),
  transfer_txid text not null,
  transfer_fee_sats bigint not null,
  -- set once the transfer may be public (it was sent in a package)
  transfer_sent_at timestamptz(3),
  -- the seller's signatures, hex; empty once forgotten
  transfer_signature text not null,
  sale_signature text not null,
  recovery_signature text not null,
  -- listings of one call share a recovery: which one, and the place of this one in it
  batch_id uuid not null,
  batch_position smallint not null,
  duration_days integer,
  created_at timestamptz(3) not null,
  -- when it became buyable
  listed_at timestamptz(3),
  expires_at timestamptz(3),
  -- height of the foreign spend that invalidated it, or, in a recovery, took what it waits for; null while that is only in the mempool
  invalidated_height integer,
  closed_at timestamptz(3),
  close_reason text,
  -- the transaction that returns a transferred inscription to its seller, once needed
  recovery_txid text,
  recovery_hex text,
  -- the child that raises its fee rate, where one was needed
  recovery_bump_hex text
);
create index listings_batch on listings (batch_id, batch_position);
create unique index listings_one_live on listings (utxo_txid, utxo_vout)
  where state in ('pending_public', 'buyable', 'hidden_locked');
-- what blocks spend is looked up in these: the output that was listed, and the passthrough that its transfer makes
create index listings_coin on listings (coin_key(utxo_txid, utxo_vout)) where state in ('pending_public', 'buyable');
create index listings_passthrough on listings (coin_key(transfer_txid, 0)) where state in ('pending_public', 'buyable');
create index listings_recent on listings (listed_at desc, id desc) where state = 'buyable';
create index listings_price on listings (price_sats, id) where state = 'buyable';
create index listings_seller_recent on listings (seller_ordinals_address, listed_at desc, id desc) where state = 'buyable';
create index listings_seller_price on listings (seller_ordinals_address, price_sats, id) where state = 'buyable';
create index listings_expiry on listings (expires_at) where state in ('pending_public', 'buyable');
create index listings_transfer on listings (transfer_txid);
create index listings_overtaken on listings (utxo_txid, utxo_vout) where state = 'invalidated' and closed_at is null;
create index listings_sold_by on listings (seller_profile_id, closed_at) where state = 'sold';
create index listings_unsettled on listings (state) where state in ('pending_public', 'invalidated') and closed_at is null;
create index listings_to_recover on listings (id)
  where state in ('cancelled', 'expired', 'invalidated') and transfer_sent_at is not null and recovery_signature <> '';
-- every inscription on the listed output
create table listing_items (
  listing_id uuid not null references listings (id),
  inscription_id text not null,
  sat_offset bigint not null,
  -- 0: the canonical one, then by number
  position integer not null,
  primary key (listing_id, inscription_id)
);
create index listing_items_inscription on listing_items (inscription_id);
-- Where a buyable listing is offered: in the collection that it was listed in, and in every collection that one of its
-- items is a member of. Rows exist only while the listing is buyable; triggers keep them, so that no flow can forget.
-- Sort keys are repeated here: a page of a collection is one range of one index, however many listings there are.
create table listing_shelves (
  slug text not null references collections (slug),
  listing_id uuid not null references listings (id),
  listed_at timestamptz(3) not null,
  price_sats bigint not null,
  primary key (listing_id, slug)
);
create index listing_shelves_recent on listing_shelves (slug, listed_at desc, listing_id desc);
create index listing_shelves_price on listing_shelves (slug, price_sats, listing_id);

-- A listing is inserted as pending_public, its items next, and becomes buyable by a move: the items are there then.
-- Everything here is read by key: a plan kept from when the tables were small, or made before they were analysed, would scan
-- them when they have grown.
create function shelve_listing() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if old.state = 'buyable' then
    delete from listing_shelves where listing_id = new.id;
  end if;
  if new.state = 'buyable' then
    insert into listing_shelves (slug, listing_id, listed_at, price_sats)
    select slug, new.id, new.listed_at, new.price_sats from (
      select new.collection_slug as slug
      union
      select m.slug from listing_items i join inscriptions n on n.id = i.inscription_id
        join collection_members m on m.inscription_key = n.key
      where i.listing_id = new.id
    ) shelves;
  end if;
  return null;
end $$;
create trigger listings_shelve after update of state, listed_at on listings
  for each row execute function shelve_listing();

create function shelve_member() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into listing_shelves (slug, listing_id, listed_at, price_sats)
  select new.slug, l.id, l.listed_at, l.price_sats
  from inscriptions n join listing_items i on i.inscription_id = n.id join listings l on l.id = i.listing_id
  where n.key = new.inscription_key and l.state = 'buyable'
  on conflict do nothing;
  return null;
end $$;
create trigger collection_members_shelve after insert on collection_members
  for each row execute function shelve_member();

create function unshelve_member() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from listing_shelves s using inscriptions n, listing_items i, listings l
  where n.key = old.inscription_key and i.inscription_id = n.id and l.id = i.listing_id and l.collection_slug <> old.slug
    and s.listing_id = i.listing_id and s.slug = old.slug
    and not exists (
      select from listing_items o join inscriptions other on other.id = o.inscription_id
        join collection_members m on m.inscription_key = other.key
      where o.listing_id = i.listing_id and m.slug = old.slug
    );
  return null;
end $$;
create trigger collection_members_unshelve after delete on collection_members
  for each row execute function unshelve_member();

create table purchases (
  id uuid primary key,
  -- broadcasting | pending | confirmed | failed
  state text not null,
  buyer_profile_id uuid not null references profiles (id),
  buyer_binding_id uuid not null references wallet_bindings (id),
  buyer_ordinals_address text not null,
  anchor_id uuid not null references anchors (id),
  settlement_txid text not null unique,
  -- raw hex in the order of submitpackage: transfers, then the sale
  package text[] not null,
  total_cost_sats bigint not null,
  -- the partner that it pays; null: unreferred
  partner_id uuid references partners (id),
  created_at timestamptz(3) not null,
  confirmed_height integer,
  -- tip at which a foreign spend of an input was first seen in a block
  conflict_height integer,
  failure text
);
create index purchases_open on purchases (state) where state in ('broadcasting', 'pending');
create index purchases_anchor on purchases (anchor_id);
create index purchases_height on purchases (confirmed_height);
-- the buyer's coins, until the purchase fails: a second purchase of the same coin would send its transfers for nothing
create table purchase_payments (
  txid text not null,
  vout bigint not null,
  purchase_id uuid not null references purchases (id),
  primary key (txid, vout)
);
create index purchase_payments_purchase on purchase_payments (purchase_id);
create table sales (
  id uuid primary key,
  -- pending | confirmed | failed
  state text not null,
  sale_type text not null check (sale_type in ('internal', 'external')),
  purchase_id uuid references purchases (id),
  listing_id uuid references listings (id),
  txid text not null,
  inscription_id text not null,
  inscription_number bigint,
  inscription_title text,
  -- primary collection at the time of the sale
  collection_slug text,
  seller_address text,
  buyer_address text,
  price_sats bigint not null,
  price_usd double precision,
  sold_at timestamptz(3),
  block_height integer,
  -- of its transaction in the block: sales of one second are told in the order of the chain
  block_position integer,
  -- also finds what was sold last
  unique (inscription_id, txid)
);
-- Pages of the book and of sales repeat what they show of an inscription: each row is then read in one place, however many inscriptions
-- there are. Who inserts a row locks the inscription, so that it either sees a change made meanwhile or is seen by its trigger.
create function name_listing() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  select key, number, title, sat
  into new.inscription_key, new.inscription_number, new.inscription_title, new.inscription_sat
  from inscriptions where id = new.inscription_id for share;
  return new;
end $$;
create trigger listings_named before insert on listings for each row execute function name_listing();
create function name_sale() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  select number, title into new.inscription_number, new.inscription_title
  from inscriptions where id = new.inscription_id for share;
  return new;
end $$;
create trigger sales_named before insert on sales for each row execute function name_sale();
create function rename_inscriptions() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with listed as (
    update listings l set inscription_key = t.key, inscription_number = t.number, inscription_title = t.title,
      inscription_sat = t.sat
    from told t join listing_items i on i.inscription_id = t.id and i.position = 0
    where l.id = i.listing_id and (l.inscription_key, l.inscription_number, l.inscription_title, l.inscription_sat)
      is distinct from (t.key, t.number, t.title, t.sat)
    returning l.id, l.state
  ), sold as (
    update sales s set inscription_number = t.number, inscription_title = t.title
    from told t where s.inscription_id = t.id
      and (s.inscription_number, s.inscription_title) is distinct from (t.number, t.title)
    returning s.id, s.state
  )
  insert into moves (kind, row_id, state_from, state_to)
  select 'listing', id, state, state from listed where state = 'buyable' union all select 'sale', id, state, state from sold;
  return null;
end $$;
create trigger inscriptions_named after insert on inscriptions
  referencing new table as told for each statement execute function rename_inscriptions();
create trigger inscriptions_renamed after update on inscriptions
  referencing new table as told for each statement execute function rename_inscriptions();
create function unname_inscriptions() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update listings l set inscription_key = null, inscription_number = null, inscription_title = null, inscription_sat = null
  from gone g join listing_items i on i.inscription_id = g.id and i.position = 0 where l.id = i.listing_id;
  update sales s set inscription_number = null, inscription_title = null from gone g where s.inscription_id = g.id;
  return null;
end $$;
create trigger inscriptions_unnamed after delete on inscriptions
  referencing old table as gone for each statement execute function unname_inscriptions();

-- A sale takes the place of its inscription's move in its block, unless it knows better: purchases, offers and fills are confirmed
-- after the block was applied.
create function place_sale() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  if new.state <> 'confirmed' then
    new.block_position = null;
  elsif new.block_position is null then
    new.block_position = coalesce((
      select m.block_position from inscriptions i
        join inscription_moves m on m.inscription_key = i.key and m.height = new.block_height
      where i.id = new.inscription_id), 0);
  end if;
  return new;
end $$;
create trigger sales_placed before insert or update of state on sales
  for each row execute function place_sale();
create index sales_recent on sales (sold_at desc, block_height desc, block_position desc, id desc) where state = 'confirmed';
create index sales_slug_recent on sales (collection_slug, sold_at desc, block_height desc, block_position desc, id desc)
  where state = 'confirmed';
create index sales_height on sales (block_height);
create index sales_listing on sales (listing_id);
create index sales_purchase on sales (purchase_id);
create index sales_unpriced on sales (block_height desc) where state = 'confirmed' and price_usd is null;

-- Following the chain -------------------------------------------------------------------------------------------
create table blocks (
  height integer primary key,
  hash text not null,
  block_time timestamptz(3) not null,
  -- price of a bitcoin at that time in USD, once asked for
  btc_usd double precision,
  -- how to undo it is forgotten
  is_final boolean not null default false
);
create unique index blocks_hash on blocks (hash);
create index blocks_undoable on blocks (height) where not is_final;
-- how to undo a block: where each moved inscription was before it
create table inscription_moves (
  inscription_key bigint not null,
  height integer not null,
  -- in the block, of the transaction that moved it last
  block_position integer not null,
  vout bigint not null,
  sat_offset bigint not null,
  value_sats bigint not null,
  txid text not null,
  owner_address text,
  primary key (height, inscription_key)
);
create table floor_snapshots (
  slug text not null references collections (slug),
  taken_at timestamptz(3) not null,
  floor_sats bigint,
  listed_count integer not null,
  primary key (slug, taken_at)
);

-- Every change of a state, written by the statement that makes it (`database/moves.ts`): the story of a trade, and what events are
-- made of. Blocks and floors are here until they are events.
create table moves (
  id bigint generated always as identity primary key,
  -- listing | purchase | offer (or counter) | settlement | collection offer | fill | sale | block | floor
  kind text not null,
  -- null: a block or a floor
  row_id uuid,
  -- of a floor
  slug text,
  -- null: it was made; the same as state_to: only what is shown of it changed
  state_from text,
  -- null: it was deleted
  state_to text,
  reason text,
  -- of a block; else of the applied chain
  height integer,
  -- what events show of the row as of the change, where later changes overwrite that; until it is numbered
  kept jsonb,
  -- its events have their numbers
  is_numbered boolean not null default false,
  -- by the clock of the database
  moved_at timestamptz(3) not null default clock_timestamp()
);
create index moves_row on moves (row_id, id);
create index moves_unnumbered on moves (id) where not is_numbered;
-- Readers of events wake up, and poll as well: a lost notification delays an event, and loses none.
create function wake_event_readers() returns trigger language plpgsql as $$
begin
  if exists (select from noted) then perform pg_notify('ordbook_events', ''); end if;
  return null;
end $$;
create trigger moves_wake after insert on moves
  referencing new table as noted for each statement execute function wake_event_readers();
