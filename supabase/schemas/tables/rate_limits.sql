-- Several instances of the site share these counters of the rate limits. The table is unlogged,
-- because counters need not survive a crash.
create unlogged table public.rate_limits (
  key text primary key,
  hits integer not null,
  expires_at timestamptz not null
);

create index rate_limits_expires_at on public.rate_limits (expires_at);

comment on table public.rate_limits is
  'Counters of the rate limits, under keyed hashes. Safe to empty at any time: all counts start '
  'again.';

alter table public.rate_limits enable row level security, force row level security;
