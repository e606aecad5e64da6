-- Deletes what the privacy notice promises not to keep: at most 5000 rows of each table. Returns
-- their numbers, and in `failed` why a table could not be deleted from, as an error code. Null
-- `months` means the last value. An open request is deleted only two weeks after the operator got
-- the alert about it; of suspected spam, one that counted it.
create or replace function public.purge_expired(months integer default null) returns jsonb
language plpgsql
set search_path = ''
-- A lock of somebody else's keeps one table, not all.
set lock_timeout = '1s'
as $$
declare
  kept interval;
  rule record;
  deleted integer;
  failures jsonb := '{}';
  result jsonb := '{}';
begin
  -- Several servers may start this at once, but one run is enough.
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('purge_expired', 0)) then
    return null;
  end if;
  -- A deferred foreign key would refuse everything at the end.
  set constraints all immediate;
  -- The table checks the months.
  insert into public.retention as r (months) values (coalesce(purge_expired.months, 12))
  on conflict on constraint retention_pkey
  do update set months = coalesce(purge_expired.months, r.months)
  returning make_interval(months => r.months) into kept;

  -- Calls come last, because new calls wait for the lock of their table.
  for rule in
    select * from (values
      ('strategy_sessions', 'x.created_at < now() - $1
        and (x.handled_at is not null or exists (
          select from public.alerts as a where a.sent_at <= now() - interval ''14 days''
            and (a.dedupe = ''expiring '' || x.id
              or x.suspected_spam and a.kind = ''suspected'' and a.sent_at >= x.created_at)
        ))'),
      ('decisionMakers', 'x.period_start < now() - $1'),
      ('rate_limits', 'x.expires_at <= now()'),
      ('alerts', 'x.created_at < now() - interval ''30 days'''),
      ('funnel_counts', 'x.day < now() - interval ''25 months'''),
      ('call_days', 'x.day < now() - interval ''25 months'''),
      ('calls', 'x.created_at < now() - interval ''2 days''')
    ) as r(name, is_expired)
  loop
    -- Foreign keys, triggers and locks of the owner's may keep a table, but no other.
    begin
      execute format(
        'delete from public.%I where ctid = any (array(
          select x.ctid from public.%1$I as x where %s limit 5000 for update skip locked
        ))', rule.name, rule.is_expired
      ) using kept;
      get diagnostics deleted = row_count;
    exception when query_canceled or assert_failure or others then
      failures := failures || jsonb_build_object(rule.name, sqlstate);
      deleted := 0;
    end;
    result := result || jsonb_build_object(rule.name, deleted);
  end loop;

  if failures <> '{}' then
    -- Once a week for the same failure.
    perform public.write_alert(
      'purge-failed', null, failures,
      format('purge-failed %s %s', failures, to_char(now() at time zone 'UTC', 'IYYY-IW'))
    );
  end if;

  update public.retention set purged_at = now() where one_row;
  return result || jsonb_build_object('failed', failures);
end;
$$;
