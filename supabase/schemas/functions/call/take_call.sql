-- Counts a call, or returns why it is refused: `used` for a used id, or what `call_refusal` returns.
-- Writes an alert when four fifths of a budget of everyone's calls are used, once in its hours.
create or replace function public.take_call(
  id text, assistant_id text, caller text, personal boolean, max_seconds integer, budgets jsonb
) returns text
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
  spent record;
begin
  -- One call at a time, so that each sees the calls that other instances have counted.
  lock table public.calls in share row exclusive mode;
  if exists (select 1 from public.calls as c where c.id = $1) then
    return 'used';
  end if;
  refusal := public.call_refusal(assistant_id, caller, personal, budgets);
  if refusal is not null then
    return refusal;
  end if;
  insert into public.calls (id, assistant_id, caller, personal, ends_by)
  values ($1, $2, $3, $4, now() + make_interval(secs => max_seconds));
  insert into public.call_days as d (day, personal, calls)
  values ((now() at time zone 'UTC')::date, $4, 1)
  on conflict on constraint call_days_pkey do update set calls = d.calls + 1;

  for spent in
    select b.name, min(b.hours) as hours,
      jsonb_build_object('budget', b.name)
        || jsonb_object_agg('calls' || b.share, b.calls)
        || jsonb_object_agg('limit' || b.share, b."limit") as facts
    from (
      select c.*, case when c.shared then '_shared' else '' end as share
      from public.call_counts(caller, budgets) as c where c.hours > 0 and not c.per_address
    ) as b
    group by b.name
    having bool_or(b.calls >= 0.8 * b."limit")
  loop
    perform public.write_alert(
      'calls-budget', null, spent.facts,
      format('calls-budget %s %s', spent.name, div(extract(epoch from now()), spent.hours * 3600))
    );
  end loop;
  return null;
end;
$$;
