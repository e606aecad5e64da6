COMMENT ON FUNCTION "public"."claim_alerts"(text[], integer) IS NULL;

COMMENT ON FUNCTION "public"."claim_jobs"() IS NULL;

COMMENT ON FUNCTION "public"."mailbox_of"(text) IS NULL;

COMMENT ON FUNCTION "public"."may_acknowledge"(text) IS NULL;

COMMENT ON FUNCTION "public"."purge_expired"(integer) IS NULL;

COMMENT ON FUNCTION "public"."weekly_summary"(date) IS NULL;

COMMENT ON FUNCTION "public"."write_alert"(text, uuid, jsonb, text) IS NULL;

DROP FUNCTION "public"."alert_sent"(uuid, text);

DROP FUNCTION "public"."retry_alert"(uuid, integer);

DROP FUNCTION "public"."tend_alerts"();

DROP FUNCTION "public"."write_weekly_summary"(timestamp with time zone);

-- Deletes what the privacy notice promises not to keep: at most 5000 rows of each table. Returns
-- their numbers, and in `failed` the error code of each table with a row that could not be deleted.
-- Null `months` means the last value. An open request is deleted only two weeks after the alert
-- `expiring` was delivered.
create or replace function public.purge_expired(months integer default null) returns jsonb
language plpgsql
set search_path = ''
-- A lock of somebody else's keeps one table, not all.
set lock_timeout = '1s'
as $$
declare
  kept interval;
  rule record;
  expired tid;
  changed integer;
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
  insert into public.retention as r (months) values (coalesce($1, 12))
  on conflict on constraint retention_pkey do update set months = coalesce($1, r.months)
  returning make_interval(months => r.months) into kept;

  -- Calls come last, because new calls wait for the lock of their table.
  for rule in
    select * from (values
      ('strategy_sessions', 'x.created_at < now() - $1 and (x.handled_at is not null or exists (
        select 1 from public.alerts as a
        where a.dedupe = ''expiring '' || x.id and a.sent_at <= now() - interval ''14 days''
      ))'),
      ('decisionMakers', 'x.period_start < now() - $1'),
      ('rate_limits', 'x.expires_at <= now()'),
      ('alerts', 'x.created_at < now() - interval ''30 days'''),
      ('funnel_counts', 'x.day < now() - interval ''25 months'''),
      ('call_days', 'x.day < now() - interval ''25 months'''),
      ('calls', 'x.created_at < now() - interval ''2 days''')
    ) as r(name, is_expired)
  loop
    deleted := 0;
    begin
      for expired in execute format(
        'select x.ctid from public.%I as x where %s limit 5000 for update skip locked',
        rule.name, rule.is_expired
      ) using kept loop
        -- Foreign keys and triggers of the owner's may keep a row. The others are deleted.
        begin
          execute format('delete from public.%I where ctid = $1', rule.name) using expired;
          get diagnostics changed = row_count;
          if changed = 0 then
            raise exception 'a trigger kept it' using errcode = 'triggered_action_exception';
          end if;
          deleted := deleted + 1;
        exception when query_canceled or assert_failure or others then
          failures := failures || jsonb_build_object(rule.name, sqlstate);
          -- The next run goes on where a lock or the limit of time stopped this one.
          exit when sqlstate in ('55P03', '57014');
        end;
      end loop;
    exception when query_canceled or others then
      failures := failures || jsonb_build_object(rule.name, sqlstate);
      deleted := 0;
    end;
    result := result || jsonb_build_object(rule.name, deleted);
  end loop;

  perform public.write_alert(
    'expiring', s.id,
    jsonb_build_object('service', s.service_type, 'suspected_spam', s.suspected_spam),
    'expiring ' || s.id
  )
  from public.strategy_sessions as s
  where s.handled_at is null and s.created_at < now() - kept + interval '14 days'
    and not exists (select from public.alerts as a where a.dedupe = 'expiring ' || s.id);
  -- claim_alerts gives up after three days. There may be a working channel by now.
  update public.alerts as a set created_at = now(), due_at = now(), attempts = 0
  from public.strategy_sessions as s
  where s.handled_at is null and a.dedupe = 'expiring ' || s.id
    and a.sent_at is null and a.created_at < now() - interval '3 days';

  if failures <> '{}' then
    -- Once a week for the same failure.
    perform public.write_alert(
      'purge-failed', null, failures,
      format('purge-failed %s %s', failures, to_char(now() at time zone 'UTC', 'IYYY-IW'))
    );
  end if;

  update public.retention as r set
    purged_at = now(),
    (expiring, unannounced) = (
      select count(*) filter (where a.sent_at is not null),
        count(*) filter (where a.sent_at is null and s.created_at < now() - kept)
      from public.strategy_sessions as s
      left join public.alerts as a on a.dedupe = 'expiring ' || s.id
      where s.handled_at is null and s.created_at < now() - kept + interval '14 days'
    ),
    failed = failures
  returning result || jsonb_build_object(
    'expiring', r.expiring, 'unannounced', r.unannounced, 'failed', r.failed
  ) into result;
  return result;
