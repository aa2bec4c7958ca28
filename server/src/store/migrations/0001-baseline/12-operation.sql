-- What the operator does, and who follows the chain ----------------------------------------------------------------------------

-- Who did what, when and why. Rows are added and never changed.
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
-- Relied on by whoever reviews what an operator did: nobody with the service's rights can rewrite it.
create trigger operator_acts_kept before update or delete on operator_acts
  for each row execute function keep_acts();
-- What the operator has paused: submits read this, and bans, in the transaction that stores the trade.
create table pauses (
  -- everything | flow:<flow> | collection:<slug>
  scope text primary key check (scope ~ '^(everything|(flow|collection):.+)$'),
  reason text not null,
  actor text not null,
  since timestamptz(3) not null
);
-- Whom the operator has banned.
create table bans (
  -- the id of a profile, or an address of a wallet
  subject text primary key,
  reason text not null,
  actor text not null,
  since timestamptz(3) not null
);
-- What stops a trade: bans of its profile and of its wallet's addresses first, then pauses of its scopes and of any collection of
-- its inscriptions. Both tables are small. With a lock, waits for the transactions that make stops and sees what they made: each
-- statement of a volatile function sees what was committed before it. Without one (null), reads only.
create function stops_of(stop_lock integer, scopes text[], inscription_ids text[], profile uuid, binding uuid)
  returns table (kind text, subject text, reason text) language plpgsql volatile
  as $$
begin
  if stop_lock is not null then
    perform pg_advisory_xact_lock_shared(stop_lock);
  end if;
  return query
  select 'ban', b.subject, b.reason from bans b
  where b.subject = profile::text or exists (
    select from wallet_bindings w where w.id = binding and w.profile_id = profile
      and b.subject in (w.ordinals_address, w.payment_address))
  union all
  select 'pause', p.scope, p.reason from pauses p
  where p.scope = any(scopes) or (p.scope like 'collection:%' and exists (
    select from inscriptions i join collection_members m on m.inscription_key = i.key
    where i.id = any(inscription_ids) and m.slug = substr(p.scope, 12)))
  order by 1, 2;
end $$;
-- One row at most: FeeSettings in place of the settings' fees.
create table operating_fees (
  only_row boolean primary key default true check (only_row),
  fees jsonb not null
);
-- One row: the term of the replica that follows the chain. Every transaction of the follower checks token and holder, under a lock
-- that the next term waits for.
create table leadership (
  -- greater in each term
  token bigint not null,
  only_row boolean primary key default true check (only_row),
  -- the process; its connections carry it in their application_name. null: it resigned, or there was none yet
  holder uuid,
  expires_at timestamptz not null
);
insert into leadership (token, holder, expires_at) values (0, null, '-infinity');
-- One row: which cluster and history this database is of, and whose. Another one means that it was copied or restored.
create table database_identity (
  only_row boolean primary key default true check (only_row),
  -- as PostgreSQL numbers it
  system_identifier text not null,
  -- of the cluster when this database was last used: a promotion of a standby, and a recovery from an archive, begin another one. null:
  -- not noted yet, or the server does not say it
  timeline text,
  restored_at timestamptz,
  -- the network and the operator keys that its trades are for; null: not noted yet
  network text,
  market_key text,
  anchor_key text
);
