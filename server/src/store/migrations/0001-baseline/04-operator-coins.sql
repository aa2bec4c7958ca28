-- Coins that the operator lends to trades -----------------------------------------------------------------------------

-- Every coin of the anchor key. Those of exactly the configured anchor value pay for transfers and purchases; the others are made
-- into such. A coin is in the chain while confirmed_height is set and gone once spent_height is set: a rollback only nulls heights.
create table anchors (
  id uuid primary key,
  txid text not null,
  vout bigint not null,
  value_sats bigint not null,
  -- operator-coins/machine.ts says what each means
  state text not null,
  reserved_until timestamptz(3),
  -- who has it for what, kept while it is assigned: {profileId, purpose}, and what a preflight promised: {feeRate, settlementTxid}
  reservation jsonb,
  -- when it was retired, for whose listing or counter, and what spending it costs the operator
  retired_at timestamptz(3),
  charged_to uuid,
  cost_sats bigint,
  -- the inscription of a listing or counter that the sales of its seller have not paid for; null: paid, or of no such thing
  unpaid_for text,
  -- the transaction that splits it, sent again until a block has it
  fan_out_hex text,
  confirmed_height integer,
  spent_height integer,
  created_at timestamptz(3) not null,
  unique (txid, vout)
);
create index anchors_ready on anchors (value_sats, state) where confirmed_height is not null and spent_height is null;
create index anchors_confirmed on anchors (confirmed_height);
create index anchors_spent on anchors (spent_height);
create index anchors_fanning_out on anchors (id) where fan_out_hex is not null and spent_height is null;
create index anchors_assigned on anchors ((reservation ->> 'profileId')) where state = 'assigned' and spent_height is null;
create index anchors_charged on anchors (charged_to, retired_at) where charged_to is not null;
-- closings are added up from the newest one on, of one inscription and of all, until they reach a ceiling
create index anchors_unpaid on anchors (retired_at desc, id desc) include (cost_sats)
  where unpaid_for is not null and charged_to is not null;
create index anchors_unpaid_for on anchors (unpaid_for, retired_at desc, id desc) include (cost_sats)
  where unpaid_for is not null and charged_to is not null;
-- coins of new blocks, until the index has said what is on them
create index anchors_unread on anchors (confirmed_height, id) where state = 'unread';
-- which listings do the coins that a block spends pay for?
create index anchors_coin on anchors (coin_key(txid, vout));
-- One row: what revoking a listing costs now.
create table revocation_price (
  only_row boolean primary key default true check (only_row),
  sats bigint not null
);
-- Coins that admit a fill of a collection offer: each fill spends one and makes it again.
create table admissions (
  id uuid primary key,
  tier integer not null,
  txid text not null,
  vout bigint not null,
  -- operator-coins/machine.ts says what each means
  state text not null,
  reserved_until timestamptz(3),
  -- {profileId, purpose: inscription id}, and what the preflight promised: {offerId, feeRate, settlementTxid}
  reservation jsonb,
  -- anybody can pay to a tier's address: whether the gate knows the coin, and it holds neither an inscription nor a rune; null: not
  -- asked yet
  is_own boolean,
  confirmed_height integer,
  spent_height integer,
  created_at timestamptz(3) not null,
  unique (txid, vout)
);
create index admissions_ready on admissions (tier, confirmed_height) where spent_height is null and is_own;
create index admissions_unknown on admissions (id) where spent_height is null and is_own is null;
