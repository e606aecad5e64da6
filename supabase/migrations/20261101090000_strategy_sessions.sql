-- POST /api/contact writes requests for a free strategy session. The checks repeat the rules of
-- lib/contact/schema.ts.

create table public.strategy_sessions (
  id uuid primary key default gen_random_uuid(),
  service_type text not null,
  email text not null,
  message text,
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  suspected_spam boolean not null default false,
  idempotency_key uuid,
  constraint strategy_sessions_service_type_known check (
    service_type in ('ai-customer-support', 'crm-integrations', 'appointment-scheduling', 'other')
  ),
  -- Collation "C" knows ASCII letters and spaces only, on every server. The code points are the other
  -- spaces of JavaScript, so that these rules and the form's are the same.
  constraint strategy_sessions_email_lower_case check (email = lower(email collate "C")),
  constraint strategy_sessions_email_pattern check (
    email collate "C" ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
    and email collate "C" !~ '[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
  ),
  constraint strategy_sessions_email_clean check (
    email collate "C" !~ '[<>\u0001-\u001f\u007f-\u009f]'
  ),
  constraint strategy_sessions_email_length check (char_length(email) <= 254),
  constraint strategy_sessions_message_length check (char_length(message) between 1 and 1000),
  constraint strategy_sessions_message_trimmed check (
    message collate "C" !~ '^[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
    and message collate "C" !~ '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$'
  ),
  -- Line feeds and tabs are the only control characters.
  constraint strategy_sessions_message_clean check (
    message collate "C" !~ '[<>\u0001-\u0008\u000b-\u001f\u007f-\u009f]'
  ),
  constraint strategy_sessions_idempotency_key_unique unique (idempotency_key)
);

create index strategy_sessions_duplicate_check
  on public.strategy_sessions (email, service_type, created_at desc);

comment on table public.strategy_sessions is
  'Requests for a free strategy session from the contact form.';
comment on column public.strategy_sessions.id is 'Identifies the request.';
comment on column public.strategy_sessions.service_type is
  'The service asked about: ai-customer-support, crm-integrations, appointment-scheduling or '
  'other (a custom solution).';
comment on column public.strategy_sessions.email is 'Where to answer; trimmed and lower-cased.';
comment on column public.strategy_sessions.message is
  'What the visitor wrote, at most 1000 characters; null when nothing was written.';
comment on column public.strategy_sessions.created_at is
  'When the request arrived. The same email and service is refused for five minutes after it.';
comment on column public.strategy_sessions.handled_at is
  'Set by ops when the request has been answered; null while it is open.';
comment on column public.strategy_sessions.suspected_spam is
  'True when the form was filled the way bots fill it. The request is kept: look before deleting.';
comment on column public.strategy_sessions.idempotency_key is
  'One per filled form: a retry after a lost answer finds this row instead of adding another.';

-- Refuses the same email and service within five minutes. The lock makes simultaneous writers wait,
-- so that each sees the row of the one before.
create function public.strategy_sessions_refuse_duplicate() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(new.email || '|' || new.service_type, 0)
  );
  if exists (
    select 1
    from public.strategy_sessions as earlier
    where earlier.email = new.email
      and earlier.service_type = new.service_type
      and earlier.created_at >= new.created_at - interval '5 minutes'
      and earlier.created_at <= new.created_at + interval '5 minutes'
  ) then
    raise exception 'the same request was stored less than five minutes ago'
      using errcode = 'unique_violation';
  end if;
  return new;
end;
$$;

create trigger strategy_sessions_refuse_duplicate
  before insert on public.strategy_sessions
  for each row execute function public.strategy_sessions_refuse_duplicate();

-- Only the server-side key may read or write: its role service_role bypasses row level security.
alter table public.strategy_sessions enable row level security;
alter table public.strategy_sessions force row level security;
revoke all on table public.strategy_sessions from public, anon, authenticated;
grant select, insert, update, delete on table public.strategy_sessions to service_role;
revoke all on function public.strategy_sessions_refuse_duplicate() from public, anon, authenticated;
