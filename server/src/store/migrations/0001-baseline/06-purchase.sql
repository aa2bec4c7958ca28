-- Purchases of listings -------------------------------------------------------------------------------------------------

-- One or more listings bought with one package. purchase/machine.ts says what each state means.
create table purchases (
  id uuid primary key,
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
  -- of the applied chain: its patience ends so many blocks later
  made_at_height integer default applied_height(),
  confirmed_height integer,
  failure text,
  -- why the node does not take the package now; null: it took it, or was not asked
  node_refusal text,
  -- of the package, sat/vB
  fee_rate integer,
  -- a child of the operator that pays for the package while it waits in the mempool
  bump_hex text,
  bump_fee_sats bigint not null default 0,
  bumped_at timestamptz(3)
);
create index purchases_open on purchases (state) where state in ('broadcasting', 'pending', 'stalled');
create index purchases_anchor on purchases (anchor_id);
create index purchases_height on purchases (confirmed_height);
create index purchases_given_up on purchases (settlement_txid) where state = 'failed';
create index purchases_bumped on purchases (bumped_at) where bumped_at is not null;
create index purchases_own on purchases (buyer_profile_id, created_at desc, id desc);
create index purchases_made on purchases (created_at desc, id desc);
-- The buyer's coins, until the purchase fails: a second purchase of the same coin would send its transfers for nothing.
create table purchase_payments (
  txid text not null,
  vout bigint not null,
  purchase_id uuid not null references purchases (id),
  primary key (txid, vout)
);
create index purchase_payments_purchase on purchase_payments (purchase_id);
