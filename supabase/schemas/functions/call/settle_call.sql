-- Marks a call as over, stores its length and cost if the provider has reported them, and forgets
-- how to reach it. The first report counts. Returns whether the call is known.
create or replace function public.settle_call(
  ticket text, seconds integer default null, cost numeric default null
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  settled record;
begin
  select c.seconds, c.personal, (c.created_at at time zone 'UTC')::date as day into settled
  from public.calls as c where c.ticket = $1 for update;
  if not found then
    return false;
  end if;
  update public.calls as c set
    ended_at = coalesce(c.ended_at, now()),
    seconds = coalesce(c.seconds, $2),
    cost = coalesce(c.cost, $3),
    call_id = null,
    control_url = null
  where c.ticket = $1;
  if settled.seconds is null and $2 is not null then
    update public.call_days as d set seconds = d.seconds + $2, cost = d.cost + coalesce($3, 0)
    where d.day = settled.day and d.personal = settled.personal;
  end if;
  return true;
end;
$$;

comment on function public.settle_call(text, integer, numeric) is
  'Marks a call as over; stores its length in seconds and its cost in US dollars.';

revoke all on function public.settle_call(text, integer, numeric) from public, anon, authenticated;
grant execute on function public.settle_call(text, integer, numeric) to service_role;
