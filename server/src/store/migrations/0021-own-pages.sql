-- What a profile reads of itself: its trades of each kind, newest first, and what an address holds ------------------------
create index listings_own on listings (seller_profile_id, created_at desc, id desc);
create index purchases_own on purchases (buyer_profile_id, created_at desc, id desc);
create index offers_own on offers (buyer_profile_id, created_at desc, id desc);
-- an owner takes part in an offer by accepting it or by a counter
create index offers_taken on offers (seller_address, created_at desc, id desc) where state = 'accepted' or kind = 'seller_counter';
create index collection_offers_own on collection_offers (maker_profile_id, created_at desc, id desc);
create index fill_attempts_own on fill_attempts (seller_profile_id, created_at desc, id desc);
create index locations_owner on locations (owner_address, inscription_key) where owner_address is not null;
