-- Packages that no block takes -------------------------------------------------------------------------------------------
-- Height of the applied chain when a package was made: its patience ends so many blocks later. For those on their way, now.
create function applied_height() returns integer language sql stable as $$ select max(height) from blocks $$;
alter table purchases add column made_at_height integer default applied_height();
alter table offer_settlements add column made_at_height integer default applied_height();
alter table fill_attempts add column made_at_height integer default applied_height();

-- Purchases: the state is also stalled (no block took it for long; the operator spends its anchor to end it)
drop index purchases_open;
create index purchases_open on purchases (state) where state in ('broadcasting', 'pending', 'stalled');
