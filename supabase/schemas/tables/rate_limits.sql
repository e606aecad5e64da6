-- Several instances of the site share these counters of the rate limits. The table is unlogged,
-- because counters need not survive a crash.
create unlogged table public.rate_limits (
  key text primary key,
  hits integer not null,
  expires_at timestamptz not null
);

create index rate_limits_expires_at on public.rate_limits (expires_at);

comment on table public.rate_limits is
  'Counters of the rate limits. Safe to empty at any time: all counts start again.';
comment on column public.rate_limits.key is
  'Keyed hash of the rule and of the network or e-mail address it counts; not reversible '
  'without the server-side key.';
comment on column public.rate_limits.hits is 'How often it was counted since the row began.';
comment on column public.rate_limits.expires_at is
  'When counting starts again; the row is deleted afterwards.';

alter table public.rate_limits enable row level security;
alter table public.rate_limits force row level security;
revoke all on table public.rate_limits from public, anon, authenticated;
grant select, insert, update, delete on table public.rate_limits to service_role;
