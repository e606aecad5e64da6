-- Deletes what the privacy notice promises not to keep, in one place for all tables. Run by the
-- site, by whoever asks GET /api/cron, and by pg_cron where that is enabled.

create table public.retention (
  one_row boolean primary key default true check (one_row),
  months integer not null default 12 check (months between 1 and 120),
  purged_at timestamptz,
  expiring integer not null default 0
);

insert into public.retention default values;

comment on table public.retention is
  'How long requests and personal links are kept, and when expired rows were last deleted. One row.';
comment on column public.retention.one_row is 'Allows one row only.';
comment on column public.retention.months is
  'Months after which requests and personal links are deleted; set by the site from RETENTION_MONTHS.';
comment on column public.retention.purged_at is
  'When purge_expired last ran; null while it never has.';
comment on column public.retention.expiring is
  'How many open requests were to be deleted within two weeks then.';

-- Serve the look for expired rows; the other tables have such an index. BRIN, since the planner
-- would otherwise prefer it to the index of the duplicate check.
create index strategy_sessions_created_at on public.strategy_sessions using brin (created_at);
create index "decisionMakers_created_at" on public."decisionMakers" (created_at);

-- Deletes expired rows of every table, at most 5000 of each, and returns how many, by table.
-- `months` is remembered for those who run it without; null takes what is remembered.
--
-- A request that nobody has answered is announced two weeks before it goes (alert `expiring`), and
-- is never deleted without that. `expiring` counts those that are announced and still there.
create function public.purge_expired(months integer default null) returns jsonb
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
  -- A slip must not empty the tables.
  if $1 not between 1 and 120 then
    raise exception 'the period must be 1 to 120 months' using errcode = 'invalid_parameter_value';
  end if;
  -- Several servers may start this at once; one run is enough, and the others wait for nothing.
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

  -- Every promise of the privacy notice. Calls come last: whoever makes one waits for their table.
  for rule in
    select * from (values
      ('strategy_sessions', 'x.created_at < now() - $1 and (x.handled_at is not null or exists (
        select 1 from public.alerts as a
        where a.dedupe = ''expiring '' || x.id and a.created_at <= now() - interval ''14 days''
      ))'),
      ('decisionMakers', 'x.created_at < now() - $1'),
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

  insert into public.retention as r (months, purged_at, expiring)
  select kept_months, now(), count(*) from public.strategy_sessions as s
  where s.handled_at is null and s.created_at < now() - kept + interval '14 days'
  on conflict on constraint retention_pkey
    do update set months = excluded.months, purged_at = now(), expiring = excluded.expiring
  returning result || jsonb_build_object('expiring', r.expiring) into result;
  return result;
end;
$$;

comment on function public.purge_expired(integer) is
  'Deletes expired rows of every table; returns how many, or null while another run is at work.';

-- It deleted open requests unannounced.
drop function public.delete_old_requests(integer);

alter table public.retention enable row level security;
alter table public.retention force row level security;
revoke all on table public.retention from public, anon, authenticated;
grant select, insert, update, delete on table public.retention to service_role;
revoke all on function public.purge_expired(integer) from public, anon, authenticated;
grant execute on function public.purge_expired(integer) to service_role;

-- Where pg_cron is enabled the database runs it as well, so that nothing depends on a running site.
do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('purge-expired', '20 * * * *', 'select public.purge_expired()');
    -- Earlier versions recommended it; it announces nothing.
    perform cron.unschedule(j.jobid) from cron.job as j where j.jobname = 'delete-old-requests';
  end if;
exception when others then
  raise notice 'purge_expired was not scheduled: %', sqlerrm;
end;
$$;
