-- One column per step. Requests are in separate rows, because their page and device are unknown.
create or replace view public.funnel with (security_invoker = true) as
select
  c.day,
  c.page,
  c.language,
  c.device,
  c.entry,
  coalesce(sum(c.count) filter (where c.event = 'page_seen'), 0) as page_seen,
  coalesce(sum(c.count) filter (where c.event = 'call_near'), 0) as call_near,
  coalesce(sum(c.count) filter (where c.event = 'start_pressed'), 0) as start_pressed,
  coalesce(sum(c.count) filter (where c.event = 'microphone_granted'), 0) as microphone_granted,
  coalesce(sum(c.count) filter (where c.event = 'call_active'), 0) as call_active,
  coalesce(sum(c.count) filter (where c.event = 'call_30_seconds'), 0) as call_30_seconds,
  coalesce(sum(c.count) filter (where c.event = 'call_ended'), 0) as call_ended,
  coalesce(sum(c.count) filter (where c.event = 'call_rated'), 0) as call_rated,
  coalesce(sum(c.count) filter (where c.event = 'dialog_opened'), 0) as dialog_opened,
  coalesce(sum(c.count) filter (where c.event = 'form_typed'), 0) as form_typed,
  coalesce(sum(c.count) filter (where c.event = 'form_sent'), 0) as form_sent,
  coalesce(sum(c.count) filter (where c.event = 'request_stored'), 0) as request_stored,
  0 as requests,
  0 as handled
from public.funnel_counts as c
group by c.day, c.page, c.language, c.device, c.entry
union all
select
  (s.created_at at time zone 'UTC')::date, 'any', 'any', 'any', 'any',
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  count(*),
  count(s.handled_at)
from public.strategy_sessions as s
where not s.suspected_spam or s.handled_at is not null
group by 1
order by day desc, page, language, device, entry;

comment on view public.funnel is
  'How many views of a page came to each step, per day (UTC), page, language, device and '
  'entry; and the requests of the day.';
comment on column public.funnel.requests is
  'All requests, including those of visitors who opted out of counting; without suspected spam '
  'that nobody has answered.';
