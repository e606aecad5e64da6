-- An outbox of alerts, which are written in the transaction of their cause. The site sends them
-- (lib/server/notify/alerts.ts) to the operator by `webhook` and `mail`, and to the `visitor`.

create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject uuid,
  facts jsonb not null default '{}',
  dedupe text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- The channels that it was delivered to; `visitor` already while it is being sent.
  sent text[] not null default '{}',
  sent_at timestamptz, -- when the operator got it first
  constraint alerts_dedupe_unique unique (dedupe)
);

create index alerts_created_at on public.alerts (created_at);

comment on table public.alerts is
  'Alerts of the last 30 days. Safe to empty: unsent alerts are dropped.';

alter table public.alerts enable row level security, force row level security;
