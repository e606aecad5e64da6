create table public.retention (
  one_row boolean primary key default true check (one_row),
  months integer not null default 12 check (months between 1 and 120),
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
comment on column public.retention.expiring is
  'How many open requests were to be deleted within two weeks then, as the operator was told.';
comment on column public.retention.unannounced is
  'How many open requests were kept past their time then, because the operator was not told.';
comment on column public.retention.failed is
  'The tables with expired rows that could not be deleted then, each with the code of the error.';

alter table public.retention enable row level security, force row level security;
