-- What stops a trade: bans of its profile and of its wallet's addresses first, then pauses of its scopes and of any collection of
-- its inscriptions. Both tables are small. It was planned again for each submit, twice, which took longer than reading it. With a
-- lock, waits for the transactions that make stops and sees what they made: each statement of a volatile function sees what was
-- committed before it. Without one (null), reads only.
create function stops_of(stop_lock integer, scopes text[], inscription_ids text[], profile uuid, binding uuid)
  returns table (kind text, subject text, reason text) language plpgsql volatile
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
