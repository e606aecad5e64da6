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
  sent text[] not null default '{}',
  sent_at timestamptz,
  constraint alerts_kind_known check (
    kind in (
      'request', 'overdue', 'expiring', 'calls-failing', 'calls-budget', 'site-failing',
      'prospect-visited', 'prospect-called', 'weekly-summary', 'acknowledgement', 'purge-failed',
      'suspected'
    )
  ),
  constraint alerts_dedupe_unique unique (dedupe)
);

create index alerts_created_at on public.alerts (created_at);

comment on table public.alerts is
  'Alerts of the last 30 days. Safe to empty: unsent alerts are dropped.';
comment on column public.alerts.created_at is
  'When it was written. It is sent for three days at most, an acknowledgement for six hours; '
  'an undelivered alert about an expiring request is then renewed.';
comment on column public.alerts.sent is
  'The channels that it was delivered to; ''visitor'' already while it is being sent.';
comment on column public.alerts.sent_at is
  'When the operator got it first; null while no channel of the operator has it.';

alter table public.alerts enable row level security, force row level security;
