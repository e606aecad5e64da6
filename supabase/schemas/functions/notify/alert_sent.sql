-- For version 0.2.0 while it is replaced. Remove it in the version after.
create or replace function public.alert_sent(id uuid, channel text) returns void
language sql
set search_path = ''
as $$
  update public.alerts as a set
    sent = a.sent || $2,
    sent_at = coalesce(a.sent_at, case when $2 <> 'visitor' then now() end)
  where a.id = $1 and $2 <> all (a.sent);
$$;
