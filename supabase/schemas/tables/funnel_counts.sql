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
comment on column public.funnel_counts.language is 'The language of the page.';
comment on column public.funnel_counts.device is 'The kind of device: phone, tablet or desktop.';
comment on column public.funnel_counts.entry is
  'What the link to the page said with utm_source: a name from a list, other for any other '
  'name, direct for none.';
comment on column public.funnel_counts.count is 'Number of occurrences.';

alter table public.funnel_counts enable row level security;
alter table public.funnel_counts force row level security;
revoke all on table public.funnel_counts from public, anon, authenticated;
grant select, insert, update, delete on table public.funnel_counts to service_role;
