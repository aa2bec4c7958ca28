-- What a profile may have open is counted, up to its bound, when it makes more --------------------------------------
create index offers_open_of_profile on offers (buyer_profile_id)
  where kind = 'buyer_offer' and state in ('active', 'invalidated') and not is_final;
create index collection_offers_open_of_profile on collection_offers (maker_profile_id)
  where state in ('active', 'filling', 'invalidated') and not is_final;

-- Coins are those of offers that are open or accepted. Rows of closed ones made each look at a coin read every offer that it ever paid.
delete from offer_coins c using offers o
  where o.id = c.offer_id and (o.state in ('cancelled', 'rejected', 'expired') or (o.state = 'invalidated' and o.is_final));
delete from collection_offer_coins c using collection_offers o
  where o.id = c.offer_id and (o.state in ('cancelled', 'expired') or (o.state = 'invalidated' and o.is_final));

-- Followed a page at a time ------------------------------------------------------------------------------------------
drop index listings_unsettled;
create index listings_unsettled on listings (state, id)
  where state in ('pending_public', 'invalidated') and closed_at is null;
create index eligible_sets_used on eligible_sets (used_at);
create index collection_offers_sets on collection_offers ((terms ->> 'eligibleRoot'))
  where state in ('active', 'filling', 'invalidated');
