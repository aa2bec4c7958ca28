-- What the operator did: who, when, to what and why. Rows are added and never changed -------------------------------
create table operator_acts (
  id bigint generated always as identity primary key,
  acted_at timestamptz(3) not null,
  -- the name of the token, or of the system's user that owns the admin socket
  actor text not null,
  -- whom the actor named; nobody verified it
  on_behalf_of text,
  -- pause, resume, ban, unban, …
  act text not null,
  -- a scope, profile, address, listing, offer or collection
  subject text not null,
  reason text,
  before jsonb,
  after jsonb
);
create index operator_acts_subject on operator_acts (subject, id);
create function keep_acts() returns trigger language plpgsql as $$
begin
  raise exception 'acts of the operator are kept: they are neither changed nor deleted';
end $$;
create trigger operator_acts_kept before update or delete on operator_acts
  for each row execute function keep_acts();

-- What the operator has paused, and whom banned: submits read both in the transaction that stores the trade --------
create table pauses (
  -- everything | flow:<flow> | collection:<slug>
  scope text primary key check (scope ~ '^(everything|(flow|collection):.+)$'),
  reason text not null,
  actor text not null,
  since timestamptz(3) not null
);
create table bans (
  -- the id of a profile, or an address of a wallet
  subject text primary key,
  reason text not null,
  actor text not null,
  since timestamptz(3) not null
);
-- One row at most: FeeSettings in place of the settings' fees
create table operating_fees (
  only_row boolean primary key default true check (only_row),
  fees jsonb not null
);
alter table collections
  -- place among the featured ones, from 1; null: not featured
  add column featured_rank integer check (featured_rank > 0),
  -- set: it is no longer shown and nothing is traded in it; its rows stay for what refers to them
  add column removed_at timestamptz(3);

-- What the operator takes from a sale, and where that goes. null: a sale elsewhere, or not known ---------------------
alter table sales
  add column seller_fee_sats bigint,
  add column buyer_fee_sats bigint,
  -- paid to the creator
  add column royalty_sats bigint,
  add column partner_id uuid references partners (id),
  -- where the partner was paid
  add column partner_address text,
  add column partner_sats bigint,
  -- kept in new anchors
  add column anchor_sats bigint,
  -- paid to the fee address as the marketplace's own
  add column fee_paid_sats bigint;
-- Offers and counters stored what their settlement pays. A creator at the fee address has no output of their own.
update sales s set seller_fee_sats = f.seller_fee, buyer_fee_sats = f.buyer_fee, partner_sats = 0, anchor_sats = 0,
  fee_paid_sats = least(f.marketplace, f.seller_fee + f.buyer_fee),
  royalty_sats = f.creator + f.marketplace - least(f.marketplace, f.seller_fee + f.buyer_fee)
from (
  select o.id, (o.fees ->> 'sellerMarketplaceFeeSats')::bigint as seller_fee,
    (o.fees ->> 'buyerMarketplaceFeeSats')::bigint as buyer_fee,
    (select coalesce(sum((p ->> 'valueSats')::bigint) filter (where p ->> 'purpose' = 'marketplace'), 0)
      from jsonb_array_elements(o.terms -> 'payouts') p) as marketplace,
    (select coalesce(sum((p ->> 'valueSats')::bigint) filter (where p ->> 'purpose' = 'creator'), 0)
      from jsonb_array_elements(o.terms -> 'payouts') p) as creator
  from offers o
) f where f.id = s.offer_id and not s.read_back;
-- So did fills.
update sales s set seller_fee_sats = coalesce((a.terms -> 'marketplace' ->> 'valueSats')::bigint, 0), buyer_fee_sats = 0,
  royalty_sats = coalesce((a.terms -> 'creator' ->> 'valueSats')::bigint, 0), partner_sats = 0, anchor_sats = 0,
  fee_paid_sats = coalesce((a.terms -> 'marketplace' ->> 'valueSats')::bigint, 0)
from fill_attempts a
where a.settlement_txid = s.txid and a.inscription_id = s.inscription_id and s.sale_type = 'internal' and not s.read_back
  and s.purchase_id is null and s.offer_id is null and a.state = 'accepted';
-- Of purchases, the seller's half and the partner are known; the buyer's half was not stored.
update sales s set seller_fee_sats = l.seller_fee_sats, partner_id = p.partner_id
from listings l, purchases p
where l.id = s.listing_id and p.id = s.purchase_id;

create index sales_own on sales (sold_at, id) where state = 'confirmed' and sale_type = 'internal';
-- lists of the operator's console: newest first, of each kind of trade
create index listings_made on listings (created_at desc, id desc);
create index purchases_made on purchases (created_at desc, id desc);
create index offers_made on offers (created_at desc, id desc);
create index collection_offers_made on collection_offers (created_at desc, id desc);
create index fill_attempts_made on fill_attempts (created_at desc, id desc);
-- what a wallet has open, to be closed when it is banned
create index listings_open_of on listings (seller_binding_id)
  where state in ('pending_public', 'buyable', 'invalidated') and closed_at is null;
create index offers_open_of_buyer on offers (buyer_binding_id) where state in ('active', 'invalidated') and not is_final;
create index offers_open_of_seller on offers (seller_binding_id) where state in ('active', 'invalidated') and not is_final;
create index collection_offers_open_of on collection_offers (maker_binding_id)
  where state in ('active', 'invalidated') and not is_final;
