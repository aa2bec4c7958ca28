-- Answers to submits ----------------------------------------------------------------------------------------------------------

-- What a submit was answered, so that the same body gets the same answer.
create table submissions (
  -- SHA-256 of profile, flow and body
  key text primary key,
  answer jsonb not null,
  -- transactions that the body signs
  txids text[] not null,
  trade_ids text[] not null,
  profile_id uuid not null references profiles (id),
  created_at timestamptz not null
);
create index submissions_age on submissions (created_at);
create index submissions_txids on submissions using gin (txids);
-- A submit that was refused, so that an older run of the same one stores nothing afterwards: another replica may have hung in the
-- middle of it while the client sent it again.
create table refused_submits (
  -- SHA-256 of profile, flow and body without its signatures
  key text primary key,
  refusals integer not null,
  refused_at timestamptz not null
);
create index refused_submits_age on refused_submits (refused_at);
-- Waits for the transaction that counts a submit as refused, or stores what it makes, and reads what that one wrote: each
-- statement of a volatile function sees what was committed before it.
create function locked_refusals(purpose integer, submit text) returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(purpose, hashtext(submit));
  return coalesce((select refusals from refused_submits where key = submit), 0);
end $$;
