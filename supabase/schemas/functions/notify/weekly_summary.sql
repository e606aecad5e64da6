-- The figures of the week that begins on `monday` (UTC).
create or replace function public.weekly_summary(monday date) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'from', monday,
    'to', monday + 6,
    'visits', coalesce(sum(f.count) filter (where f.event = 'page_seen'), 0),
    'requests', coalesce(sum(f.count) filter (where f.event = 'requests'), 0),
    'calls', (
      select coalesce(sum(d.calls), 0) from public.call_days as d
      where d.day between monday and monday + 6
    ),
    'answered', (
      select count(*) from public.strategy_sessions as s
      where (s.handled_at at time zone 'UTC')::date between monday and monday + 6
    ),
    'prospects', (
      select count(*) from public."decisionMakers" as d
      where (d.visited_at at time zone 'UTC')::date between monday and monday + 6
    ),
    'open', (select count(*) from public.strategy_sessions as s where s.handled_at is null)
  )
  from public.funnel as f where f.day between monday and monday + 6;
$$;
