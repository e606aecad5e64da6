-- POST /api/count adds the events of lib/analytics/events.ts to daily counters.

create table public.funnel_counts (
  day date not null,
  event text not null,
  detail text not null default '',
  page text not null,
  language text not null,
  device text not null,
  entry text not null,
  count integer not null,
  primary key (day, event, detail, page, language, device, entry)
);

comment on table public.funnel_counts is
  'What visitors do, counted per day (UTC) and kept for 25 months. Safe to empty at any time.';
comment on column public.funnel_counts.day is 'The day on which it happened.';
comment on column public.funnel_counts.event is
  'What happened, once for each view of a page: a step of the funnel, or a measured value '
  '(lcp, inp, cls, ttfb).';
comment on column public.funnel_counts.detail is
  'How, or how much: the place, the reason, or the upper end of the range that a measured '
  'value fell into; empty where there is nothing to say.';
comment on column public.funnel_counts.page is 'The page: / or /outreach.';
comment on column public.funnel_counts.language is 'The language of the page: en or cs.';
comment on column public.funnel_counts.device is 'The kind of device: phone, tablet or desktop.';
comment on column public.funnel_counts.entry is
  'What the link to the page said with utm_source: a name from a list, other for any other '
  'name, direct for none.';
comment on column public.funnel_counts.count is 'Number of occurrences.';

-- Counts each of `events`, an array of {event, detail}, once.
create function public.count_events(page text, language text, device text, entry text, events jsonb)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.funnel_counts as c (day, event, detail, page, language, device, entry, count)
  select distinct (now() at time zone 'UTC')::date, e.event, e.detail, $1, $2, $3, $4, 1
  from jsonb_to_recordset(events) as e(event text, detail text)
  -- The fixed order prevents deadlocks.
  order by e.event, e.detail
  on conflict on constraint funnel_counts_pkey do update set count = c.count + 1;

  -- Deletes few rows at a time, without waiting for locked ones.
  delete from public.funnel_counts as c where c.ctid = any (array(
    select old.ctid from public.funnel_counts as old
    where old.day < (now() at time zone 'UTC')::date - interval '25 months'
    order by old.day
    limit 100
    for update skip locked
  ));
end;
$$;

comment on function public.count_events(text, text, text, text, jsonb) is
  'Counts what visitors do; deletes what is older than 25 months.';

-- One column per step. Requests are in separate rows, because their page and device are unknown.
create view public.funnel with (security_invoker = true) as
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
comment on column public.funnel.day is
  'The day on which it happened; of requests the day on which they arrived.';
comment on column public.funnel.page is
  'The page: / or /outreach; any in the row of a day''s requests.';
comment on column public.funnel.language is
  'The language of the page; any in the row of a day''s requests.';
comment on column public.funnel.device is
  'The kind of device; any in the row of a day''s requests.';
comment on column public.funnel.entry is
  'What the link said with utm_source; any in the row of a day''s requests.';
comment on column public.funnel.page_seen is 'The page was visible.';
comment on column public.funnel.call_near is
  'The call came within a screen''s height of the visible part.';
comment on column public.funnel.start_pressed is 'Start was pressed.';
comment on column public.funnel.microphone_granted is 'The browser gave us the microphone.';
comment on column public.funnel.call_active is 'The call began.';
comment on column public.funnel.call_30_seconds is 'The call went on for 30 seconds.';
comment on column public.funnel.call_ended is
  'The call that had begun was over, for whatever reason.';
comment on column public.funnel.call_rated is 'The call was rated.';
comment on column public.funnel.dialog_opened is 'The contact dialog was opened.';
comment on column public.funnel.form_typed is 'Something was typed or chosen in the form.';
comment on column public.funnel.form_sent is 'Send was pressed.';
comment on column public.funnel.request_stored is
  'The form was told that its request had been stored.';
comment on column public.funnel.requests is
  'All requests, including those of visitors who opted out of counting; without suspected spam '
  'that nobody has answered.';
comment on column public.funnel.handled is 'Those of them that ops have marked as answered.';

-- `npm run funnel` prints these sums.
create function public.read_funnel(since date)
returns table (event text, detail text, page text, count bigint)
language sql stable
set search_path = ''
as $$
  select c.event, c.detail, c.page, sum(c.count)
  from public.funnel_counts as c
  where c.day >= since
  group by c.event, c.detail, c.page
  union all
  select 'requests', '', 'any', coalesce(sum(f.requests), 0)::bigint
  from public.funnel as f where f.day >= since
  union all
  select 'handled', '', 'any', coalesce(sum(f.handled), 0)::bigint
  from public.funnel as f where f.day >= since;
$$;

comment on function public.read_funnel(date) is
  'What visitors did from a day on, and the requests that arrived since.';

alter table public.funnel_counts enable row level security;
alter table public.funnel_counts force row level security;
revoke all on table public.funnel_counts, public.funnel from public, anon, authenticated;
grant select, insert, update, delete on table public.funnel_counts to service_role;
grant select on table public.funnel to service_role;
revoke all on function
  public.count_events(text, text, text, text, jsonb),
  public.read_funnel(date)
from public, anon, authenticated;
grant execute on function
  public.count_events(text, text, text, text, jsonb),
  public.read_funnel(date)
to service_role;
