-- What visitors did, and the requests of each day as if they were events. Their page and device are
-- unknown.
create or replace view public.funnel with (security_invoker = true) as
select c.day, c.page, c.language, c.device, c.entry, c.event, c.detail, c.count
from public.funnel_counts as c
union all
select
  (s.created_at at time zone 'UTC')::date, 'any', 'any', 'any', 'any', e.event, '',
  count(*)::integer
from public.strategy_sessions as s
cross join lateral (
  values ('requests', true), ('handled', s.handled_at is not null)
) as e(event, happened)
where e.happened and (not s.suspected_spam or s.handled_at is not null)
group by 1, e.event;

comment on view public.funnel is
  'How many views of a page came to each step, per day (UTC), page, language, device and entry; '
  'and how many requests came, without suspected spam that nobody has answered.';
