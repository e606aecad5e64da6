create table public.retention (
  one_row boolean primary key default true check (one_row),
  months integer not null default 12 check (months between 1 and 120),
  purged_at timestamptz,
  jobs_at timestamptz
);

insert into public.retention default values;

comment on table public.retention is
  'How long requests and personal links are kept, when expired rows were last deleted, and when '
  'a request last ran the background jobs. One row.';

alter table public.retention enable row level security, force row level security;
