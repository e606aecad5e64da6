create table public.calls (
  id text primary key, -- made by the browser for one press on Start; used once
  caller text, -- a keyed hash of the network, if it is known
  personal boolean not null, -- whether a prospect who has a row calls
  created_at timestamptz not null default now(),
  ends_by timestamptz not null, -- when it is over at the latest, reported or not
  seconds integer, -- as the provider reports it
  cost numeric, -- in US dollars, as the provider reports it
  checked_at timestamptz, -- when we last began to end it at the provider
  call_id text, -- the provider's id of a call that goes on
  control_url text, -- where the provider takes a request to end a call that goes on
  left_at timestamptz, -- when the visitor left
  assistant_id text, -- null for an end that came before its call
  reported_at timestamptz, -- when a length was first stored with the prospect who called
  state text not null default 'taken',
  prospect_id uuid,
  constraint calls_state_known check (
    state in ('early', 'taken', 'created', 'unknown', 'missing', 'refused', 'over')
  )
);

create index calls_created_at on public.calls (created_at);

comment on table public.calls is
  'The calls of the last two days. Safe to empty while no call is running: it resets the budgets '
  'of up to two days.';
comment on column public.calls.state is
  '`taken`: counted, being created; `created`; `unknown`: it may exist; `missing`: a list of the '
  'provider’s lacked it; `refused`: there is none; `over`; `early`: an end that came before its '
  'call, kept for ten minutes. Taken, created and over count for the budgets of a day; taken, '
  'created, unknown and missing hold one of the slots.';

alter table public.calls enable row level security, force row level security;
