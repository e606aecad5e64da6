-- Limits acknowledgements to one a day for a mailbox and 60 an hour in all, because visitors can
-- enter any address. Locks the mailbox until the transaction ends; false if it is locked already.
create or replace function public.may_acknowledge(email text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  mailbox text := public.mailbox_of($1);
begin
  -- A mail program could read other addresses as several, or as a route.
  if $1 collate "C" !~ '^[a-z0-9_''&+.-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$' then
    return false;
  end if;
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended(mailbox, 1)) then
    return false;
  end if;
  -- A new statement sees what the last holder of the lock has written. The last
  -- acknowledgement may have waited for six of the 30 hours.
  return not exists (
    select 1
    from public.alerts as a join public.strategy_sessions as s on s.id = a.subject
    where a.kind = 'acknowledgement' and a.created_at > now() - interval '30 hours'
      and public.mailbox_of(s.email) = mailbox
  ) and (
    select count(*) < 60
    from public.alerts as a
    where a.kind = 'acknowledgement' and a.created_at > now() - interval '1 hour'
  );
end;
$$;

comment on function public.may_acknowledge(text) is
  'Whether this address may get an acknowledgement; locks its mailbox until the transaction ends.';

revoke all on function public.may_acknowledge(text) from public, anon, authenticated;
grant execute on function public.may_acknowledge(text) to service_role;
