-- What a reorg took back of the coins that trades depend on ---------------------------------------------------------
-- Each input of a transaction that a block had until a reorg removed it, and that made a coin of a trade, or a coin which that was
-- made of. Once a block has another spend of one, no block can have the transaction, and nobody will ever spend the coin.
create table undone_inputs (
  made_by text not null,
  txid text not null,
  vout bigint not null,
  -- of the block that had the transaction
  undone_height integer not null,
  primary key (made_by, txid, vout)
);

-- The timeline of the cluster that this database was last used on: a promotion of a standby, and a recovery from an archive, begin
-- another one. null: not noted yet, or the server does not say it.
alter table database_marks add column timeline text;
