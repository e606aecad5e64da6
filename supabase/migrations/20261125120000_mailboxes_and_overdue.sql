-- Only Google ignores dots: elsewhere jan.novak@ and jannovak@ are two people.
create or replace function public.mailbox_of(email text) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when m.domain in ('gmail.com', 'googlemail.com') then replace(m.name, '.', '') || '@gmail.com'
    else m.name || '@' || m.domain
  end
  from (
    select split_part(split_part(lower(email), '@', 1), '+', 1) as name,
      split_part(lower(email), '@', 2) as domain
  ) as m;
$$;

comment on function public.mailbox_of(text) is
  'The mailbox behind an address: without a tag, and without dots where Google delivers it.';

-- Now an address may contain `&`.
create or replace function public.may_acknowledge(email text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  mailbox text := public.mailbox_of($1);
begin
  -- No address that a mail program could read as several, or as a route.
  if $1 collate "C" !~ '^[a-z0-9_''&+.-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$' then
    return false;
  end if;
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended(mailbox, 1)) then
    return false;
  end if;
  -- A statement of its own, begun with the lock: it sees what the last holder has written. The last
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

-- Now suspected spam is overdue as well, because a browser may have filled the field for bots.
create or replace function public.tend_alerts() returns integer
language plpgsql
set search_path = ''
as $$
declare
  found_overdue integer;
begin
  perform public.write_alert(
    'overdue', s.id,
    jsonb_build_object('service', s.service_type, 'suspected_spam', s.suspected_spam),
    'overdue ' || s.id
  )
  from public.strategy_sessions as s
  where s.handled_at is null
    and s.created_at < now() - interval '20 hours'
    -- Older ones were told of, or waited before there were alerts.
    and s.created_at > now() - interval '7 days'
    and not exists (select 1 from public.alerts as a where a.dedupe = 'overdue ' || s.id);
  get diagnostics found_overdue = row_count;

  -- A little at a time, never waiting for a row that somebody holds.
  delete from public.alerts where id in (
    select a.id from public.alerts as a
    where a.created_at < now() - interval '30 days'
    limit 1000
    for update skip locked
  );
  return found_overdue;
end;
$$;
