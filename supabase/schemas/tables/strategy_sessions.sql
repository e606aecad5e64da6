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
  source text not null default 'direct',
  -- Only our server writes, and it knows the services.
  constraint strategy_sessions_service_type_shape check (
    service_type collate "C" ~ '^[a-z-]{1,40}$'
  ),
  -- Collation "C" knows ASCII letters and spaces only, on every server. The code points are the
  -- other spaces of JavaScript, so that these rules and the form's are the same.
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
  constraint strategy_sessions_idempotency_key_unique unique (idempotency_key),
  -- lib/server/http/source.ts has the same. No e-mail address and no markup fits in.
  constraint strategy_sessions_source_shape check (
    source collate "C" ~ '^(direct|search|ai|referral:[a-z0-9.-]{1,60}|utm:[a-z0-9._-]{1,40})$'
  )
);

create index strategy_sessions_duplicate_check
  on public.strategy_sessions (email, service_type, created_at desc);
create index strategy_sessions_open on public.strategy_sessions (created_at)
  where handled_at is null;
-- BRIN, because the planner would prefer a B-tree to the duplicate check's index.
create index strategy_sessions_created_at on public.strategy_sessions using brin (created_at);

comment on table public.strategy_sessions is
  'Requests for a free strategy session from the contact form.';
comment on column public.strategy_sessions.created_at is
  'When the request arrived. The same email and service is refused for five minutes after it.';
comment on column public.strategy_sessions.handled_at is
  'Set by ops when the request has been answered; null while it is open.';
comment on column public.strategy_sessions.suspected_spam is
  'True when the form was filled the way bots fill it. The request is kept: look before deleting.';
comment on column public.strategy_sessions.idempotency_key is
  'One per filled form: a retry after a lost answer finds this row instead of adding another.';
comment on column public.strategy_sessions.source is
  'Where the visitor came from: direct, search, ai, referral:<host> or utm:<utm_source of the '
  'link>.';

alter table public.strategy_sessions enable row level security, force row level security;
