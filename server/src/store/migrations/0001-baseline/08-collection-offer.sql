-- Collection offers, and the fills that sell to them ----------------------------------------------------------------------

-- An offer for any member of a collection, or any with certain traits. collection-offer/machine.ts says what each state means.
create table collection_offers (
  id uuid primary key,
  state text not null,
  slug text not null references collections (slug),
  maker_profile_id uuid not null references profiles (id),
  maker_binding_id uuid not null references wallet_bindings (id),
  maker_address text not null,
  -- {kind: 'all'}, or {kind, traits: [{type, values}]}: a member matches when each type has one of its values
  target jsonb not null,
  -- the same for offers of the same target
  scope_key text not null,
  price_sats bigint not null,
  -- CollectionOfferTerms and Funding of protocol/collection-offer
  terms jsonb not null,
  funding jsonb not null,
  criteria_json text not null,
  eligible_count integer not null,
  -- lowest number of the set
  sample_inscription_id text not null,
  -- 32 bytes in hex that a fill shows, and the buyer's signatures of the funding parent; null once forgotten
  auth_secret text,
  funding_signatures jsonb,
  funding_txid text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  closed_at timestamptz(3),
  close_reason text,
  -- height of the foreign spend that invalidated it, null while that is only in the mempool
  invalidated_height integer,
  -- true: nothing can bring it back
  is_final boolean not null default false,
  -- a rollback went below the height of its criteria: its set may be another one now
  is_set_doubtful boolean not null default false
);
create unique index collection_offers_live on collection_offers (funding_txid)
  where state in ('active', 'filling', 'accepted');
create index collection_offers_funding on collection_offers (funding_txid);
-- the offer output is the parent's first
create index collection_offers_funding_coin on collection_offers (coin_key(funding_txid, 0)) where not is_final;
create index collection_offers_book on collection_offers (slug, price_sats desc) where state = 'active';
create index collection_offers_maker on collection_offers (slug, maker_profile_id, created_at desc) where state = 'active';
create index collection_offers_expiry on collection_offers (expires_at) where state = 'active';
create index collection_offers_doubtful on collection_offers (id) where is_set_doubtful;
create index collection_offers_unsettled on collection_offers (id) where state = 'invalidated' and not is_final;
create index collection_offers_sets on collection_offers ((terms ->> 'eligibleRoot'))
  where state in ('active', 'filling', 'invalidated');
create index collection_offers_open_of on collection_offers (maker_binding_id)
  where state in ('active', 'invalidated') and not is_final;
create index collection_offers_open_of_profile on collection_offers (maker_profile_id)
  where state in ('active', 'filling', 'invalidated') and not is_final;
create index collection_offers_own on collection_offers (maker_profile_id, created_at desc, id desc);
create index collection_offers_made on collection_offers (created_at desc, id desc);
-- The coins that fund a live offer.
create table collection_offer_coins (
  offer_id uuid not null references collection_offers (id),
  txid text not null,
  vout bigint not null,
  primary key (offer_id, txid, vout)
);
create index collection_offer_coins_coin on collection_offer_coins (coin_key(txid, vout));
-- What a preflight promised; gone when it lapses.
create table collection_offer_drafts (
  funding_txid text primary key,
  profile_id uuid not null references profiles (id),
  draft jsonb not null,
  lapses_at timestamptz(3) not null
);
create index collection_offer_drafts_lapse on collection_offer_drafts (lapses_at);
-- The sets of inscriptions that offers commit to, each once.
create table eligible_sets (
  root text primary key,
  inscription_ids text[] not null,
  used_at timestamptz(3) not null
);
create index eligible_sets_used on eligible_sets (used_at);

-- A seller's attempt to fill an offer, and its package. fill/machine.ts says what each state means.
create table fill_attempts (
  id uuid primary key,
  offer_id uuid not null references collection_offers (id),
  state text not null,
  inscription_id text not null,
  seller_profile_id uuid not null references profiles (id),
  seller_binding_id uuid not null references wallet_bindings (id),
  seller_address text not null,
  admission_id uuid not null references admissions (id),
  settlement_txid text not null,
  -- FillTerms
  terms jsonb not null,
  seller_signature text not null,
  -- raw hex, parent first; null until the three signers have signed
  package text[],
  created_at timestamptz(3) not null,
  -- of the applied chain: its patience ends so many blocks later
  made_at_height integer default applied_height(),
  confirmed_height integer,
  -- why it failed
  reason text,
  -- why the node does not take the package now; null: it took it, or was not asked
  node_refusal text
);
create index fill_attempts_offer on fill_attempts (offer_id) where state <> 'failed';
create unique index fill_attempts_one_live on fill_attempts (offer_id) where state not in ('failed', 'displaced');
create index fill_attempts_open on fill_attempts (state)
  where state in ('seller_signed', 'pending', 'sending', 'broadcast', 'displaced');
create index fill_attempts_settlement on fill_attempts (settlement_txid);
create index fill_attempts_height on fill_attempts (confirmed_height);
create index fill_attempts_given_up on fill_attempts (settlement_txid) where state = 'failed';
create index fill_attempts_own on fill_attempts (seller_profile_id, created_at desc, id desc);
create index fill_attempts_made on fill_attempts (created_at desc, id desc);
