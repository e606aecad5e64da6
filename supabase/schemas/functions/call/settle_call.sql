-- Stores what became of a counted call. Returns whether the visitor has left. `state`:
-- `created`, with how to reach it; `refused` by the provider; `unknown`, whether it exists;
-- `missing` in a list of the provider's; `over`, with length and cost if they are known.
create or replace function public.settle_call(
  id text, state text, call_id text default null, control_url text default null,
  seconds integer default null, cost numeric default null
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  known record;
  exists_now boolean := state in ('created', 'over');
  ends_now boolean := state in ('refused', 'over');
begin
  select c.* into known from public.calls as c
  where c.id = settle_call.id and c.assistant_id is not null for update;
  if not found or state <> 'over' and known.ended_at is not null
    or state = 'missing' and known.lists_without is null
  then
    return known.left_at is not null;
  end if;
  if state = 'missing' then
    -- The second time, it does not exist. The list was asked for a few seconds ago.
    ends_now := known.lists_without > 0 and known.created_at < now() - interval '75 seconds';
  end if;
  update public.calls as c set
    counted = exists_now,
    lists_without = case state
      when 'unknown' then 0
      when 'missing' then known.lists_without + 1
    end,
    ended_at = case when ends_now then coalesce(c.ended_at, now()) end,
    call_id = case when not ends_now then coalesce(settle_call.call_id, c.call_id) end,
    control_url = case when not ends_now then coalesce(settle_call.control_url, c.control_url) end,
    -- A fuller report completes an earlier one.
    seconds = greatest(c.seconds, settle_call.seconds),
    cost = greatest(c.cost, settle_call.cost)
  where c.id = settle_call.id;
  update public.call_days as d set
    calls = d.calls + exists_now::integer - known.counted::integer,
    seconds = d.seconds + greatest(settle_call.seconds - coalesce(known.seconds, 0), 0),
    cost = d.cost + greatest(settle_call.cost - coalesce(known.cost, 0), 0)
  where d.day = (known.created_at at time zone 'UTC')::date and d.personal = known.personal;
  return known.left_at is not null;
end;
$$;
