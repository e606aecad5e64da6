-- Limits acknowledgements to one a day for a mailbox and 60 an hour in all, because visitors can
-- enter any address. Locks the mailbox until the transaction ends; false if it is locked already.
create or replace function public.may_acknowledge(email text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  -- A mail program could read other addresses as several, or as a route.
  if $1 collate "C" !~ '^[a-z0-9_''&+.-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$'
    or not pg_catalog.pg_try_advisory_xact_lock(
      pg_catalog.hashtextextended(public.mailbox_of($1), 1)
    )
  then
    return false;
  end if;
  -- A new statement sees what the last holder of the lock has written. The last
  -- acknowledgement may have waited for six of the 30 hours.
  return (
    select count(*) filter (where a.created_at > now() - interval '1 hour') < 60
      and not coalesce(bool_or(public.mailbox_of(s.email) = public.mailbox_of($1)), false)
    from public.alerts as a left join public.strategy_sessions as s on s.id = a.subject
    where a.kind = 'acknowledgement' and a.created_at > now() - interval '30 hours'
  );
end;
$$;

revoke all on function public.may_acknowledge(text) from public, anon, authenticated;
grant execute on function public.may_acknowledge(text) to service_role;