end;
$$;

revoke all on function public.purge_expired(integer) from public, anon, authenticated;
grant execute on function public.purge_expired(integer) to service_role;

-- Claims up to `most` due alerts that one of `channels` lacks. `address` is the visitor's. A claimed
-- alert is due again after five minutes, doubled at each attempt, up to an hour: its receiver may
-- have it although nobody said so. An acknowledgement is marked as sent at once, because the visitor
-- rather gets no mail than two. `settle_alert` notes what became of the alert.
create or replace function public.claim_alerts(channels text[], most integer)
returns table (
  id uuid, kind text, subject uuid, facts jsonb, missing text[], address text
)
language sql
set search_path = ''
as $$
  with due as (
    select a.id, m.missing, s.email
    from public.alerts as a
    left join public.strategy_sessions as s on s.id = a.subject and a.kind = 'acknowledgement'
    cross join lateral (
      select array(
        select c from unnest(channels) as c
        where (c = 'visitor') = (a.kind = 'acknowledgement') and c <> all (a.sent)
      ) as missing
    ) as m
    where a.due_at <= now()
      and m.missing <> '{}'
      and a.created_at > now() - interval '3 days'
      -- An erased request has no address.
      and (a.kind <> 'acknowledgement'
        or a.created_at > now() - interval '6 hours' and s.email is not null)
    -- New alerts must not wait for those that cannot be sent.
    order by a.attempts, a.due_at
    limit most
    for update of a skip locked
  )
  update public.alerts as a set
    attempts = a.attempts + 1,
    sent = case a.kind when 'acknowledgement' then '{visitor}' else a.sent end,
    due_at = now() + least(interval '5 minutes' * 2 ^ least(a.attempts, 4), interval '1 hour')
  from due
  where a.id = due.id
  returning a.id, a.kind, a.subject, a.facts, due.missing, due.email;
$$;

revoke all on function public.claim_alerts(text[], integer) from public, anon, authenticated;
grant execute on function public.claim_alerts(text[], integer) to service_role;

-- Returns true to one caller an hour, which has to run the background jobs then, and null to others.
create or replace function public.claim_jobs() returns boolean
language sql
set search_path = ''
as $$
  insert into public.retention as r (jobs_at) values (now())
  on conflict on constraint retention_pkey do update set jobs_at = now()
    where r.jobs_at is null or r.jobs_at <= now() - interval '1 hour'
  returning true;
$$;

revoke all on function public.claim_jobs() from public, anon, authenticated;
grant execute on function public.claim_jobs() to service_role;

-- The mailbox behind an address: without a tag (eva+x@…), and without dots at Google, which alone
-- ignores them.
create or replace function public.mailbox_of(email text) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when $1 ~ '@(gmail|googlemail)\.com$'
      then regexp_replace(split_part($1, '@', 1), '\.|\+.*', '', 'g') || '@gmail.com'
    else regexp_replace($1, '\+[^@]*', '')
  end;
$$;

revoke all on function public.mailbox_of(text) from public, anon, authenticated;
grant execute on function public.mailbox_of(text) to service_role;

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

