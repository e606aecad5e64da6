create table public."decisionMakers" (
  id uuid primary key default gen_random_uuid(),
  vapi_assistant_id text not null,
  visited_at timestamptz, -- when the link was last opened and seen
  contact_name text,
  company_name text,
  created_at timestamptz not null default now(),
  renewed_at timestamptz, -- by a call over this link, or by outreach:add
  -- The only place that says from when RETENTION_MONTHS count.
  period_start timestamptz not null
    generated always as (greatest(created_at, visited_at, renewed_at)) stored,
  called_at timestamptz, -- when the call began that ended last; the next two and call_id are its
  call_seconds integer,
  call_rating integer,
  language text not null default 'cs',
  variables jsonb not null default '{}',
  code text,
  used_at timestamptz, -- the last key or press on the page, which no mail scanner gives
  call_id text,
  constraint "decisionMakers_code_unique" unique (code),
  constraint "decisionMakers_assistant_id_pattern"
    check (vapi_assistant_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  constraint "decisionMakers_variables_object" check (jsonb_typeof(variables) = 'object'),
  constraint "decisionMakers_prospect_unique"
    unique nulls not distinct (vapi_assistant_id, contact_name, company_name)
);

-- A visit looks for rows by assistant.
create index "decisionMakers_vapi_assistant_id" on public."decisionMakers" (vapi_assistant_id);
create index "decisionMakers_period_start" on public."decisionMakers" (period_start);

comment on table public."decisionMakers" is
  'Prospects who were sent a personal link; several may share an assistant.';
comment on column public."decisionMakers".variables is
  'More about the prospect for the assistant’s prompt, by name (docs/assistants.md).';
comment on column public."decisionMakers".code is
  'The end of the short link; null gets a new one.';

alter table public."decisionMakers" enable row level security, force row level security;
