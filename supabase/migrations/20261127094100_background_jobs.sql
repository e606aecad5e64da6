-- On a host without timers, requests run the background jobs. The database decides which of them.

alter table public.retention add column jobs_at timestamptz;

comment on table public.retention is
  'How long requests and personal links are kept, when expired rows were last deleted, and when '
  'a request last ran the background jobs. One row.';
comment on column public.retention.jobs_at is
  'When a request last ran the background jobs of a host without timers; null while none has.';

-- Returns true to one caller an hour, which has to run the background jobs then.
create function public.claim_jobs() returns boolean
language sql
set search_path = ''
as $$
  insert into public.retention default values on conflict do nothing;
  with claimed as (
    update public.retention as r set jobs_at = now()
    where r.jobs_at is null or r.jobs_at <= now() - interval '1 hour'
    returning 1
  )
  select exists (select from claimed);
$$;

comment on function public.claim_jobs() is
  'Whether the caller has to run the background jobs: true once an hour, for one of all callers.';

revoke all on function public.claim_jobs() from public, anon, authenticated;
grant execute on function public.claim_jobs() to service_role;
