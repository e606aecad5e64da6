-- The figures of the week that begins on `monday` (UTC), and with `_before` those of the week
-- before, if visits were counted from its first day on.
create or replace function public.weekly_summary(monday date) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_object_agg(figure.name || week.suffix, figure.amount) || jsonb_build_object(
    'from', monday,
    'to', monday + 6,
    'open', (select count(*) from public.strategy_sessions as s where s.handled_at is null)
  )
  from (values ('', monday), ('_before', monday - 7)) as week(suffix, first)
  cross join lateral (
    select sum(f.page_seen) as visits, sum(f.requests) as requests
    from public.funnel as f where f.day between week.first and week.first + 6
  ) as seen
  cross join lateral (values
    ('visits', coalesce(seen.visits, 0)),
    ('requests', coalesce(seen.requests, 0)),
    ('calls', (
      select coalesce(sum(d.calls), 0) from public.call_days as d
      where d.day between week.first and week.first + 6
    )),
    ('answered', (
      select count(*) from public.strategy_sessions as s
      where (s.handled_at at time zone 'UTC')::date between week.first and week.first + 6
    )),
    -- A visit overwrites `visited_at`: of the week before, the summary of that week knows.
    ('prospects', case week.suffix
      when '' then (
        select count(*) from public."decisionMakers" as d
        where (d.visited_at at time zone 'UTC')::date between week.first and week.first + 6
      )
      else (
        select (a.facts ->> 'prospects')::bigint from public.alerts as a
        where a.dedupe = 'weekly-summary ' || week.first
      )
    end)
  ) as figure(name, amount)
  where figure.amount is not null
    and (week.suffix = '' or exists (
      select from public.funnel_counts as c where c.day <= week.first
    ));
$$;
