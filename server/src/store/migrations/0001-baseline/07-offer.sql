-- Inscription offers, counters, and their settlements ---------------------------------------------------------------------

-- A buyer's offer on one inscription, or a seller's counter to it. offer/machine.ts says what each state means.
create table offers (
  id uuid primary key,
  kind text not null check (kind in ('buyer_offer', 'seller_counter')),
  state text not null,
  -- of a counter: the buyer's offer that it answers
  parent_offer_id uuid references offers (id),
  collection_slug text not null references collections (slug),
  inscription_id text not null,
  -- both null: it came as a PSBT, of a buyer without an account
  buyer_profile_id uuid references profiles (id),
  buyer_binding_id uuid references wallet_bindings (id),
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
  -- the fee rate that the last preflight of an acceptance promised, sat/vB, and until when
  promised_fee_rate integer,
  promised_until timestamptz(3),
  -- floor and highest offer when it was made
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
  is_final boolean not null default false,
  check ((buyer_profile_id is null) = (buyer_binding_id is null) and (buyer_profile_id is not null or kind = 'buyer_offer'))
);
create unique index offers_one_active on offers (first_txid) where state = 'active';
create unique index offers_one_counter on offers (parent_offer_id) where state = 'active';
create index offers_inscription on offers (inscription_id, created_at desc, id desc);
create index offers_book on offers (inscription_id, price_sats desc) where state = 'active';
create index offers_newest on offers (inscription_id, created_at desc, id desc) where state = 'active';
create index offers_buyer on offers (buyer_profile_id, created_at desc, id desc) where state = 'active';
create index offers_seller_recent on offers (seller_address, created_at desc, inscription_id desc) where state = 'active';
create index offers_expiry on offers (expires_at) where state = 'active';
create index offers_first_txid on offers (first_txid);
create index offers_unsettled on offers (id) where state = 'invalidated' and not is_final;
create index offers_open_of_buyer on offers (buyer_binding_id) where state in ('active', 'invalidated') and not is_final;
create index offers_open_of_seller on offers (seller_binding_id) where state in ('active', 'invalidated') and not is_final;
-- what a profile may have open is counted, up to its bound, when it makes more
create index offers_open_of_profile on offers (buyer_profile_id)
  where kind = 'buyer_offer' and state in ('active', 'invalidated') and not is_final;
create index offers_psbts on offers (created_at desc, id desc) where state = 'active' and buyer_profile_id is null;
create index offers_own on offers (buyer_profile_id, created_at desc, id desc);
-- an owner takes part in an offer by accepting it or by a counter
create index offers_taken on offers (seller_address, created_at desc, id desc) where state = 'accepted' or kind = 'seller_counter';
create index offers_made on offers (created_at desc, id desc);
-- The coins that the transactions of an open or accepted offer spend, as far as they are known: the inscription's and the buyer's.
create table offer_coins (
  offer_id uuid not null references offers (id),
  txid text not null,
  vout bigint not null,
  primary key (offer_id, txid, vout)
);
create index offer_coins_coin on offer_coins (coin_key(txid, vout));

-- What happened to an offer, for the feed of both parties; an event is gone when its move is taken back. Parties are repeated here: a
-- page of one party's feed is one range of one index.
create table offer_events (
  offer_id uuid not null references offers (id),
  -- created | accepted | rejected | cancelled | expired | invalidated
  event_type text not null,
  occurred_at timestamptz(3) not null,
  buyer_profile_id uuid,
  seller_address text not null,
  primary key (offer_id, event_type)
);
create index offer_events_buyer on offer_events (buyer_profile_id, occurred_at desc, offer_id desc, event_type desc);
create index offer_events_seller on offer_events (seller_address, occurred_at desc, offer_id desc, event_type desc);
create function record_offers_made() returns trigger language plpgsql as $$
begin
  insert into offer_events (offer_id, event_type, occurred_at, buyer_profile_id, seller_address)
  select id, 'created', created_at, buyer_profile_id, seller_address from touched;
  return null;
end $$;
create function record_offers_moved() returns trigger language plpgsql as $$
begin
  delete from offer_events where event_type <> 'created' and offer_id = any(array(
    select n.id from became n join was o on o.id = n.id where n.state <> o.state));
  insert into offer_events (offer_id, event_type, occurred_at, buyer_profile_id, seller_address)
  select n.id, n.state, n.closed_at, n.buyer_profile_id, n.seller_address
  from became n join was o on o.id = n.id where n.state <> o.state and n.state <> 'active';
  return null;
end $$;
-- Relied on by GET /me/offers/events.
create trigger offers_recorded_in after insert on offers
  referencing new table as touched for each statement execute function record_offers_made();