-- Notes which channels have `taken` a claimed alert; the operator's set `sent_at`. `again`: the others
-- surely have not, so it is due again after `seconds`, or after a minute, doubled at each attempt, up
-- to an hour. Otherwise nothing is known of them.
create or replace function public.settle_alert(
  id uuid, taken text[], again boolean, seconds integer default null
) returns void
language sql
set search_path = ''
as $$
  update public.alerts as a set
    sent = case when again then array_remove(a.sent, 'visitor') else a.sent end || taken,
    sent_at = coalesce(a.sent_at, case when taken && '{webhook,mail}' then now() end),
    due_at = case when again then now() + coalesce(
      make_interval(secs => seconds),
      least(interval '1 minute' * 2 ^ least(a.attempts - 1, 6), interval '1 hour')
    ) else a.due_at end
  where a.id = $1;
$$;

revoke all on function public.settle_alert(uuid, text[], boolean, integer)
  from public, anon, authenticated;
grant execute on function public.settle_alert(uuid, text[], boolean, integer) to service_role;

-- Writes what is due by the clock, and returns how many requests are overdue: an alert for each that
-- has waited for 20 hours, suspected spam included, because a browser may have filled the honeypot.
-- With `summary`, also that of the last full week (Monday to Sunday, UTC), once, from Monday 07:00
-- on, unless no visit was counted before this week.
create or replace function public.tend_alerts(summary boolean, moment timestamptz default now())
returns integer
language plpgsql
set search_path = ''
as $$
declare
  monday date := date_trunc('week', moment at time zone 'UTC');
  summary_key text := 'weekly-summary ' || (monday - 7);
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
    -- Older ones were reported, or waited before there were alerts.
    and s.created_at > now() - interval '7 days'
    and not exists (select from public.alerts as a where a.dedupe = 'overdue ' || s.id);
  get diagnostics found_overdue = row_count;

  if summary and moment at time zone 'UTC' >= monday + time '07:00'
    and exists (select from public.funnel_counts as c where c.day < monday)
    and not exists (select from public.alerts as a where a.dedupe = summary_key)
  then
    perform public.write_alert(
      'weekly-summary', null, public.weekly_summary(monday - 7), summary_key
    );
  end if;
  return found_overdue;
end;
$$;

revoke all on function public.tend_alerts(boolean, timestamptz) from public, anon, authenticated;
grant execute on function public.tend_alerts(boolean, timestamptz) to service_role;

-- The figures of the week that begins on `monday` (UTC), and with `_before` those of the week before,
-- if visits were counted from its first day on.
create or replace function public.weekly_summary(monday date) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_object_agg(figure.name || week.suffix, figure.amount) || jsonb_build_object(
    'from', $1,
    'to', $1 + 6,
    'open', (select count(*) from public.strategy_sessions as s where s.handled_at is null)
  )
  from (values ('', $1), ('_before', $1 - 7)) as week(suffix, first)
  cross join lateral (
    select sum(f.page_seen) as visits, sum(f.requests) as requests
    from public.funnel as f where f.day between week.first and week.first + 6
  ) as seen
  cross join lateral (values
    ('visits', coalesce(seen.visits, 0)),
    ('requests', coalesce(seen.requests, 0)),
    ('calls', (
      select coalesce(sum(d.calls), 0) from public.call_days as d
      where d.day between week.first and week.first + 6
    )),
    ('answered', (
      select count(*) from public.strategy_sessions as s
      where (s.handled_at at time zone 'UTC')::date between week.first and week.first + 6
    )),
    -- A visit marks all rows of its assistant, and overwrites `visited_at`: of the week before, the
    -- summary of that week knows.
    ('prospects', case week.suffix
      when '' then (
        select count(distinct d.vapi_assistant_id) from public."decisionMakers" as d
        where (d.visited_at at time zone 'UTC')::date between week.first and week.first + 6
      )
      else (
        select (a.facts ->> 'prospects')::bigint from public.alerts as a
        where a.dedupe = 'weekly-summary ' || week.first
      )
    end)
  ) as figure(name, amount)
  where figure.amount is not null
    and (week.suffix = '' or exists (
      select from public.funnel_counts as c where c.day <= week.first
    ));
$$;

revoke all on function public.weekly_summary(date) from public, anon, authenticated;
grant execute on function public.weekly_summary(date) to service_role;
