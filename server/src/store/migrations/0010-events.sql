-- Events: what changed, for clients and webhooks. Made of moves after their commit (`event/number-events.ts`): identities of
-- concurrent transactions commit out of order ---------------------------------------------------------------------------------
create table events (
  -- without gaps, in the order of commits
  seq bigint primary key,
  -- part of the id that clients see: a number that another history of this database used again is noticed
  mark text not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  type text not null,
  subject text not null,
  audience text not null,
  profile_ids uuid[] not null,
  trade_id uuid,
  slugs text[] not null,
  inscription_ids text[] not null,
  state jsonb not null,
  happened_at timestamptz(3) not null,
  numbered_at timestamptz(3) not null default clock_timestamp()
);
create index events_age on events (numbered_at);
create table event_numbering (
  only_row boolean primary key default true check (only_row),
  last_seq bigint not null
);
insert into event_numbering (last_seq) values (0);
-- the floor that the last event of a collection showed
create table event_floors (
  slug text primary key,
  floor_sats bigint,
  listed_count bigint not null
);

-- A floor is marked as changed, and read when it is numbered.
create function mark_floors() returns trigger language plpgsql as $$
begin
  insert into moves (kind, slug) select distinct 'floor', slug from touched;
  return null;
end $$;
create trigger listing_shelves_floor_in after insert on listing_shelves
  referencing new table as touched for each statement execute function mark_floors();
create trigger listing_shelves_floor_out after delete on listing_shelves
  referencing old table as touched for each statement execute function mark_floors();

-- Webhooks ---------------------------------------------------------------------------------------------------------
create table webhooks (
  id uuid primary key,
  url text not null,
  -- null: every topic
  topics text[],
  slugs text[],
  -- true: also what only the parties of a trade see
  with_private boolean not null default false,
  -- whsec_ and base64; needed to sign, so it is stored as it is
  secret text not null,
  -- the last event that is stored as a delivery, or was not for this endpoint
  seen_seq bigint not null,
  created_at timestamptz(3) not null
);
create table webhook_deliveries (
  webhook_id uuid not null references webhooks (id) on delete cascade,
  seq bigint not null,
  subject text not null,
  event jsonb not null,
  -- waiting | dead
  status text not null default 'waiting' check (status in ('waiting', 'dead')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null,
  last_error text,
  primary key (webhook_id, seq)
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'waiting';
create index webhook_deliveries_subject on webhook_deliveries (webhook_id, subject, seq) where status = 'waiting';
