-- The term of the replica that follows the chain -------------------------------------------------------------------
-- One row. Every transaction of the follower checks token and holder, under a lock that the next term waits for.
create table leadership (
  -- greater in each term
  token bigint not null,
  only_row boolean primary key default true check (only_row),
  -- the process; its connections carry it in their application_name. null: it resigned, or there was none yet
  holder uuid,
  expires_at timestamptz not null
);
insert into leadership (token, holder, expires_at) values (0, null, '-infinity');
