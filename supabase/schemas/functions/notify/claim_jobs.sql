-- Returns true to one caller an hour, which has to run the background jobs, and null to others.
create or replace function public.claim_jobs() returns boolean
language sql
set search_path = ''
as $$
  insert into public.retention as r (jobs_at) values (now())
  on conflict on constraint retention_pkey do update set jobs_at = now()
    where r.jobs_at is null or r.jobs_at <= now() - interval '1 hour'
  returning true;
$$;
