create table public.retention (
  one_row boolean primary key default true check (one_row),
  months integer not null default 12 check (months between 1 and 120),
  -- Of the last run of `purge_expired`: open requests that will be deleted within two weeks, those
  -- kept past their time since the operator was not told, and the code of each table that failed.
  purged_at timestamptz,
  expiring integer not null default 0,
  jobs_at timestamptz,
  unannounced integer not null default 0,
  failed jsonb not null default '{}'
);

insert into public.retention default values;

comment on table public.retention is
  'How long requests and personal links are kept, when expired rows were last deleted, and when '
  'a request last ran the background jobs. One row.';

alter table public.retention enable row level security, force row level security;
