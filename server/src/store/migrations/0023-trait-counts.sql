-- The version of a collection's counts of traits: a random number, another one after each change, below 2^53 as JavaScript's numbers.
-- A process keeps the counts under it, and a page that finds the same version need not read them. As the number is random, two equal
-- versions mean the same counts also after commits were lost or a backup was restored.
alter table collections add column traits_version bigint not null default 1 + floor(random() * 9007199254740990)::bigint;
create function mark_traits() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from touched) then
    update collections c set traits_version = 1 + floor(random() * 9007199254740990)::bigint
    from (select distinct slug from touched order by slug) t where c.slug = t.slug;
  end if;
  return null;
end $$;
create trigger collection_traits_mark_in after insert on collection_traits
  referencing new table as touched for each statement execute function mark_traits();
create trigger collection_traits_mark after update on collection_traits
  referencing new table as touched for each statement execute function mark_traits();
create trigger collection_traits_mark_out after delete on collection_traits
  referencing old table as touched for each statement execute function mark_traits();
