-- Writes the alerts that are due by the clock at a `moment`, with `summary` also that of the last
-- full week (Monday to Sunday, UTC). Returns how many requests are newly overdue.
create or replace function public.tend_alerts(
  summary boolean default false, moment timestamptz default now()
) returns integer
language plpgsql
set search_path = ''
as $$
declare
  monday date := date_trunc('week', moment at time zone 'UTC');
  summary_key text := 'weekly-summary ' || (monday - 7);
  kept interval := (select make_interval(months => r.months) from public.retention as r);
  found_overdue integer;
begin
  perform public.write_alert(
    'overdue', s.id, jsonb_build_object('service', s.service_type), 'overdue ' || s.id
  )
  from public.strategy_sessions as s
  where s.handled_at is null
    and not s.suspected_spam
    and s.created_at < moment - interval '20 hours'
    -- Older ones were reported, or waited before there were alerts.
    and s.created_at > moment - interval '7 days'
    and not exists (
      select from public.alerts as a
      where a.dedupe = 'overdue ' || s.id
        -- It was acquitted.
        or a.dedupe = 'request ' || s.id and a.created_at > moment - interval '20 hours'
    );
  get diagnostics found_overdue = row_count;

  perform public.write_alert(
    'expiring', s.id, jsonb_build_object('service', s.service_type), 'expiring ' || s.id
  )
  from public.strategy_sessions as s
  where s.handled_at is null and not s.suspected_spam
    and s.created_at < moment - kept + interval '14 days'
    and not exists (select from public.alerts as a where a.dedupe = 'expiring ' || s.id);
  -- claim_alert gives up after three days. There may be a working channel by now.
  update public.alerts as a set created_at = moment, due_at = moment, attempts = 0
  from public.strategy_sessions as s
  where s.handled_at is null and a.dedupe = 'expiring ' || s.id
    and a.sent_at is null and a.created_at < moment - interval '3 days';

  -- Again after a month, when the last one was purged.
  perform public.write_alert(
    'suspected', null, '{}', 'suspected ' || (moment at time zone 'UTC')::date
  )
  where exists (
    select from public.strategy_sessions as s
    where s.suspected_spam and s.handled_at is null and not exists (
      select from public.alerts as a
      where a.kind = 'suspected'
        and coalesce(a.sent_at >= s.created_at, a.created_at > moment - interval '3 days')
    )
  );

  if summary and moment at time zone 'UTC' >= monday + time '07:00'
    and exists (select from public.funnel_counts as c where c.day < monday)
    and not exists (select from public.alerts as a where a.dedupe = summary_key)
  then
    perform public.write_alert(
      'weekly-summary', null, public.weekly_summary(monday - 7), summary_key
    );
  end if;
  return found_overdue;
end;
$$;
