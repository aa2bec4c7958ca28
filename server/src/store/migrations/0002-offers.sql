-- Inscription offers and counters --------------------------------------------------------------------------------
create table offers (
  id uuid primary key,
  kind text not null check (kind in ('buyer_offer', 'seller_counter')),
  -- active | accepted | rejected | cancelled | expired | invalidated
  state text not null,
  -- of a counter: the buyer's offer that it answers
  parent_offer_id uuid references offers (id),
  collection_slug text not null references collections (slug),
  inscription_id text not null,
  buyer_profile_id uuid not null references profiles (id),
  buyer_binding_id uuid not null references wallet_bindings (id),
  buyer_address text not null,
  -- the owner at the time: who has never signed in is known by the address only
  seller_address text not null,
  -- of a counter: the wallet that made it
  seller_binding_id uuid references wallet_bindings (id),
  price_sats bigint not null,
  -- FeeBreakdown as of the signature
  fees jsonb not null,
  -- what the settlement is made of: OfferTerms, or CounterTerms of a counter
  terms jsonb not null,
  -- who made it signed: {settlement: [{inputIndex, signature}]}, of a counter {transfer, settlement, recovery}; null once forgotten
  signatures jsonb,
  -- of an offer its settlement, of a counter its transfer: fixed with the first signature
  first_txid text not null,
  -- of a counter: the coin that pays its transfer
  anchor_id uuid references anchors (id),
  -- of a counter: the fee rate that the buyer's last preflight promised, sat/vB
  promised_fee_rate integer,
  floor_sats bigint,
  top_offer_sats bigint,
  validity_hours integer not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- when it left `active`
  closed_at timestamptz(3),
  close_reason text,
  -- height of the foreign spend that invalidated it, null while that is only in the mempool
  invalidated_height integer,
  -- true: nothing can bring it back, and its signatures are forgotten
  is_final boolean not null default false
);
create unique index offers_one_active on offers (first_txid) where state = 'active';
create unique index offers_one_counter on offers (parent_offer_id) where state = 'active';
create index offers_inscription on offers (inscription_id, created_at desc, id desc);
create index offers_book on offers (inscription_id, price_sats desc) where state = 'active';
create index offers_buyer on offers (buyer_profile_id, created_at desc, id desc) where state = 'active';
create index offers_seller on offers (seller_address, inscription_id) where state = 'active';
create index offers_expiry on offers (expires_at) where state = 'active';
create index offers_first_txid on offers (first_txid);
create index offers_unsettled on offers (id) where state = 'invalidated' and not is_final;
-- the coins that an offer's transactions spend as far as they are known: the inscription's and the buyer's
create table offer_coins (
  offer_id uuid not null references offers (id),
  txid text not null,
  vout bigint not null,
  primary key (offer_id, txid, vout)
);
create index offer_coins_coin on offer_coins (coin_key(txid, vout));

-- What happened to an offer, for the feed of both parties. A trigger keeps it, so that no flow can forget: an event is gone when its
-- move is taken back. Parties are repeated here: a page of one party's feed is one range of one index.
create table offer_events (
  offer_id uuid not null references offers (id),
  -- created | accepted | rejected | cancelled | expired | invalidated
  event_type text not null,
  occurred_at timestamptz(3) not null,
  buyer_profile_id uuid not null,
  seller_address text not null,
  primary key (offer_id, event_type)
);
create index offer_events_buyer on offer_events (buyer_profile_id, occurred_at desc, offer_id desc, event_type desc);
create index offer_events_seller on offer_events (seller_address, occurred_at desc, offer_id desc, event_type desc);
create function record_offer_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into offer_events (offer_id, event_type, occurred_at, buyer_profile_id, seller_address)
    values (new.id, 'created', new.created_at, new.buyer_profile_id, new.seller_address);
  elsif new.state <> old.state then
    delete from offer_events where offer_id = new.id and event_type <> 'created';
    if new.state <> 'active' then
      insert into offer_events (offer_id, event_type, occurred_at, buyer_profile_id, seller_address)
      values (new.id, new.state, new.closed_at, new.buyer_profile_id, new.seller_address);
    end if;
  end if;
  return null;
end $$;
create trigger offers_events after insert or update of state on offers
  for each row execute function record_offer_event();

-- The transactions of an accepted offer.
create table offer_settlements (
  id uuid primary key,
  offer_id uuid not null unique references offers (id),
  -- broadcasting | pending | confirmed | failed
  state text not null,
  settlement_txid text not null,
  -- the child that brings the proceeds to the seller's payment address, where there is one
  payout_txid text,
  -- of a counter: the transaction that makes the buyer's exact coin
  funding_txid text,
  -- raw hex in the order of submission
  package text[] not null,
  created_at timestamptz(3) not null,
  confirmed_height integer,
  -- tip at which a foreign spend of an input was first seen in a block
  conflict_height integer,
  failure text,
  -- true: a block has the payout, or the seller spent the proceeds otherwise
  payout_done boolean not null default false,
  -- the transaction that returns a transferred inscription to its seller, once needed
  recovery_txid text,
  recovery_hex text,
  recovered boolean not null default false
);
create index offer_settlements_open on offer_settlements (state) where state in ('broadcasting', 'pending');
create index offer_settlements_height on offer_settlements (confirmed_height);
create index offer_settlements_payouts on offer_settlements (id) where state = 'confirmed' and payout_txid is not null and not payout_done;
create index offer_settlements_failed on offer_settlements (id) where state = 'failed' and not recovered;
alter table sales add column offer_id uuid references offers (id);
create index sales_offer on sales (offer_id);

-- Collection offers: what the price rule of inscription offers reads ---------------------------------------------
create table collection_offers (
  id uuid primary key,
  -- active | accepted | cancelled | expired | invalidated
  state text not null,
  slug text not null references collections (slug),
  maker_profile_id uuid not null references profiles (id),
  maker_binding_id uuid not null references wallet_bindings (id),
  -- {kind: 'all'}, or {kind, traits: [{type, values}]}: a member matches when each type has one of its values
  target jsonb not null,
  -- the same for offers of the same target
  scope_key text not null,
  price_sats bigint not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index collection_offers_book on collection_offers (slug, price_sats desc) where state = 'active';
create table fill_attempts (
  id uuid primary key,
  offer_id uuid not null references collection_offers (id),
  -- seller_signed | pending | broadcast | accepted | failed
  state text not null,
  created_at timestamptz(3) not null
);
create index fill_attempts_offer on fill_attempts (offer_id) where state <> 'failed';
