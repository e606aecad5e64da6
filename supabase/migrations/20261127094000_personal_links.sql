-- A personal link is kept for RETENTION_MONTHS after it was made, opened, called or renewed.

alter table public."decisionMakers"
  add column renewed_at timestamptz,
  -- The only place that says from when the period counts.
  add column period_start timestamptz not null
    generated always as (greatest(created_at, visited_at, renewed_at)) stored;

comment on column public."decisionMakers".renewed_at is
  'When the assistant was last called over a link, or outreach:add last renewed this link; null '
  'while neither happened.';
comment on column public."decisionMakers".period_start is
  'The last of created_at, visited_at and renewed_at: from then on RETENTION_MONTHS count.';

create index "decisionMakers_period_start" on public."decisionMakers" (period_start);
drop index public."decisionMakers_created_at";

-- A computed field of the API: `select=ends_at`. The purge, which counts back from now, deletes a
-- link at the end or, at the end of a month, up to three days later.
create function public.ends_at(link public."decisionMakers") returns timestamptz
language sql stable
set search_path = ''
as $$
  select link.period_start
    + make_interval(months => coalesce((select r.months from public.retention as r), 12));
$$;

comment on function public.ends_at(public."decisionMakers") is
  'When a personal link ends, unless it is used or renewed before.';

revoke all on function public.ends_at(public."decisionMakers") from public, anon, authenticated;
grant execute on function public.ends_at(public."decisionMakers") to service_role;
