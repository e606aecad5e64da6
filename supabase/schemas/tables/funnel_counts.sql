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

alter table public.funnel_counts enable row level security, force row level security;
