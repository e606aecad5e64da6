-- A browser may report a call's end many times, but the provider is asked about it only once.

alter table public.calls add column checked_at timestamptz;

comment on column public.calls.checked_at is
  'When the provider was asked, once, whether the call is over. Null while it was not.';

-- Returns true to the first caller, while the call still has its place.
create function public.claim_call_check(ticket text) returns boolean
language sql
set search_path = ''
as $$
  with claimed as (
    update public.calls as c set checked_at = now()
    where c.ticket = $1 and c.checked_at is null and c.ended_at is null and c.ends_by > now()
    returning 1
  )
  select exists (select from claimed);
$$;

comment on function public.claim_call_check(text) is
  'Whether the provider may be asked if a call is over: true once, while the call has its place.';

revoke all on function public.claim_call_check(text) from public, anon, authenticated;
grant execute on function public.claim_call_check(text) to service_role;
