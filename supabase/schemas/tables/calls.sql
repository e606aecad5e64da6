create table public.calls (
  id text primary key,
  caller text,
  personal boolean not null,
  created_at timestamptz not null default now(),
  ends_by timestamptz not null,
  seconds integer,
  cost numeric,
  checked_at timestamptz,
  call_id text,
  control_url text,
  left_at timestamptz,
  assistant_id text,
  reported_at timestamptz,
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
comment on column public.calls.id is
  'The id that the browser made for this call. It is used once.';
comment on column public.calls.caller is
  'Keyed hash of the network; not reversible without the server-side key. Null if it is unknown.';
comment on column public.calls.personal is
  'True for the call of a prospect who has a row, false for any other.';
comment on column public.calls.created_at is 'When the call was counted.';
comment on column public.calls.ends_by is 'When the call is over at the latest, reported or not.';
comment on column public.calls.seconds is 'Length in seconds, as reported by the provider.';
comment on column public.calls.cost is 'What the provider says it cost, in US dollars.';
comment on column public.calls.checked_at is
  'When we last started to end the call at the provider; null if not started yet.';
comment on column public.calls.call_id is
  'The provider’s id of a call that goes on, otherwise null.';
comment on column public.calls.control_url is
  'Where the provider takes a request to end a call that goes on, otherwise null.';
comment on column public.calls.left_at is 'When the visitor left the call, otherwise null.';
comment on column public.calls.assistant_id is
  'Who was called. Null for an end that came before its call.';
comment on column public.calls.reported_at is
  'When a length was first recorded with the prospect who called, otherwise null.';
comment on column public.calls.state is
  '`taken`: counted, being created; `created`; `unknown`: it may exist; `missing`: a list of the '
  'provider’s lacked it; `refused`: there is none; `over`; `early`: an end that came before its '
  'call, kept for ten minutes. Taken, created and over count for the budgets of a day; taken, '
  'created, unknown and missing hold one of the slots.';
comment on column public.calls.prospect_id is 'The prospect who called, otherwise null.';

alter table public.calls enable row level security, force row level security;
