-- The figures of the week that begins on `monday` (UTC), for `npm run summary`. They are compared
-- with the week before if visits were counted from its first day on.
create or replace function public.weekly_summary(monday date) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_object_agg(figure.name || week.suffix, figure.amount) || jsonb_build_object(
    'from', $1,
    'to', $1 + 6,
    'open', (select count(*) from public.strategy_sessions as s where s.handled_at is null)
  )
  from (
    values ('', $1, $1 + 6), ('_before', $1 - 7, $1 - 1)
  ) as week(suffix, first, last)
  cross join lateral (
    select 'visits', coalesce(sum(f.page_seen), 0)
    from public.funnel as f where f.day between week.first and week.last
    union all
    select 'calls', coalesce(sum(d.calls), 0)
    from public.call_days as d where d.day between week.first and week.last
    union all
    select 'requests', coalesce(sum(f.requests), 0)
    from public.funnel as f where f.day between week.first and week.last
    union all
    select 'answered', count(*)
    from public.strategy_sessions as s
    where (s.handled_at at time zone 'UTC')::date between week.first and week.last
    union all
    select 'prospects', case week.suffix
      when '' then (
        -- A visit marks all rows of its assistant.
        select count(distinct d.vapi_assistant_id) from public."decisionMakers" as d
        where (d.visited_at at time zone 'UTC')::date between week.first and week.last
      )
      -- Later visits have overwritten `visited_at`, but the summary of that week knows.
      else (
        select (a.facts ->> 'prospects')::bigint from public.alerts as a
        where a.dedupe = 'weekly-summary ' || week.first
      )
    end
  ) as figure(name, amount)
  where figure.amount is not null
    and (week.suffix = '' or exists (
      select from public.funnel_counts as c where c.day <= week.first
    ));
$$;

comment on function public.weekly_summary(date) is
  'The figures of a week, as the weekly summary has them.';

revoke all on function public.weekly_summary(date) from public, anon, authenticated;
grant execute on function public.weekly_summary(date) to service_role;
