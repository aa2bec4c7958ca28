-- Listings, and their rows in each collection ------------------------------------------------------------------------------

-- An inscription's output for sale at a price, with what the seller has signed. listing/machine.ts says what each state means.
create table listings (
  id uuid primary key,
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
create index listings_anchor on listings (anchor_id);
-- a page of a collection looks for listings that only the mempool overtook by their coin
create index listings_open_coin on listings (utxo_txid, utxo_vout) where closed_at is null;
-- followed a page at a time
create index listings_unsettled on listings (state, id)
  where state in ('pending_public', 'invalidated') and closed_at is null;
create index listings_to_recover on listings (id)
  where state in ('cancelled', 'expired', 'invalidated') and transfer_sent_at is not null and recovery_signature <> '';
-- what a wallet has open, to be closed when it is banned; the same for offers
create index listings_open_of on listings (seller_binding_id)
  where state in ('pending_public', 'buyable', 'invalidated') and closed_at is null;
-- a profile's own, and the operator's list, newest first; the same for every kind of trade
create index listings_own on listings (seller_profile_id, created_at desc, id desc);
create index listings_made on listings (created_at desc, id desc);
-- Every inscription on the listed output. A listing of several is a bundle.
create table listing_items (
  listing_id uuid not null references listings (id),
  inscription_id text not null,
  sat_offset bigint not null,
  -- 0: the canonical one, then by number
  position integer not null,
  primary key (listing_id, inscription_id)
);
create index listing_items_inscription on listing_items (inscription_id);
-- Where a buyable listing is offered: in the collection that it was listed in, and in every collection that one of its items is a
-- member of. Rows exist only while the listing is buyable. Sort keys are repeated here: a page of a collection is one range of one
-- index, however many listings there are. An expired one is left out by its time, whether or not the follower has closed it.
create table collection_listings (
  slug text not null references collections (slug),
  listing_id uuid not null references listings (id),
  listed_at timestamptz(3) not null,
  price_sats bigint not null,
  expires_at timestamptz(3),
  primary key (listing_id, slug)
);
create index collection_listings_recent on collection_listings (slug, listed_at desc, listing_id desc);
-- floors and counts are read from the index alone
create index collection_listings_price on collection_listings (slug, price_sats, listing_id) include (expires_at);

-- A listing is inserted as pending_public with its items, and becomes buyable by a move: the items are there then.
create function collect_listings() returns trigger language plpgsql as $$
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
  delete from collection_listings where listing_id = any(changed);
  insert into collection_listings (slug, listing_id, listed_at, price_sats, expires_at)
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
-- Relied on by the book, the floors and the counts of a collection: a listing is there exactly while it is buyable.
create trigger listings_collect after update on listings
  referencing old table as was new table as became for each statement execute function collect_listings();

create function collect_listings_of_members() returns trigger language plpgsql as $$
begin
  insert into collection_listings (slug, listing_id, listed_at, price_sats, expires_at)
  select distinct c.slug, l.id, l.listed_at, l.price_sats, l.expires_at
  from changed c join inscriptions n on n.key = c.inscription_key
    join listing_items i on i.inscription_id = n.id join listings l on l.id = i.listing_id
  where l.state = 'buyable'
  on conflict do nothing;
  return null;
end $$;
create function drop_listings_of_members() returns trigger language plpgsql as $$
begin
  delete from collection_listings s using changed c, inscriptions n, listing_items i, listings l
  where n.key = c.inscription_key and i.inscription_id = n.id and l.id = i.listing_id and l.collection_slug <> c.slug
    and s.listing_id = i.listing_id and s.slug = c.slug
    and not exists (
      select from listing_items o join inscriptions other on other.id = o.inscription_id
        join collection_members m on m.inscription_key = other.key
      where o.listing_id = i.listing_id and m.slug = c.slug
    );
  return null;
end $$;
-- Relied on by the same: an inscription becomes a member while it is listed, or a reorg takes that back.
create trigger collection_members_collect after insert on collection_members
  referencing new table as changed for each statement execute function collect_listings_of_members();
create trigger collection_members_drop_listings after delete on collection_members
  referencing old table as changed for each statement execute function drop_listings_of_members();

-- Who inserts a listing or a sale locks the inscription, so that it either sees a change made meanwhile or is seen by the triggers of
-- inscriptions (09-sale.sql).
create function name_listing() returns trigger language plpgsql as $$
begin
  select key, number, title, sat
  into new.inscription_key, new.inscription_number, new.inscription_title, new.inscription_sat
  from inscriptions where id = new.inscription_id for share;
  return new;
end $$;
-- Relied on by pages of the book, which read each row in one place, however many inscriptions there are.
create trigger listings_named before insert on listings for each row execute function name_listing();
