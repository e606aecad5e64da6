-- Counts a call, or returns why it is refused: `used` for a used ticket, or a budget. Writes an
-- alert, once a day, when four fifths of the day's calls are used, or of the landing page's share.
create or replace function public.take_call(
  ticket text, caller text, personal boolean, max_seconds integer, budgets jsonb
) returns text
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
  used record;
begin
  -- One call at a time, so that each sees the calls that other instances have counted.
  lock table public.calls in share row exclusive mode;
  if exists (select 1 from public.calls as c where c.ticket = $1) then
    return 'used';
  end if;
  refusal := public.call_refusal(caller, personal, budgets);
  if refusal is not null then
    return refusal;
  end if;
  insert into public.calls (ticket, caller, personal, ends_by)
  values ($1, $2, $3, now() + make_interval(secs => max_seconds));
  insert into public.call_days as d (day, personal, calls)
  values ((now() at time zone 'UTC')::date, $3, 1)
  on conflict on constraint call_days_pkey do update set calls = d.calls + 1;
  delete from public.calls where created_at < now() - interval '2 days';
  delete from public.call_days where day < now() - interval '25 months';

  select count(*) as day, count(*) filter (where not c.personal) as day_shared into used
  from public.calls as c where c.counted and c.created_at > now() - interval '1 day';
  if used.day >= 0.8 * (budgets->>'day')::integer
    or used.day_shared >= 0.8 * (budgets->>'day_shared')::integer then
    perform public.write_alert(
      'calls-budget', null,
      jsonb_build_object(
        'day', used.day, 'of_day', budgets->'day',
        'day_shared', used.day_shared, 'of_day_shared', budgets->'day_shared'
      ),
      'calls-budget ' || (now() at time zone 'UTC')::date
    );
  end if;
  return null;
end;
$$;

comment on function public.take_call(text, text, boolean, integer, jsonb) is
  'Counts a call against all budgets. Returns null if it is allowed, otherwise why not.';

revoke all on function public.take_call(text, text, boolean, integer, jsonb)
  from public, anon, authenticated;
grant execute on function public.take_call(text, text, boolean, integer, jsonb) to service_role;
