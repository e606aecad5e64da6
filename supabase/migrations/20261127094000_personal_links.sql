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
