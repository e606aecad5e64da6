-- Makes an alert that a channel did not take due again: after `seconds`, or after a minute, doubled
-- at each attempt, up to an hour. An acknowledgement is marked as sent before it is sent, which is
-- taken back.
create or replace function public.retry_alert(id uuid, seconds integer default null) returns void
language sql
set search_path = ''
as $$
  update public.alerts as a set
    due_at = now() + coalesce(
      make_interval(secs => $2),
      least(interval '1 minute' * 2 ^ least(a.attempts - 1, 6), interval '1 hour')
    ),
    sent = array_remove(a.sent, 'visitor')
  where a.id = $1;
$$;

comment on function public.retry_alert(uuid, integer) is
  'Makes an alert due again, after a channel has refused it.';

revoke all on function public.retry_alert(uuid, integer) from public, anon, authenticated;
grant execute on function public.retry_alert(uuid, integer) to service_role;
