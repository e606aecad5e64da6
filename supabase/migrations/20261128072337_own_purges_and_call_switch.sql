-- Stops calls at once, without a deployment: ops change `calls_on` in the dashboard.
create table public.call_switch (
  one_row boolean primary key default true check (one_row),
  calls_on boolean not null default true
);

insert into public.call_switch default values;

comment on table public.call_switch is
  'Whether visitors can call. One row; without it nobody can.';
comment on column public.call_switch.one_row is 'Allows one row only.';
comment on column public.call_switch.calls_on is
  'False: no call is created any more. Calls that go on end at their limit, or by '
  'npm run calls:stop.';

alter table public.call_switch enable row level security;
alter table public.call_switch force row level security;
revoke all on table public.call_switch from public, anon, authenticated;
grant select, insert, update, delete on table public.call_switch to service_role;

DROP TRIGGER "strategy_sessions_check_email" ON "public"."strategy_sessions";

DROP TRIGGER "strategy_sessions_refuse_duplicate" ON "public"."strategy_sessions";

ALTER TABLE "public"."alerts" DROP CONSTRAINT "alerts_kind_known";

ALTER TABLE "public"."retention" ADD COLUMN "failed" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."alerts" ADD CONSTRAINT "alerts_kind_known" CHECK ((kind = ANY (ARRAY['request'::text, 'overdue'::text, 'expiring'::text, 'calls-failing'::text, 'calls-budget'::text, 'site-failing'::text, 'prospect-visited'::text, 'prospect-called'::text, 'weekly-summary'::text, 'acknowledgement'::text, 'purge-failed'::text])));

CREATE TRIGGER strategy_sessions_check_email BEFORE INSERT ON public.strategy_sessions FOR EACH ROW WHEN ((new.created_at = now())) EXECUTE FUNCTION public.strategy_sessions_check_email();

CREATE TRIGGER strategy_sessions_refuse_duplicate BEFORE INSERT ON public.strategy_sessions FOR EACH ROW WHEN ((new.created_at = now())) EXECUTE FUNCTION public.strategy_sessions_refuse_duplicate();

COMMENT ON COLUMN "public"."retention"."failed" IS 'The tables with expired rows that could not be deleted then, each with the code of the error.';

-- Counts each of `events`, an array of {event, detail}, once.
create or replace function public.count_events(
  page text, language text, device text, entry text, events jsonb
) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.funnel_counts as c (day, event, detail, page, language, device, entry, count)
  select distinct (now() at time zone 'UTC')::date, e.event, e.detail, $1, $2, $3, $4, 1
  from jsonb_to_recordset(events) as e(event text, detail text)
  -- The fixed order prevents deadlocks.
  order by e.event, e.detail
  on conflict on constraint funnel_counts_pkey do update set count = c.count + 1;
end;
$$;

comment on function public.count_events(text, text, text, text, jsonb) is
  'Counts what visitors do.';

revoke all on function public.count_events(text, text, text, text, jsonb)
  from public, anon, authenticated;
grant execute on function public.count_events(text, text, text, text, jsonb) to service_role;

-- Counts the calls of each of `budgets`, an array of {name, limit, hours, per_address, shared}. The
-- last two may be missing: `per_address` counts the caller's calls, `shared` those of the landing
-- page. Without `hours` it counts the calls that go on; `calls` knows 48 hours.
create or replace function public.call_counts(caller text, budgets jsonb)
returns table (
  place bigint, name text, "limit" integer, hours integer, per_address boolean, shared boolean,
  calls bigint
)
language sql stable
set search_path = ''
as $$
  select b.place, b.name, b."limit", b.hours, coalesce(b.per_address, false),
    coalesce(b.shared, false), (
      select count(*) from public.calls as c
      where c.counted and c.created_at > now() - make_interval(hours => coalesce(b.hours, 24))
        and (b.hours is not null or c.ended_at is null and c.ends_by > now())
        and (c.caller = $1 or not coalesce(b.per_address, false))
        and not (c.personal and coalesce(b.shared, false))
    )
  from rows from (
    jsonb_to_recordset(budgets)
      as (name text, "limit" integer, hours integer, per_address boolean, shared boolean)
  ) with ordinality as b(name, "limit", hours, per_address, shared, place);
$$;

comment on function public.call_counts(text, jsonb) is
  'How many calls count against each budget, in the order of the budgets.';

revoke all on function public.call_counts(text, jsonb) from public, anon, authenticated;
grant execute on function public.call_counts(text, jsonb) to service_role;

-- Returns `off` if `call_switch` is off or empty, otherwise the name of the first of `budgets` that
-- refuses a call. What they are: `call_counts`.
create or replace function public.call_refusal(
  caller text, personal boolean, budgets jsonb
) returns text
language sql stable
set search_path = ''
as $$
  select case when not exists (select from public.call_switch as s where s.calls_on) then 'off'
    else (
      select b.name from public.call_counts($1, budgets) as b
      where b.calls >= b."limit" and not (b.shared and $2)
      order by b.place
      limit 1
    )
  end;
$$;

comment on function public.call_refusal(text, boolean, jsonb) is
  '`off`, or the budget that refuses a call; null if the call is allowed.';

revoke all on function public.call_refusal(text, boolean, jsonb) from public, anon, authenticated;
grant execute on function public.call_refusal(text, boolean, jsonb) to service_role;

-- Counts a call, or returns why it is refused: `used` for a used ticket, or what `call_refusal`
-- returns. Writes an alert when four fifths of a budget of everyone's calls are used, once in its
-- hours.
create or replace function public.take_call(
  ticket text, caller text, personal boolean, max_seconds integer, budgets jsonb
) returns text
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
  spent record;
