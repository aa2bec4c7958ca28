-- Coins that trades depend on, and the transaction of an applied block that spends each --------------------------
create table watched_coins (
  txid text not null,
  vout bigint not null,
  -- blocks up to this height were searched for its spend; later ones record it when they are applied
  searched_height integer not null,
  spent_by text,
  spent_height integer,
  primary key (txid, vout),
  check ((spent_by is null) = (spent_height is null))
);
create index watched_coins_key on watched_coins (coin_key(txid, vout));
create index watched_coins_spent on watched_coins (spent_height) where spent_height is not null;
create index watched_coins_spenders on watched_coins (spent_by) where spent_by is not null;

insert into watched_coins (txid, vout, searched_height)
  select distinct txid, vout, (select coalesce(max(height), 0) from blocks) - 1000
  from (
    select utxo_txid as txid, utxo_vout as vout from listings where closed_at is null or transfer_sent_at is not null
    union all select transfer_txid, 0 from listings where closed_at is null or transfer_sent_at is not null
    union all select txid, vout from anchors where spent_height is null
    union all select txid, vout from purchase_payments
    union all select txid, vout from offer_coins
    union all select txid, vout from collection_offer_coins
    union all select funding_txid, 0 from collection_offers where not is_final
  ) coins;

alter table purchases drop column conflict_height;
alter table offer_settlements drop column conflict_height;
alter table fill_attempts drop column conflict_height;
create index purchases_given_up on purchases (settlement_txid) where state = 'failed';
create index offer_settlements_given_up on offer_settlements (settlement_txid) where state = 'failed';
create index fill_attempts_given_up on fill_attempts (settlement_txid) where state = 'failed';

-- Answers to submits, so that the same body gets the same answer ------------------------------------------------
create table submissions (
  -- SHA-256 of profile, flow and body
  key text primary key,
  answer jsonb not null,
  -- transactions that the body signs
  txids text[] not null,
  trade_ids text[] not null,
  profile_id uuid not null references profiles (id),
  created_at timestamptz not null
);
create index submissions_age on submissions (created_at);
create index submissions_txids on submissions using gin (txids);
create index listings_anchor on listings (anchor_id);

-- Own sales whose trade this database does not know: read back from their blocks after a restore ----------------
alter table sales add column read_back boolean not null default false;
create index sales_read_back on sales (block_height) where read_back;
-- The cluster that holds this database, as PostgreSQL numbers it: another one means that it was copied
create table database_marks (
  only_row boolean primary key default true check (only_row),
  system_identifier text not null,
  restored_at timestamptz
);

-- Why the node does not take a stored package now; null: it took it, or was not asked -----------------------------
alter table purchases add column node_refusal text;
alter table offer_settlements add column node_refusal text;
alter table fill_attempts add column node_refusal text;
-- Settlements: the state is also stalled (no node took it for long; its coins are free for other offers)
drop index offer_settlements_open;
create index offer_settlements_open on offer_settlements (state) where state in ('broadcasting', 'pending', 'stalled');
-- The fee rate that a preflight promised holds for so long
alter table offers add column promised_until timestamptz(3);

-- Purchases that wait in the mempool: a child of the operator pays for them ----------------------------------------
alter table purchases
  -- of the package, sat/vB; null: made before this column was
  add column fee_rate integer,
  add column bump_hex text,
  add column bump_fee_sats bigint not null default 0,
  add column bumped_at timestamptz(3);
create index purchases_bumped on purchases (bumped_at) where bumped_at is not null;
