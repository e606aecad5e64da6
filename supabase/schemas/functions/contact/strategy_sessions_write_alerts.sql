-- Writes the alert to the operator, and the acknowledgement to the visitor: one a day for a mailbox
-- and 60 an hour in all, because visitors can enter any address. Of suspected spam the operator gets
-- one alert a day, and the others once it is acquitted.
create or replace function public.strategy_sessions_write_alerts() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.suspected_spam then
    perform public.write_alert(
      'suspected', null, '{}', 'suspected ' || (now() at time zone 'UTC')::date
    );
    return null;
  end if;
  perform public.write_alert(
    'request', new.id,
    jsonb_build_object('service', new.service_type, 'source', new.source),
    'request ' || new.id
  );
  declare
    mailbox text := public.mailbox_of(new.email);
  begin
    -- A mail program could read other addresses as several, or as a route.
    if new.email collate "C" ~ '^[a-z0-9_''&+.-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$'
      -- Until the transaction ends. Whoever has it thanks this mailbox.
      and pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended(mailbox, 1))
    then
      -- A new statement sees what the last holder of the lock has written. The last
      -- acknowledgement may have waited for six of the 30 hours.
      perform public.write_alert('acknowledgement', new.id, '{}', 'acknowledgement ' || new.id)
      from (
        select count(*) filter (where a.created_at > now() - interval '1 hour') as last_hour,
          bool_or(public.mailbox_of(s.email) = mailbox) as is_thanked
        from public.alerts as a left join public.strategy_sessions as s on s.id = a.subject
        where a.kind = 'acknowledgement' and a.created_at > now() - interval '30 hours'
      ) as earlier
      where earlier.last_hour < 60 and earlier.is_thanked is not true;
    end if;
  -- The request must be stored even if its acknowledgement fails.
  exception when others then
    raise warning 'acknowledgement not written: %', sqlstate;
  end;
  return null;
end;
$$;

create or replace trigger strategy_sessions_write_alerts
  after insert on public.strategy_sessions
  for each row when (new.created_at = now())
  execute function public.strategy_sessions_write_alerts();

create or replace trigger strategy_sessions_acquit
  after update of suspected_spam on public.strategy_sessions
  for each row when (old.suspected_spam and not new.suspected_spam)
  execute function public.strategy_sessions_write_alerts();