create trigger offers_recorded after update on offers
  referencing old table as was new table as became for each statement execute function record_offers_moved();

-- How many active offers each party has. Rows are changes, added in the transaction of each change of an offer: two parties never wait
-- for each other. The sum of a party's rows is its count; every so many rows of a party are folded into one.
create table offer_counts (
  id bigint generated always as identity primary key,
  -- buyer:<profile id> or seller:<ordinals address>
  party text not null,
  -- of buyers, and counters of sellers
  offers integer not null,
  counters integer not null
);
create index offer_counts_party on offer_counts (party) include (offers, counters);
create function fold_offer_counts(parties text[]) returns void language sql as $$
  with taken as (
    delete from offer_counts
    where id in (select id from offer_counts where party = any(parties) order by id for update skip locked)
    returning party, offers, counters
  )
  insert into offer_counts (party, offers, counters)
  select party, sum(offers), sum(counters) from taken group by party having sum(offers) <> 0 or sum(counters) <> 0;
$$;
create function add_offer_counts(kinds text[], buyers uuid[], sellers text[], changes integer[]) returns void language plpgsql as $$
declare
  parties text[];
begin
  with added as (
    insert into offer_counts (party, offers, counters)
    select p.party, coalesce(sum(c.change) filter (where c.kind = 'buyer_offer'), 0),
      coalesce(sum(c.change) filter (where c.kind = 'seller_counter'), 0)
    from unnest(kinds, buyers, sellers, changes) c (kind, buyer, seller, change)
      cross join lateral (values ('buyer:' || c.buyer), ('seller:' || c.seller)) p (party)
    where p.party is not null
    group by p.party
    having count(*) filter (where c.change <> 0) > 0
    returning id, party
  )
  select array_agg(party) into parties from added where id % 16 = 0;
  if parties is not null then
    perform fold_offer_counts(parties);
  end if;
end $$;
create function count_offers() returns trigger language plpgsql as $$
begin
  perform add_offer_counts(array_agg(kind), array_agg(buyer_profile_id), array_agg(seller_address),
    array_agg(case tg_op when 'INSERT' then 1 else -1 end))
  from touched where state = 'active' having count(*) > 0;
  return null;
end $$;
create function count_offers_moved() returns trigger language plpgsql as $$
begin
  perform add_offer_counts(array_agg(kind), array_agg(buyer_profile_id), array_agg(seller_address), array_agg(change)) from (
    select kind, buyer_profile_id, seller_address, sum(change)::integer as change from (
      select id, kind, buyer_profile_id, seller_address, -1 as change from was where state = 'active'
      union all
      select id, kind, buyer_profile_id, seller_address, 1 from became where state = 'active'
    ) both_sides group by kind, buyer_profile_id, seller_address having sum(change) <> 0
  ) c having count(*) > 0;
  return null;
end $$;
-- Relied on by the counts of GET /me/offers.
create trigger offers_counted_in after insert on offers
  referencing new table as touched for each statement execute function count_offers();
create trigger offers_counted after update on offers
  referencing old table as was new table as became for each statement execute function count_offers_moved();

-- The transactions of an accepted offer or counter. offer/machine.ts says what each state means.
create table offer_settlements (
  id uuid primary key,
  offer_id uuid not null unique references offers (id),
  state text not null,
  settlement_txid text not null,
  -- the child that brings the proceeds to the seller's payment address, where there is one
  payout_txid text,
  -- of a counter: the transaction that makes the buyer's exact coin
  funding_txid text,
  -- raw hex in the order of submission
  package text[] not null,
  created_at timestamptz(3) not null,
  -- of the applied chain: its patience ends so many blocks later
  made_at_height integer default applied_height(),
  confirmed_height integer,
  failure text,
  -- why the node does not take the package now; null: it took it, or was not asked
  node_refusal text,
  -- true: a block has the payout, or the seller spent the proceeds otherwise
  payout_done boolean not null default false,
  -- the transaction that returns a transferred inscription to its seller, once needed
  recovery_txid text,
  recovery_hex text,
  recovered boolean not null default false
);
create index offer_settlements_open on offer_settlements (state) where state in ('broadcasting', 'pending', 'stalled');
-- a block's sales are compared with what was settled here
create index offer_settlements_settlement on offer_settlements (settlement_txid);
create index offer_settlements_height on offer_settlements (confirmed_height);
create index offer_settlements_payouts on offer_settlements (id) where state = 'confirmed' and payout_txid is not null and not payout_done;
create index offer_settlements_failed on offer_settlements (id) where state = 'failed' and not recovered;
create index offer_settlements_given_up on offer_settlements (settlement_txid) where state = 'failed';
