-- Stores what became of a counted call. Returns whether the visitor has left. `fate`:
-- `created`, with how to reach it; `refused` by the provider; `unknown`, whether it exists;
-- `missing` in a list of the provider's; `over`, with length and cost if they are known.
create or replace function public.settle_call(
  id text, fate text, call_id text default null, control_url text default null,
  seconds integer default null, cost numeric default null
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  counted text[] := '{taken,created,over}';
  known record;
  becomes text;
  is_over boolean;
begin
  select c.* into known from public.calls as c
  where c.id = settle_call.id and c.state <> 'early' for update;
  becomes := case
    when not found then null
    when fate = 'over' then 'over'
    when known.state in ('refused', 'over') then null
    when fate <> 'missing' then fate
    when known.state = 'unknown' then 'missing'
    -- The second time, it does not exist. The list was asked for a few seconds ago.
    when known.state = 'missing' and known.created_at < now() - interval '75 seconds' then 'refused'
  end;
  if becomes is null then
    return known.left_at is not null;
  end if;
  is_over := becomes in ('refused', 'over');
  update public.calls as c set
    state = becomes,
    call_id = case when not is_over then coalesce(settle_call.call_id, c.call_id) end,
    control_url = case when not is_over then coalesce(settle_call.control_url, c.control_url) end,
    -- A fuller report completes an earlier one.
    seconds = greatest(c.seconds, settle_call.seconds),
    cost = greatest(c.cost, settle_call.cost)
  where c.id = settle_call.id;
  update public.call_days as d set
    calls = d.calls + (becomes = any (counted))::integer - (known.state = any (counted))::integer,
    seconds = d.seconds + greatest(settle_call.seconds - coalesce(known.seconds, 0), 0),
    cost = d.cost + greatest(settle_call.cost - coalesce(known.cost, 0), 0)
  where d.day = (known.created_at at time zone 'UTC')::date and d.personal = known.personal;
  if becomes = 'created' then
    update public."decisionMakers" as d set renewed_at = now() where d.id = known.prospect_id;
  end if;
  return known.left_at is not null;
end;
$$;
