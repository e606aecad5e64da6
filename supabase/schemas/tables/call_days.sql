create table public.call_days (
  day date not null,
  personal boolean not null,
  calls integer not null default 0,
  seconds integer not null default 0,
  cost numeric not null default 0,
  primary key (day, personal)
);

comment on table public.call_days is 'Calls per day (UTC), kept for 25 months.';
comment on column public.call_days.day is 'The day on which the calls were created.';
comment on column public.call_days.personal is
  'True for the calls of prospects who have a row, false for all others.';
comment on column public.call_days.calls is 'How many calls were created.';
comment on column public.call_days.seconds is
  'Their total length, as far as the provider reported it.';
comment on column public.call_days.cost is
  'Their total cost in US dollars, as far as the provider reported it.';

alter table public.call_days enable row level security, force row level security;
