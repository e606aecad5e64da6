-- Counts a call, and returns its `prospect`, or why it is refused (`refusal`). Without an id it counts
-- nothing. `link`: what a personal page knows of its prospect (find_prospect). `ours`: the landing
-- page's assistant.
create or replace function public.take_call(
  id text, assistant_id text, caller text, link jsonb, ours boolean, max_seconds integer,
  budgets jsonb
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  used record;
  most record;
  refusal text;
  prospect record;
  is_known boolean := exists (
    select from public."decisionMakers" as d where d.vapi_assistant_id = assistant_id
  );
  personal boolean;
begin
  select * into prospect from public.find_prospect(assistant_id, link);
  -- Who only asks does not say which prospect it is.
  personal := case when id is null then link is not null and is_known else found end;
  if id is not null then
    -- One call at a time, so that each sees the calls that other instances have counted.
    lock table public.calls in share row exclusive mode;
  end if;
  select * into most from jsonb_to_record(budgets) as b(
    address_hour integer, address_day integer, day integer, day_shared integer, at_once integer
  );
  -- `calls` knows 48 hours.
  select
    count(*) filter (
      where c.counted and c.caller = take_call.caller and c.created_at > now() - interval '1 hour'
    ) as address_hour,
    count(*) filter (where c.counted and c.caller = take_call.caller and c.is_today) as address_day,
    count(*) filter (where c.counted and c.is_today) as day,
    count(*) filter (where c.counted and c.is_today and not c.personal) as day_shared,
    count(*) filter (where c.is_open and c.state in ('taken', 'created')) as at_once,
    count(*) filter (where c.is_open and c.state in ('unknown', 'missing')) as unknown
  into used
  from (
    select *, created_at > now() - interval '24 hours' as is_today, ends_by > now() as is_open,
      state in ('taken', 'created', 'over') as counted
    from public.calls
  ) as c;
  refusal := case
    when exists (select from public.calls as c where c.id = take_call.id) then 'used'
    when not (ours or is_known) then 'assistant'
    when not exists (select from public.call_switch as s where s.calls_on) then 'off'
    when used.address_hour >= most.address_hour then 'address_hour'
    when used.address_day >= most.address_day then 'address_day'
    when used.day >= most.day then 'day'
    when used.day_shared >= most.day_shared and not personal then 'day'
    when used.at_once >= most.at_once then 'at_once'
    -- Some calls may not exist.
    when used.at_once + used.unknown >= most.at_once then 'unknown'
  end;
  if refusal is not null or id is null then
    return jsonb_build_object('refusal', refusal);
  end if;
  insert into public.calls (id, assistant_id, caller, personal, prospect_id, ends_by)
  values (id, assistant_id, caller, personal, prospect.id, now() + make_interval(secs => max_seconds));
  insert into public.call_days as d (day, personal, calls)
  values ((now() at time zone 'UTC')::date, personal, 1)
  on conflict on constraint call_days_pkey do update set calls = d.calls + 1;

  used.day := used.day + 1;
  used.day_shared := used.day_shared + (not personal)::integer;
  -- Once a day.
  if used.day >= 0.8 * most.day or used.day_shared >= 0.8 * most.day_shared then
    perform public.write_alert(
      'calls-budget', null,
      jsonb_build_object(
        'calls', used.day, 'limit', most.day,
        'calls_shared', used.day_shared, 'limit_shared', most.day_shared
      ),
      format('calls-budget day %s', div(extract(epoch from now()), 86400))
    );
  end if;
  return jsonb_build_object('prospect', case when personal then to_jsonb(prospect) end);
end;
$$;
