-- The term of the replica that follows the chain -------------------------------------------------------------------
-- One row. Every transaction of the follower locks it `for key share` with its own token, and a renewal changes no
-- key column: only the next term, which changes the token, waits for such a transaction, or makes it fail.
create table leadership (
  token bigint primary key,
  only_row boolean not null default true unique check (only_row),
  -- the process; its connections carry it in their application_name. null: it resigned, or there was none yet
  holder uuid,
  expires_at timestamptz not null
);
insert into leadership (token, holder, expires_at) values (0, null, '-infinity');
