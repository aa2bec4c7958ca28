-- Which listings do the coins that blocks spend pay for? Found by the sorted numbers of those coins: the planner read every anchor
-- to compare thousands of coins with them.
create index anchors_coin on anchors (coin_key(txid, vout));
-- Hundreds of listings that blocks close are compared with what they were. Without a hash, each was compared with all others.
alter function shelve_listings() reset enable_hashjoin;
