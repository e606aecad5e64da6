create table public.call_days (
  day date not null,
  personal boolean not null, -- as in `calls`
  calls integer not null default 0,
  seconds integer not null default 0, -- as far as the provider has reported it
  cost numeric not null default 0, -- in US dollars
  primary key (day, personal)
);

comment on table public.call_days is 'Calls per day (UTC), kept for 25 months.';

alter table public.call_days enable row level security, force row level security;
