-- A page of a collection looks for listings that only the mempool overtook by their coin. Blocks invalidate hundreds at once, and
-- until the table is analyzed again the planner believes that there are none: it then read all of them, by their state, for every
-- item of a page. Of an expression it has no such belief, and no other index has it.
drop index listings_overtaken;
create index listings_overtaken on listings (utxo_txid, utxo_vout)
  where lower(state) = 'invalidated' and closed_at is null and invalidated_height is null;
