-- Marks a call as over, stores its length and cost if the provider has reported them, and forgets
-- how to reach it. A fuller report completes an earlier one. Returns whether the call is known.
create or replace function public.settle_call(
  ticket text, seconds integer default null, cost numeric default null
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  settled record;
begin
  select c.seconds, c.cost, c.personal, (c.created_at at time zone 'UTC')::date as day into settled
  from public.calls as c where c.ticket = $1 for update;
  if not found then
    return false;
  end if;
  update public.calls as c set
    ended_at = coalesce(c.ended_at, now()),
    seconds = greatest(c.seconds, $2),
    cost = greatest(c.cost, $3),
    call_id = null,
    control_url = null
  where c.ticket = $1;
  update public.call_days as d set
    seconds = d.seconds + greatest($2 - coalesce(settled.seconds, 0), 0),
    cost = d.cost + greatest($3 - coalesce(settled.cost, 0), 0)
  where d.day = settled.day and d.personal = settled.personal;
  return true;
end;
$$;
