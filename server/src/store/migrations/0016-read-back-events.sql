-- An offer that a restore had lost the acceptance of is accepted without a settlement: it is told at once. Only an
-- active one waits for the settlement that is stored next.
create or replace function tell_offer_move() returns trigger language plpgsql as $$
begin
  if new.state = 'accepted' and (tg_op = 'INSERT' or old.state = 'active')
    and not exists (select from offer_settlements where offer_id = new.id) then return null; end if;
  perform tell_offer(new, case when tg_op = 'UPDATE' then old.state end);
  return null;
end $$;
