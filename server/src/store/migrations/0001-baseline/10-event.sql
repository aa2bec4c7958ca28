-- Moves, events and webhooks ------------------------------------------------------------------------------------------------

-- Every change of a state, written by the statement that makes it (`store/database/moves.ts`): the story of a trade, and what events
-- are made of. Moves of trades stay; those of sales, blocks and floors are here until they are events.
create table moves (
  id bigint generated always as identity primary key,
  -- listing | purchase | offer (or counter) | settlement | collection offer | fill | sale | block | floor
  kind text not null,
  -- null: a block or a floor
  row_id uuid,
  -- of a floor
  slug text,
  -- null: it was made; the same as state_to: only what is shown of it changed
  state_from text,
  -- null: it was deleted
  state_to text,
  reason text,
  -- of a block; else of the applied chain
  height integer,
  -- what events show of the row as of the change, where later changes overwrite that; until it is numbered
  kept jsonb,
  -- its events have their numbers
  is_numbered boolean not null default false,
  -- by the clock of the database
  moved_at timestamptz(3) not null default clock_timestamp()
);
create index moves_row on moves (row_id, id);
create index moves_unnumbered on moves (id) where not is_numbered;
create function wake_event_readers() returns trigger language plpgsql as $$
begin
  if exists (select from noted) then perform pg_notify('ordbook_events', ''); end if;
  return null;
end $$;
-- Relied on by subscribers who want events at once. Readers poll as well: a lost notification delays an event, and loses none.
create trigger moves_wake after insert on moves
  referencing new table as noted for each statement execute function wake_event_readers();
create function note_floors() returns trigger language plpgsql as $$
begin
  insert into moves (kind, slug) select distinct 'floor', slug from touched;
  return null;
end $$;
-- Relied on by `floor.changed`. A floor is only marked here, and read when it is numbered: transactions that run at a time do not see
-- each other's listings.
create trigger collection_listings_floor_in after insert on collection_listings
  referencing new table as touched for each statement execute function note_floors();
create trigger collection_listings_floor_out after delete on collection_listings
  referencing old table as touched for each statement execute function note_floors();

-- What changed, for clients and webhooks: made of moves after their commit (`store/event/number-events.ts`), since identities of
-- concurrent transactions commit out of order.
create table events (
  -- without gaps, in the order of commits
  seq bigint primary key,
  -- part of the id that clients see: a number that another history of this database used again is noticed
  history text not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  -- e.g. listing.made; its topic is the part before the dot
  type text not null,
  -- events of one subject are delivered in order: listing:<id>, sale:<id>, floor:<slug>, chain
  subject text not null,
  -- public: anyone; members: every signed-in profile; own: only `profile_ids`
  audience text not null,
  profile_ids uuid[] not null,
  trade_id uuid,
  slugs text[] not null,
  inscription_ids text[] not null,
  -- what the API's shapes read (`store/event/states.ts`)
  state jsonb not null,
  happened_at timestamptz(3) not null,
  numbered_at timestamptz(3) not null default clock_timestamp()
);
create index events_age on events (numbered_at);
-- One row: the number of the last event. Whoever numbers changes it, and does nothing when another has done so.
create table event_numbering (
  only_row boolean primary key default true check (only_row),
  last_seq bigint not null
);
insert into event_numbering (last_seq) values (0);
-- The floor that the last event of a collection showed: an event that says the same is not made.
create table event_floors (
  slug text primary key,
  floor_sats bigint,
  listed_count bigint not null
);

-- Endpoints that get events posted. The operator adds them.
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
-- What is still to be posted to an endpoint, or was given up.
create table webhook_deliveries (
  webhook_id uuid not null references webhooks (id) on delete cascade,
  seq bigint not null,
  subject text not null,
  event jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'dead')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null,
  last_error text,
  primary key (webhook_id, seq)
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'waiting';
create index webhook_deliveries_subject on webhook_deliveries (webhook_id, subject, seq) where status = 'waiting';
