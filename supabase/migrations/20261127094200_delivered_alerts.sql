-- An open request is deleted only two weeks after the operator got the alert about it.

alter table public.alerts add column sent_at timestamptz;

comment on column public.alerts.sent_at is
  'When the operator got it first; null while no channel of the operator has it.';
comment on column public.alerts.created_at is
  'When it was written. It is sent for three days at most, an acknowledgement for six hours; '
  'an undelivered alert about an expiring request is then renewed.';

-- The latest time at which an earlier version can have sent it.
update public.alerts set sent_at = least(now(), created_at + interval '3 days')
where sent && array['webhook', 'mail'];

create or replace function public.alert_sent(id uuid, channel text) returns void
language sql
set search_path = ''
as $$
  update public.alerts as a set
    sent = a.sent || $2,
    sent_at = coalesce(a.sent_at, case when $2 <> 'visitor' then now() end)
  where a.id = $1 and $2 <> all (a.sent);
$$;

alter table public.retention add column unannounced integer not null default 0;

comment on column public.retention.expiring is
  'How many open requests were to be deleted within two weeks then, as the operator was told.';
comment on column public.retention.unannounced is
  'How many open requests were kept past their time then, because the operator was not told.';

-- Deletes at most 5000 expired rows of each table, and returns their numbers. Null `months` means
-- the last value. An open request is deleted only two weeks after the alert `expiring` was
-- delivered.
create or replace function public.purge_expired(months integer default null) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  kept_months integer;
  kept interval;
  rule record;
  deleted integer;
  result jsonb := '{}';
begin
  -- A wrong argument must not empty the tables.
  if $1 not between 1 and 120 then
    raise exception 'the period must be 1 to 120 months' using errcode = 'invalid_parameter_value';
  end if;
  -- Several servers may start this at once, but one run is enough.
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('purge_expired', 0)) then
    return null;
  end if;

  kept_months := coalesce($1, (select r.months from public.retention as r), 12);
  kept := make_interval(months => kept_months);

  perform public.write_alert(
    'expiring', s.id,
    jsonb_build_object('service', s.service_type, 'suspected_spam', s.suspected_spam),
    'expiring ' || s.id
  )
  from public.strategy_sessions as s
  where s.handled_at is null and s.created_at < now() - kept + interval '14 days'
    and not exists (select 1 from public.alerts as a where a.dedupe = 'expiring ' || s.id);
  -- claim_alerts gives up after three days. There may be a working channel by now.
  update public.alerts as a set created_at = now(), due_at = now(), attempts = 0
  from public.strategy_sessions as s
  where s.handled_at is null and a.dedupe = 'expiring ' || s.id
    and a.sent_at is null and a.created_at < now() - interval '3 days';

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
    execute format(
      'delete from public.%1$I where ctid = any (array(
        select x.ctid from public.%1$I as x where %2$s limit 5000 for update skip locked
      ))', rule.name, rule.is_expired
    ) using kept;
    get diagnostics deleted = row_count;
    result := result || jsonb_build_object(rule.name, deleted);
  end loop;

  insert into public.retention as r (months, purged_at, expiring, unannounced)
  select kept_months, now(),
    count(*) filter (where a.sent_at is not null),
    count(*) filter (where a.sent_at is null and s.created_at < now() - kept)
  from public.strategy_sessions as s
  left join public.alerts as a on a.dedupe = 'expiring ' || s.id
  where s.handled_at is null and s.created_at < now() - kept + interval '14 days'
  on conflict on constraint retention_pkey do update set
    months = excluded.months,
    purged_at = now(),
    expiring = excluded.expiring,
    unannounced = excluded.unannounced
  returning result
    || jsonb_build_object('expiring', r.expiring, 'unannounced', r.unannounced) into result;
  return result;
end;
$$;
