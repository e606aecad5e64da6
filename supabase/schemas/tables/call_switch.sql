-- Stops calls at once, without a deployment: ops change `calls_on` in the dashboard.
create table public.call_switch (
  one_row boolean primary key default true check (one_row),
  calls_on boolean not null default true
);

insert into public.call_switch default values;

comment on table public.call_switch is
  'Whether visitors can call. One row; without it nobody can.';
comment on column public.call_switch.one_row is 'Allows one row only.';
comment on column public.call_switch.calls_on is
  'False: no call is created any more. Calls that go on end at their limit, or by '
  'npm run calls:stop.';

alter table public.call_switch enable row level security, force row level security;
