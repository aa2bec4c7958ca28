-- Collection offers: what makes, fills and closes them ------------------------------------------------------------
alter table collection_offers
  -- CollectionOfferTerms and Funding of protocol/collection-offer
  add column terms jsonb not null,
  add column funding jsonb not null,
  add column criteria_json text not null,
  add column eligible_count integer not null,
  -- lowest number of the set
  add column sample_inscription_id text not null,
  add column maker_address text not null,
  -- 32 bytes in hex that a fill shows, and the buyer's signatures of the funding parent; null once forgotten
  add column auth_secret text,
  add column funding_signatures jsonb,
  add column funding_txid text not null,
  add column closed_at timestamptz(3),
  add column close_reason text,
  -- height of the foreign spend that invalidated it, null while that is only in the mempool
  add column invalidated_height integer,
  -- true: nothing can bring it back
  add column is_final boolean not null default false,
  -- a rollback went below the height of its criteria: its set may be another one now
  add column is_set_doubtful boolean not null default false;
-- state also: filling, from a seller's signature until the fill has ended
create unique index collection_offers_live on collection_offers (funding_txid)
  where state in ('active', 'filling', 'accepted');
create index collection_offers_funding on collection_offers (funding_txid);
-- the offer output is the parent's first
create index collection_offers_funding_coin on collection_offers (coin_key(funding_txid, 0)) where not is_final;
create index collection_offers_maker on collection_offers (slug, maker_profile_id, created_at desc) where state = 'active';
create index collection_offers_expiry on collection_offers (expires_at) where state = 'active';
create index collection_offers_doubtful on collection_offers (id) where is_set_doubtful;
create index collection_offers_unsettled on collection_offers (id) where state = 'invalidated' and not is_final;

-- the coins that fund an offer
create table collection_offer_coins (
  offer_id uuid not null references collection_offers (id),
  txid text not null,
  vout bigint not null,
  primary key (offer_id, txid, vout)
);
create index collection_offer_coins_coin on collection_offer_coins (coin_key(txid, vout));

-- what a preflight promised; gone when it lapses
create table collection_offer_drafts (
  funding_txid text primary key,
  profile_id uuid not null references profiles (id),
  draft jsonb not null,
  lapses_at timestamptz(3) not null
);
create index collection_offer_drafts_lapse on collection_offer_drafts (lapses_at);

-- the sets that offers commit to, each once
create table eligible_sets (
  root text primary key,
  inscription_ids text[] not null,
  used_at timestamptz(3) not null
);

-- Admission coins: each fill spends one and makes it again.
create table admissions (
  id uuid primary key,
  tier integer not null,
  txid text not null,
  vout bigint not null,
  -- free | reserved | assigned
  state text not null,
  reserved_until timestamptz(3),
  -- {profileId, purpose: inscription id}, and what the preflight promised: {offerId, feeRate, settlementTxid}
  reservation jsonb,
  confirmed_height integer,
  spent_height integer,
  created_at timestamptz(3) not null,
  unique (txid, vout)
);
create index admissions_ready on admissions (tier, confirmed_height) where spent_height is null;

alter table fill_attempts
  add column inscription_id text not null,
  add column seller_profile_id uuid not null references profiles (id),
  add column seller_binding_id uuid not null references wallet_bindings (id),
  add column seller_address text not null,
  add column admission_id uuid not null references admissions (id),
  add column settlement_txid text not null,
  -- FillTerms
  add column terms jsonb not null,
  add column seller_signature text not null,
  -- raw hex, parent first; null until the three signers have signed
  add column package text[],
  add column confirmed_height integer,
  -- tip at which a foreign spend of an input was first seen in a block
  add column conflict_height integer,
  -- why it failed
  add column reason text;
create unique index fill_attempts_one_live on fill_attempts (offer_id) where state <> 'failed';
create index fill_attempts_open on fill_attempts (state) where state in ('seller_signed', 'pending', 'broadcast');
create index fill_attempts_settlement on fill_attempts (settlement_txid);
create index fill_attempts_height on fill_attempts (confirmed_height);
