-- Admission coins of strangers: anybody can pay to a tier's address ------------------------------------------------
alter table admissions
  -- whether the gate knows the coin, and it holds neither an inscription nor a rune; null: not asked yet
  add column is_own boolean;
drop index admissions_ready;
create index admissions_ready on admissions (tier, confirmed_height) where spent_height is null and is_own;
create index admissions_unknown on admissions (id) where spent_height is null and is_own is null;

-- Fills: the state is also sending (handed to the node, which may have it) and displaced (another spend of one of
-- its coins replaced it in the mempool; its offer is free again, and a block may still have it)
drop index fill_attempts_one_live;
create unique index fill_attempts_one_live on fill_attempts (offer_id) where state not in ('failed', 'displaced');
drop index fill_attempts_open;
create index fill_attempts_open on fill_attempts (state)
  where state in ('seller_signed', 'pending', 'sending', 'broadcast', 'displaced');
