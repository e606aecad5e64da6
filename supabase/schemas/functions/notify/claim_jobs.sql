-- Returns true to one caller an hour, which has to run the background jobs then.
create or replace function public.claim_jobs() returns boolean
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
