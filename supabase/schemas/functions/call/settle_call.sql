-- Stores what became of a counted call. `state`: `created`, with how to reach it; `refused` by the
-- provider; `unknown`, whether it exists; `missing` in a list of the provider's, which the second
-- time, more than a minute after the call was counted, means that it does not exist; `over`, with
-- length and cost if they are known. A fuller report completes an earlier one. Returns whether the
-- visitor has left.
create or replace function public.settle_call(
  id text, state text, call_id text default null, control_url text default null,
  seconds integer default null, cost numeric default null
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  known record;
  exists_now boolean := $2 in ('created', 'over');
  ends_now boolean := $2 in ('refused', 'over');
begin
  select c.* into known from public.calls as c
  where c.id = $1 and c.assistant_id is not null for update;
  if not found or $2 <> 'over' and known.ended_at is not null
    or $2 = 'missing' and known.lists_without is null
  then
    return known.left_at is not null;
  end if;
  if $2 = 'missing' then
    -- The list was asked for a few seconds ago.
    ends_now := known.lists_without > 0 and known.created_at < now() - interval '75 seconds';
  end if;
  update public.calls as c set
    counted = exists_now,
    lists_without = case $2 when 'unknown' then 0 when 'missing' then known.lists_without + 1 end,
    ended_at = case when ends_now then coalesce(c.ended_at, now()) end,
    call_id = case when not ends_now then coalesce($3, c.call_id) end,
    control_url = case when not ends_now then coalesce($4, c.control_url) end,
    seconds = greatest(c.seconds, $5),
    cost = greatest(c.cost, $6)
  where c.id = $1;
  update public.call_days as d set
    calls = d.calls + exists_now::integer - known.counted::integer,
    seconds = d.seconds + greatest($5 - coalesce(known.seconds, 0), 0),
    cost = d.cost + greatest($6 - coalesce(known.cost, 0), 0)
  where d.day = (known.created_at at time zone 'UTC')::date and d.personal = known.personal;
  return known.left_at is not null;
end;
$$;