begin
  -- One call at a time, so that each sees the calls that other instances have counted.
  lock table public.calls in share row exclusive mode;
  if exists (select 1 from public.calls as c where c.ticket = $1) then
    return 'used';
  end if;
  refusal := public.call_refusal(caller, personal, budgets);
  if refusal is not null then
    return refusal;
  end if;
  insert into public.calls (ticket, caller, personal, ends_by)
  values ($1, $2, $3, now() + make_interval(secs => max_seconds));
  insert into public.call_days as d (day, personal, calls)
  values ((now() at time zone 'UTC')::date, $3, 1)
  on conflict on constraint call_days_pkey do update set calls = d.calls + 1;

  for spent in
    select b.name, min(b.hours) as hours,
      jsonb_build_object('budget', b.name)
        || jsonb_object_agg('calls' || b.share, b.calls)
        || jsonb_object_agg('limit' || b.share, b."limit") as facts
    from (
      select c.*, case when c.shared then '_shared' else '' end as share
      from public.call_counts(caller, budgets) as c where c.hours > 0 and not c.per_address
    ) as b
    group by b.name
    having bool_or(b.calls >= 0.8 * b."limit")
  loop
    perform public.write_alert(
      'calls-budget', null, spent.facts,
      format('calls-budget %s %s', spent.name, div(extract(epoch from now()), spent.hours * 3600))
    );
  end loop;
  return null;
end;
$$;

comment on function public.take_call(text, text, boolean, integer, jsonb) is
  'Counts a call against all budgets. Returns null if it is allowed, otherwise why not.';

revoke all on function public.take_call(text, text, boolean, integer, jsonb)
  from public, anon, authenticated;
grant execute on function public.take_call(text, text, boolean, integer, jsonb) to service_role;

-- Writes the alert to the operator, and the acknowledgement to the visitor.
create or replace function public.strategy_sessions_write_alerts() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform public.write_alert(
    'request', new.id,
    jsonb_build_object(
      'service', new.service_type, 'suspected_spam', new.suspected_spam, 'source', new.source
    ),
    'request ' || new.id
  );
  begin
    if not new.suspected_spam and public.may_acknowledge(new.email) then
      perform public.write_alert('acknowledgement', new.id, '{}', 'acknowledgement ' || new.id);
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

revoke all on function public.strategy_sessions_write_alerts() from public, anon, authenticated;

-- Deletes what the privacy notice promises not to keep: at most 5000 rows of each table. Returns
-- their numbers, and in `failed` the error code of each table with a row that could not be deleted.
-- Null `months` means the last value. An open request is deleted only two weeks after the alert
-- `expiring` was delivered. The site, GET /api/cron and pg_cron call it.
create or replace function public.purge_expired(months integer default null) returns jsonb
language plpgsql
set search_path = ''
-- A lock of somebody else's keeps one table, not all.
set lock_timeout = '1s'
as $$
declare
  kept_months integer;
  kept interval;
  rule record;
  expired tid;
  changed integer;
  deleted integer;
  failed jsonb := '{}';
  result jsonb := '{"expiring": 0, "unannounced": 0}';
begin
  -- A wrong argument must not empty the tables.
  if $1 not between 1 and 120 then
    raise exception 'the period must be 1 to 120 months' using errcode = 'invalid_parameter_value';
  end if;
  -- Several servers may start this at once, but one run is enough.
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('purge_expired', 0)) then
    return null;
  end if;
  -- A deferred foreign key would refuse everything at the end.
  set constraints all immediate;

  kept_months := coalesce($1, (select r.months from public.retention as r), 12);
  kept := make_interval(months => kept_months);

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
        exception when others then
          failed := failed || jsonb_build_object(rule.name, sqlstate);
          exit when sqlstate = '55P03';
        end;
      end loop;
    exception when query_canceled or others then
      failed := failed || jsonb_build_object(rule.name, sqlstate);
      deleted := 0;
    end;
    result := result || jsonb_build_object(rule.name, deleted);
  end loop;

  begin
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
  exception when query_canceled or others then
    failed := failed || jsonb_build_object('alerts', sqlstate);
  end;

  if failed <> '{}' then
    -- Once a week for the same failure.
    perform public.write_alert(
      'purge-failed', null, failed,
      format('purge-failed %s %s', failed, to_char(now() at time zone 'UTC', 'IYYY-IW'))
    );
  end if;

  insert into public.retention as r (months, purged_at, expiring, unannounced, failed)
  select kept_months, now(),
    count(*) filter (where a.sent_at is not null),
    count(*) filter (where a.sent_at is null and s.created_at < now() - kept),
    failed
  from public.strategy_sessions as s
  left join public.alerts as a on a.dedupe = 'expiring ' || s.id
  where s.handled_at is null and s.created_at < now() - kept + interval '14 days'
  on conflict on constraint retention_pkey do update set
    months = excluded.months,
    purged_at = now(),
    expiring = excluded.expiring,
    unannounced = excluded.unannounced,
    failed = excluded.failed
  returning result || jsonb_build_object(
    'expiring', r.expiring, 'unannounced', r.unannounced, 'failed', r.failed
  ) into result;
  return result;
end;
$$;

comment on function public.purge_expired(integer) is
  'Deletes expired rows of every table; returns how many, or null while another run is at work.';

revoke all on function public.purge_expired(integer) from public, anon, authenticated;
grant execute on function public.purge_expired(integer) to service_role;

-- With pg_cron, nothing depends on a running site.
do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('purge-expired', '20 * * * *', 'select public.purge_expired()');
    -- Earlier versions recommended this job, which writes no alerts.
    perform cron.unschedule(j.jobid) from cron.job as j where j.jobname = 'delete-old-requests';
  end if;
exception when others then
  raise notice 'purge_expired was not scheduled: %', sqlerrm;
end;
$$;
