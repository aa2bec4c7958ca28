-- Blocks, where inscriptions are, and which coins are spent -----------------------------------------------------------

-- A coin as a number, for indexes: the first 52 bits of its transaction's id, and its place there. Other coins may have the same
-- number: where it is found, txid and vout are compared as well. `base/outpoint.ts` computes it too.
create function coin_key(txid text, vout bigint) returns bigint language sql immutable strict parallel safe
  return ('x000' || left(txid, 13))::bit(64)::bigint + vout;

-- The blocks that are applied. A reorg deletes them, the highest first.
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
create function applied_height() returns integer language sql stable as $$ select max(height) from blocks $$;

-- Inscriptions of the collections, as the index told of them. Where each is now is in `locations`.
create table inscriptions (
  id text primary key,
  -- what other tables know it by: an id is 66 characters long
  key bigint generated always as identity unique,
  number bigint not null,
  title text,
  content_type text,
  -- of its own body; null: none
  content_bytes bigint,
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
-- search; anyone may inscribe a title of any length, and an index takes only the start of it
create index inscriptions_number on inscriptions (number);
create index inscriptions_title on inscriptions (lower(left(title, 100)) text_pattern_ops) where title is not null;
-- Where the sat of each inscription is, as of the follower's tip. Blocks write here, hundreds of rows each: the row is small, its
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
create index locations_owner on locations (owner_address, inscription_key) where owner_address is not null;
-- How to undo a block: where each inscription that it moved was before.
create table inscription_moves (
  inscription_key bigint not null,
  height integer not null,
  vout bigint not null,
  sat_offset bigint not null,
  value_sats bigint not null,
  txid text not null,
  owner_address text,
  primary key (height, inscription_key)
);
-- Coins that trades depend on, and the transaction of an applied block that spends each.
create table watched_coins (
  txid text not null,
  vout bigint not null,
  -- blocks up to this height were searched for its spend; later ones record it when they are applied
  searched_height integer not null,
  spent_by text,
  spent_height integer,
  -- of the transaction in the block
  spent_position integer,
  primary key (txid, vout),
  check ((spent_by is null) = (spent_height is null) and (spent_by is null) = (spent_position is null))
);
create index watched_coins_key on watched_coins (coin_key(txid, vout));
create index watched_coins_spent on watched_coins (spent_height) where spent_height is not null;
create index watched_coins_spenders on watched_coins (spent_by) where spent_by is not null;
-- What a reorg took back of the coins that trades depend on: each input of a transaction that a block had until then, and that made
-- a coin of a trade, or a coin which that was made of. Once a block has another spend of one, no block can have the transaction, and
-- nobody will ever spend the coin.
create table undone_inputs (
  made_by text not null,
  txid text not null,
  vout bigint not null,
  -- of the block that had the transaction
  undone_height integer not null,
  primary key (made_by, txid, vout)
);
