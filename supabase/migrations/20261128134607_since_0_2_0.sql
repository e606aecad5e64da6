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

alter table public.call_switch enable row level security, force row level security;

COMMENT ON COLUMN "public"."alerts"."attempts" IS NULL;

COMMENT ON COLUMN "public"."alerts"."dedupe" IS NULL;

COMMENT ON COLUMN "public"."alerts"."due_at" IS NULL;

COMMENT ON COLUMN "public"."alerts"."facts" IS NULL;

COMMENT ON COLUMN "public"."alerts"."id" IS NULL;

COMMENT ON COLUMN "public"."alerts"."kind" IS NULL;

COMMENT ON COLUMN "public"."alerts"."subject" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."call_seconds" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."company_name" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."contact_name" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."created_at" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."id" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."vapi_assistant_id" IS NULL;

COMMENT ON COLUMN "public"."funnel_counts"."count" IS NULL;

COMMENT ON COLUMN "public"."funnel_counts"."day" IS NULL;

COMMENT ON COLUMN "public"."funnel_counts"."detail" IS NULL;

COMMENT ON COLUMN "public"."funnel_counts"."device" IS NULL;

COMMENT ON COLUMN "public"."funnel_counts"."entry" IS NULL;

COMMENT ON COLUMN "public"."funnel_counts"."event" IS NULL;

COMMENT ON COLUMN "public"."funnel_counts"."language" IS NULL;

COMMENT ON COLUMN "public"."funnel_counts"."page" IS NULL;

COMMENT ON COLUMN "public"."rate_limits"."expires_at" IS NULL;

COMMENT ON COLUMN "public"."rate_limits"."hits" IS NULL;

COMMENT ON COLUMN "public"."rate_limits"."key" IS NULL;

COMMENT ON COLUMN "public"."retention"."jobs_at" IS NULL;

COMMENT ON COLUMN "public"."retention"."months" IS NULL;

COMMENT ON COLUMN "public"."retention"."one_row" IS NULL;

COMMENT ON COLUMN "public"."retention"."purged_at" IS NULL;

COMMENT ON COLUMN "public"."strategy_sessions"."email" IS NULL;

COMMENT ON COLUMN "public"."strategy_sessions"."id" IS NULL;

COMMENT ON COLUMN "public"."strategy_sessions"."message" IS NULL;

COMMENT ON COLUMN "public"."strategy_sessions"."service_type" IS NULL;

COMMENT ON FUNCTION "public"."check_write"() IS NULL;

COMMENT ON FUNCTION "public"."claim_jobs"() IS NULL;

COMMENT ON FUNCTION "public"."mailbox_of"(text) IS NULL;

COMMENT ON FUNCTION "public"."purge_expired"(integer) IS NULL;

COMMENT ON FUNCTION "public"."read_funnel"(date) IS NULL;

COMMENT ON FUNCTION "public"."take_rate_limits"(jsonb) IS NULL;

COMMENT ON FUNCTION "public"."write_alert"(text, uuid, jsonb, text) IS NULL;

COMMENT ON COLUMN "public"."alerts"."created_at" IS NULL;

COMMENT ON COLUMN "public"."alerts"."sent" IS NULL;

COMMENT ON COLUMN "public"."alerts"."sent_at" IS NULL;

COMMENT ON COLUMN "public"."call_days"."calls" IS NULL;

COMMENT ON COLUMN "public"."call_days"."cost" IS NULL;

COMMENT ON COLUMN "public"."call_days"."day" IS NULL;

COMMENT ON COLUMN "public"."call_days"."personal" IS NULL;

COMMENT ON COLUMN "public"."call_days"."seconds" IS NULL;

COMMENT ON COLUMN "public"."calls"."call_id" IS NULL;

COMMENT ON COLUMN "public"."calls"."caller" IS NULL;

COMMENT ON COLUMN "public"."calls"."checked_at" IS NULL;

COMMENT ON COLUMN "public"."calls"."control_url" IS NULL;

COMMENT ON COLUMN "public"."calls"."cost" IS NULL;

COMMENT ON COLUMN "public"."calls"."created_at" IS NULL;

COMMENT ON COLUMN "public"."calls"."ends_by" IS NULL;

COMMENT ON COLUMN "public"."calls"."ticket" IS NULL;

COMMENT ON COLUMN "public"."calls"."left_at" IS NULL;

COMMENT ON COLUMN "public"."calls"."personal" IS NULL;

COMMENT ON COLUMN "public"."calls"."seconds" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."call_rating" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."called_at" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."period_start" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."renewed_at" IS NULL;

COMMENT ON COLUMN "public"."decisionMakers"."visited_at" IS NULL;

DROP TRIGGER "strategy_sessions_check_email" ON "public"."strategy_sessions";

DROP TRIGGER "strategy_sessions_refuse_duplicate" ON "public"."strategy_sessions";

ALTER TABLE "public"."alerts" DROP CONSTRAINT "alerts_kind_known";

ALTER TABLE "public"."strategy_sessions" DROP CONSTRAINT "strategy_sessions_source_shape";

DROP FUNCTION "public"."alert_prospect"(text, text, jsonb);

DROP FUNCTION "public"."alert_sent"(uuid, text);

DROP FUNCTION "public"."call_counts"(text, jsonb);

DROP FUNCTION "public"."call_refusal"(text, boolean, jsonb);

DROP FUNCTION "public"."cancel_call"(text);

DROP FUNCTION "public"."claim_alerts"(text[], integer);

DROP FUNCTION "public"."count_events"(text, text, text, text, jsonb);

DROP FUNCTION "public"."leave_call"(text, boolean, text);

DROP FUNCTION "public"."may_acknowledge"(text);

DROP FUNCTION "public"."rate_prospect_call"(text, text, integer);

DROP FUNCTION "public"."record_call"(text, text, text, boolean);

DROP FUNCTION "public"."record_prospect_call"(text, text, integer, text, boolean);

DROP FUNCTION "public"."settle_call"(text, integer, numeric);

DROP FUNCTION "public"."strategy_sessions_check_email"();

DROP FUNCTION "public"."strategy_sessions_refuse_duplicate"();

DROP FUNCTION "public"."take_call"(text, text, boolean, integer, jsonb);

DROP FUNCTION "public"."tend_alerts"();

DROP FUNCTION "public"."write_weekly_summary"(timestamp with time zone);

ALTER TABLE "public"."calls" RENAME COLUMN "ticket" TO "id";

ALTER TABLE "public"."calls" ADD COLUMN "assistant_id" text;

ALTER TABLE "public"."calls" ADD COLUMN "reported_at" timestamp with time zone;

ALTER TABLE "public"."calls" ADD COLUMN "state" text NOT NULL DEFAULT 'taken'::text;

update public.calls set state = case
  when not counted then 'refused'
  when ended_at is null then 'created'
  else 'over'
end;

ALTER TABLE "public"."calls" DROP COLUMN "counted";

ALTER TABLE "public"."calls" DROP COLUMN "ended_at";

ALTER TABLE "public"."calls" ADD COLUMN "prospect_id" uuid;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "language" text NOT NULL DEFAULT 'cs'::text;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "variables" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "code" text;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "used_at" timestamp with time zone;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "call_id" text;

ALTER TABLE "public"."retention" DROP COLUMN "expiring";

ALTER TABLE "public"."retention" DROP COLUMN "unannounced";

-- Nothing words it any more.
delete from public.alerts where kind = 'content-blocked';

ALTER TABLE "public"."calls" ADD CONSTRAINT "calls_state_known" CHECK ((state = ANY (ARRAY['early'::text, 'taken'::text, 'created'::text, 'unknown'::text, 'missing'::text, 'refused'::text, 'over'::text])));

ALTER TABLE "public"."decisionMakers" ADD CONSTRAINT "decisionMakers_code_unique" UNIQUE (code);

ALTER TABLE "public"."decisionMakers" ADD CONSTRAINT "decisionMakers_variables_object" CHECK ((jsonb_typeof(variables) = 'object'::text));

ALTER TABLE "public"."strategy_sessions" ADD CONSTRAINT "strategy_sessions_source_shape" CHECK (((source COLLATE "C") ~ '^(direct|search|ai|referral:[a-z0-9.-]{1,60}|utm:[a-z0-9._-]{1,40})$'::text));

COMMENT ON COLUMN "public"."calls"."state" IS '`taken`: counted, being created; `created`; `unknown`: it may exist; `missing`: a list of the provider’s lacked it; `refused`: there is none; `over`; `early`: an end that came before its call, kept for ten minutes. Taken, created and over count for the budgets of a day; taken, created, unknown and missing hold one of the slots.';

COMMENT ON COLUMN "public"."decisionMakers"."code" IS 'The end of the short link; null gets a new one.';

COMMENT ON COLUMN "public"."decisionMakers"."variables" IS 'More about the prospect for the assistant’s prompt, by name (docs/assistants.md).';

COMMENT ON COLUMN "public"."funnel"."entry" IS 'The kind of the source: search, ai, referral, campaign or direct; any in the row of a day''s requests.';

COMMENT ON COLUMN "public"."strategy_sessions"."source" IS 'Where the visitor came from: direct, search, ai, referral:<host> or utm:<utm_source of the link>.';

COMMENT ON TABLE "public"."decisionMakers" IS 'Prospects who were sent a personal link; several may share an assistant.';

COMMENT ON TABLE "public"."rate_limits" IS 'Counters of the rate limits, under keyed hashes. Safe to empty at any time: all counts start again.';

create or replace function public.count_event(
  page text, language text, device text, entry text, event text, detail text
) returns void
language sql
set search_path = ''
as $$
  insert into public.funnel_counts as c (day, page, language, device, entry, event, detail, count)
  values ((now() at time zone 'UTC')::date, $1, $2, $3, $4, $5, $6, 1)
  on conflict on constraint funnel_counts_pkey do update set count = c.count + 1;
$$;

-- Stores that the visitor has left. Returns how to reach the call to one request in two seconds,
-- which has to end it (the browser waits longer before it repeats a failed end); nothing while the
-- call is being created, since `settle_call` then tells its creator.
create or replace function public.end_call(id text)
returns table (call_id text, control_url text)
language plpgsql
set search_path = ''
as $$
begin
  -- An end may overtake its call: an id without a call is used up for ten minutes.
  delete from public.calls as c
  where c.state = 'early' and c.created_at < now() - interval '10 minutes';
  insert into public.calls as c (id, personal, ends_by, state)
  select end_call.id, false, now(), 'early'
  where (select count(*) from public.calls as early where early.state = 'early') < 1000
  on conflict on constraint calls_pkey do nothing;
  if found then
    return;
  end if;
  if not exists (select from public.calls as c where c.id = end_call.id) then
    raise exception 'a thousand ends without a call are kept, and no more';
  end if;
  return query
    with left_call as (
      update public.calls as c set
        left_at = coalesce(c.left_at, now()),
        checked_at = case when coalesce(c.call_id, c.control_url) is not null then now() end
      where c.id = end_call.id and c.state not in ('early', 'refused', 'over') and c.ends_by > now()
        and coalesce(c.checked_at < now() - interval '2 seconds', true)
      returning c.call_id, c.control_url, c.checked_at
    )
    select l.call_id, l.control_url from left_call as l where l.checked_at is not null;
end;
$$;

-- Stores what became of a counted call. Returns whether the visitor has left. `fate`:
-- `created`, with how to reach it; `refused` by the provider; `unknown`, whether it exists;
-- `missing` in a list of the provider's; `over`, with length and cost if they are known.
create or replace function public.settle_call(
  id text, fate text, call_id text default null, control_url text default null,
  seconds integer default null, cost numeric default null
) returns boolean
language sql
set search_path = ''
as $$
  with known as (
    select c.*, case
      when fate = 'over' then 'over'
      when c.state in ('refused', 'over') then c.state
      when fate <> 'missing' then fate
      when c.state in ('taken', 'unknown') then 'missing'
      -- The second time, it does not exist. The list was asked for a few seconds ago.
      when c.state = 'missing' and c.created_at < now() - interval '75 seconds' then 'refused'
      else c.state
    end as becomes
    from public.calls as c where c.id = $1 and c.state <> 'early' for update
  ),
  counted (state) as (values ('taken'), ('created'), ('over')),
  summed as (
    update public.call_days as d set
      calls = d.calls + (k.becomes in (select state from counted))::integer
        - (k.state in (select state from counted))::integer,
      seconds = d.seconds + greatest($5 - coalesce(k.seconds, 0), 0),
      cost = d.cost + greatest($6 - coalesce(k.cost, 0), 0)
    from known as k
    where d.day = (k.created_at at time zone 'UTC')::date and d.personal = k.personal
  ),
  renewed as (
    update public."decisionMakers" as d set renewed_at = now()
    from known as k where d.id = k.prospect_id and k.becomes = 'created' and fate = 'created'
  ),
  settled as (
    update public.calls as c set
      state = k.becomes,
      call_id = case when k.becomes not in ('refused', 'over') then coalesce($3, c.call_id) end,
      control_url = case
        when k.becomes not in ('refused', 'over') then coalesce($4, c.control_url)
      end,
      -- A fuller report completes an earlier one.
      seconds = greatest(c.seconds, $5),
      cost = greatest(c.cost, $6)
    from known as k
    where c.id = k.id
    returning c.left_at
  )
  select exists (select from settled as s where s.left_at is not null);
$$;

-- Counts a call, and returns its `prospect`, or why it is refused (`refusal`). Without an id it counts
-- nothing. `link`: what a personal page knows of its prospect (find_prospect). `ours`: the landing
-- page's assistant.
create or replace function public.take_call(
  id text, assistant_id text, caller text, link jsonb, ours boolean, max_seconds integer,
  budgets jsonb
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  used record;
  most record;
  refusal text;
  prospect record;
  is_known boolean := exists (
    select from public."decisionMakers" as d where d.vapi_assistant_id = assistant_id
  );
  personal boolean;
begin
  select * into prospect from public.find_prospect(assistant_id, link);
  -- Who only asks does not say which prospect it is.
  personal := case when id is null then link is not null and is_known else found end;
  if id is not null then
    -- One call at a time, so that each sees the calls that other instances have counted.
    lock table public.calls in share row exclusive mode;
  end if;
  select * into most from jsonb_to_record(budgets) as b(
    address_hour integer, address_day integer, day integer, day_shared integer, at_once integer
  );
  -- `calls` knows 48 hours.
  select
    count(*) filter (
      where c.counted and c.caller = take_call.caller and c.created_at > now() - interval '1 hour'
    ) as address_hour,
    count(*) filter (where c.counted and c.caller = take_call.caller and c.is_today) as address_day,
    count(*) filter (where c.counted and c.is_today) as day,
    count(*) filter (where c.counted and c.is_today and not c.personal) as day_shared,
    count(*) filter (where c.is_open and c.state in ('taken', 'created')) as at_once,
    count(*) filter (where c.is_open and c.state in ('unknown', 'missing')) as unknown
  into used
  from (
    select *, created_at > now() - interval '24 hours' as is_today, ends_by > now() as is_open,
      state in ('taken', 'created', 'over') as counted
    from public.calls
  ) as c;
  refusal := case
    when exists (select from public.calls as c where c.id = take_call.id) then 'used'
    when not (ours or is_known) then 'assistant'
    when not exists (select from public.call_switch as s where s.calls_on) then 'off'
    when used.address_hour >= most.address_hour then 'address_hour'
    when used.address_day >= most.address_day then 'address_day'
    when used.day >= most.day then 'day'
    when used.day_shared >= most.day_shared and not personal then 'day'
    when used.at_once >= most.at_once then 'at_once'
    -- Some calls may not exist.
    when used.at_once + used.unknown >= most.at_once then 'unknown'
  end;
  if refusal is not null or id is null then
    return jsonb_build_object('refusal', refusal);
  end if;
  insert into public.calls (id, assistant_id, caller, personal, prospect_id, ends_by)
  values (id, assistant_id, caller, personal, prospect.id, now() + make_interval(secs => max_seconds));
  insert into public.call_days as d (day, personal, calls)
  values ((now() at time zone 'UTC')::date, personal, 1)
  on conflict on constraint call_days_pkey do update set calls = d.calls + 1;

  used.day := used.day + 1;
  used.day_shared := used.day_shared + (not personal)::integer;
  -- Once a day.
  if used.day >= 0.8 * most.day or used.day_shared >= 0.8 * most.day_shared then
    perform public.write_alert(
      'calls-budget', null,
      jsonb_build_object(
        'calls', used.day, 'limit', most.day,
        'calls_shared', used.day_shared, 'limit_shared', most.day_shared
      ),
      format('calls-budget day %s', div(extract(epoch from now()), 86400))
    );
  end if;
  return jsonb_build_object('prospect', case when personal then to_jsonb(prospect) end);
end;
$$;

-- Refuses an address that the form would refuse, and a duplicate. Each message is a name like a
-- constraint's (strategy-sessions.ts). The triggers are for new rows: a restored one has a
-- `created_at` of its own.
create or replace function public.strategy_sessions_refuse() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The rule of lib/contact/schema.ts: no `,`, no `;` and no empty label in the domain. With a check
  -- constraint, even a `not valid` one, older rows could not be marked as handled.
  if new.email collate "C" ~ '[,;]|@\.|@.*\.\.|\.$' then
    raise exception 'strategy_sessions_email_one_address' using errcode = 'check_violation';
  end if;
  -- The lock makes simultaneous writers wait, so that each sees the row of the one before.
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(new.email || '|' || new.service_type, 0)
  );
  if exists (
    select 1
    from public.strategy_sessions as earlier
    where earlier.email = new.email
      and earlier.service_type = new.service_type
      and earlier.created_at >= new.created_at - interval '5 minutes'
      and earlier.created_at <= new.created_at + interval '5 minutes'
  ) then
    raise exception 'strategy_sessions_email_recent' using errcode = 'unique_violation';
  end if;
  return new;
end;
$$;

create or replace trigger strategy_sessions_refuse
  before insert on public.strategy_sessions
  for each row when (new.created_at = now())
  execute function public.strategy_sessions_refuse();

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

-- Writes a request and deletes it, with all rules and triggers of the table, and rolls both back.
-- Returns whether they were done, or fails with the error.
create or replace function public.check_write() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  written uuid;
  deleted integer;
begin
  begin
    insert into public.strategy_sessions (service_type, email, suspected_spam)
    values ('other', gen_random_uuid() || '@doctor.invalid', true)
    returning id into written;
    delete from public.strategy_sessions where id = written;
    get diagnostics deleted = row_count;
    -- An exception rolls the block back, but variables keep their values.
    raise exception 'taken back' using errcode = 'UNDO1';
  exception
    when sqlstate 'UNDO1' then
      return deleted = 1;
  end;
end;
$$;

-- Describes the schema `public` without extensions. `migration`: the last one, which
-- `npm run db:migration` leaves in the comment; `objects`: tables, views and functions; `open`: what
-- is not secured, or may be used with the publishable key.
create or replace function public.database_report() returns jsonb
language sql stable
set search_path = ''
as $$
  with extensions as (
    select d.objid as oid from pg_catalog.pg_depend as d where d.deptype = 'e'
  ),
  relations as (
    select c.oid, c.relname as name,
      c.relkind in ('v', 'm') or c.relrowsecurity and c.relforcerowsecurity as is_secured
    from pg_catalog.pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'v', 'm')
      and c.oid not in (select e.oid from extensions as e)
  ),
  functions as (
    select p.oid, p.proname as name,
      p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype) as is_trigger
    from pg_catalog.pg_proc as p
    where p.pronamespace = 'public'::regnamespace
      and p.oid not in (select e.oid from extensions as e)
  ),
  strangers as (select unnest(array['anon', 'authenticated']) as name),
  open (item) as (
    select r.name || ' (row level security is off, or not forced)' from relations as r
    where not r.is_secured
    union all
    select r.name || ' (' || s.name || ' has a right)' from relations as r, strangers as s
    where has_table_privilege(
      s.name, r.oid, 'select, insert, update, delete, truncate, references, trigger'
    )
      or has_any_column_privilege(s.name, r.oid, 'select, insert, update, references')
    union all
    -- No client can call a trigger's function.
    select f.name || ' (' || s.name || ' may call it)' from functions as f, strangers as s
    where not f.is_trigger and has_function_privilege(s.name, f.oid, 'execute')
  )
  select jsonb_build_object(
    'version', version(),
    'migration', obj_description('public.database_report()'::regprocedure, 'pg_proc'),
    'objects', array(select r.name from relations as r union select f.name from functions as f),
    'open', array(select o.item from open as o order by o.item)
  );
$$;
comment on function public.database_report() is '20261128134607_since_0_2_0';

-- Counts a request for each of `takes`, an array of {key, points, seconds, retry}, which allows
-- `points` requests per `seconds`. `retry` (or null) identifies a submission, which may be repeated
-- four times within ten minutes without being counted.
create or replace function public.take_rate_limits(takes jsonb) returns integer
language plpgsql
set search_path = ''
as $$
declare
  take record;
  used record;
begin
  -- Always in the same order, so that two requests never wait for each other.
  for take in
    select t.key, t.points, t.seconds, t.retry
    from jsonb_to_recordset(takes) as t(key text, points integer, seconds integer, retry text)
    order by t.key
  loop
    update public.rate_limits as seen set hits = seen.hits + 1
    where seen.key = take.retry and seen.expires_at > now() and seen.hits < 5;
    continue when found;

    delete from public.rate_limits as old where old.key = take.key and old.expires_at <= now();
    insert into public.rate_limits as counter (key, hits, expires_at)
    values (take.key, 1, now() + make_interval(secs => take.seconds))
    on conflict (key) do update set hits = counter.hits + 1
    returning counter.hits, counter.expires_at into used;

    if used.hits > take.points then
      -- A later transaction may have opened the counter.
      return least(take.seconds, ceil(extract(epoch from used.expires_at - now())));
    end if;
    if take.retry is not null then
      insert into public.rate_limits as seen (key, hits, expires_at)
      values (take.retry, 1, now() + interval '10 minutes')
      on conflict (key) do update set hits = 1, expires_at = excluded.expires_at;
    end if;
  end loop;

  -- A little at a time, last, and never waiting for a row that another request holds.
  delete from public.rate_limits where key in (
    select over.key from public.rate_limits as over
    where over.expires_at <= now() limit 100 for update skip locked
  );
  return 0;
end;
$$;

-- Claims the next due alert that one of `channels` lacks. `address` is the visitor's. `settle_alert`
-- notes what became of it.
create or replace function public.claim_alert(channels text[])
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
      and (a.kind <> 'suspected' or exists (
        select from public.strategy_sessions as o where o.suspected_spam and o.handled_at is null
      ))
      -- An erased request has no address.
      and (a.kind <> 'acknowledgement'
        or a.created_at > now() - interval '6 hours' and s.email is not null)
    -- New alerts must not wait for those that cannot be sent.
    order by a.attempts, a.due_at
    limit 1
    for update of a skip locked
  )
  update public.alerts as a set
    attempts = a.attempts + 1,
    facts = case a.kind
      when 'suspected' then (
        select jsonb_build_object('count', count(*), 'counted_at', now())
        from public.strategy_sessions as s
        where s.suspected_spam and s.handled_at is null
      )
      else a.facts
    end,
    -- A visitor rather gets no mail than two.
    sent = case a.kind when 'acknowledgement' then '{visitor}' else a.sent end,
    -- Its receiver may have it although nobody said so.
    due_at = now() + least(interval '5 minutes' * 2 ^ least(a.attempts, 4), interval '1 hour')
  from due
  where a.id = due.id
  returning a.id, a.kind, a.subject, a.facts, due.missing, due.email;
$$;

-- Returns true to one caller an hour, which has to run the background jobs, and null to others.
create or replace function public.claim_jobs() returns boolean
language sql
set search_path = ''
as $$
  insert into public.retention as r (jobs_at) values (now())
  on conflict on constraint retention_pkey do update set jobs_at = now()
    where r.jobs_at is null or r.jobs_at <= now() - interval '1 hour'
  returning true;
$$;

-- The mailbox behind an address: without a tag (eva+x@…), and without dots at Google, which alone
-- ignores them.
create or replace function public.mailbox_of(email text) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when email ~ '@(gmail|googlemail)\.com$'
      then regexp_replace(split_part(email, '@', 1), '\.|\+.*', '', 'g') || '@gmail.com'
    else regexp_replace(email, '\+[^@]*', '')
  end;
$$;

-- Notes which channels have `taken` a claimed alert. `again`: the others surely have not, so it is
-- due after `seconds`, or a minute, doubled at each attempt. Otherwise nothing is known of them.
create or replace function public.settle_alert(
  id uuid, taken text[], again boolean, seconds integer default null
) returns void
language sql
set search_path = ''
as $$
  update public.alerts as a set
    sent = case when again then array_remove(a.sent, 'visitor') else a.sent end || taken,
    sent_at = coalesce(a.sent_at, case when taken && '{webhook,mail}'
      -- It does not tell of suspected spam that came after the count.
      then coalesce((a.facts ->> 'counted_at')::timestamptz, now())
    end),
    due_at = case when again then now() + coalesce(
      make_interval(secs => seconds),
      least(interval '1 minute' * 2 ^ least(a.attempts - 1, 6), interval '1 hour')
    ) else a.due_at end
  where a.id = settle_alert.id;
$$;

-- Writes the alerts that are due by the clock at a `moment`, with `summary` also that of the last
-- full week (Monday to Sunday, UTC). Returns how many requests are newly overdue.
create or replace function public.tend_alerts(
  summary boolean default false, moment timestamptz default now()
) returns integer
language plpgsql
set search_path = ''
as $$
declare
  monday date := date_trunc('week', moment at time zone 'UTC');
  summary_key text := 'weekly-summary ' || (monday - 7);
  kept interval := (select make_interval(months => r.months) from public.retention as r);
  found_overdue integer;
begin
  perform public.write_alert(
    'overdue', s.id, jsonb_build_object('service', s.service_type), 'overdue ' || s.id
  )
  from public.strategy_sessions as s
  where s.handled_at is null
    and not s.suspected_spam
    and s.created_at < moment - interval '20 hours'
    -- Older ones were reported, or waited before there were alerts.
    and s.created_at > moment - interval '7 days'
    and not exists (
      select from public.alerts as a
      where a.dedupe = 'overdue ' || s.id
        -- It was acquitted.
        or a.dedupe = 'request ' || s.id and a.created_at > moment - interval '20 hours'
    );
  get diagnostics found_overdue = row_count;

  perform public.write_alert(
    'expiring', s.id, jsonb_build_object('service', s.service_type), 'expiring ' || s.id
  )
  from public.strategy_sessions as s
  where s.handled_at is null and not s.suspected_spam
    and s.created_at < moment - kept + interval '14 days'
    and not exists (select from public.alerts as a where a.dedupe = 'expiring ' || s.id);
  -- claim_alert gives up after three days. There may be a working channel by now.
  update public.alerts as a set created_at = moment, due_at = moment, attempts = 0
  from public.strategy_sessions as s
  where s.handled_at is null and a.dedupe = 'expiring ' || s.id
    and a.sent_at is null and a.created_at < moment - interval '3 days';

  -- Again after a month, when the last one was purged.
  perform public.write_alert(
    'suspected', null, '{}', 'suspected ' || (moment at time zone 'UTC')::date
  )
  where exists (
    select from public.strategy_sessions as s
    where s.suspected_spam and s.handled_at is null and not exists (
      select from public.alerts as a
      where a.kind = 'suspected'
        and coalesce(a.sent_at >= s.created_at, a.created_at > moment - interval '3 days')
    )
  );

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

-- The figures of the week that begins on `monday` (UTC), and with `_before` those of the week
-- before, if visits were counted from its first day on.
create or replace function public.weekly_summary(monday date) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_object_agg(figure.name || week.suffix, figure.amount) || jsonb_build_object(
    'from', monday,
    'to', monday + 6,
    'open', (select count(*) from public.strategy_sessions as s where s.handled_at is null)
  )
  from (values ('', monday), ('_before', monday - 7)) as week(suffix, first)
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
    -- A visit overwrites `visited_at`: of the week before, the summary of that week knows.
    ('prospects', case week.suffix
      when '' then (
        select count(*) from public."decisionMakers" as d
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

-- Writes an alert about a prospect, unless there was one of this kind within a day. `occasion` tells
-- apart what happens at once, when each sees no alert yet. Only one of an occasion is written.
create or replace function public.alert_prospect(
  kind text, prospect uuid, facts jsonb, occasion text
) returns void
language sql
set search_path = ''
as $$
  select public.write_alert($1, $2, $3, format('%s %s %s', $1, $2, $4))
  where not exists (
    select 1 from public.alerts as a
    where a.kind = $1 and a.subject = $2 and a.created_at > now() - interval '1 day'
  );
$$;

-- Writes what ops may have pasted as links have it: a UUID and a code in small letters, no empty name.
-- Makes up a missing or unusable code of the short link: 10 of 31 characters that no one confuses.
create or replace function public.complete_prospect() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.vapi_assistant_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    new.vapi_assistant_id := lower(new.vapi_assistant_id);
  end if;
  new.contact_name := nullif(btrim(new.contact_name), '');
  new.company_name := nullif(btrim(new.company_name), '');
  new.code := coalesce(substring(lower(btrim(new.code)) from '^[a-z0-9]{10}$'), (
    -- The other bytes of a UUID are not all random.
    select string_agg(substr('23456789abcdefghjkmnpqrstuvwxyz', 1 + get_byte(b, i) % 31, 1), '')
    from uuid_send(gen_random_uuid()) as b, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) as i
  ));
  return new;
end;
$$;

create or replace trigger "decisionMakers_complete"
  before insert or update on public."decisionMakers"
  for each row execute function public.complete_prospect();

-- Finds the prospect of a link to an assistant: by its `code`, by `contact_name` and `company_name`,
-- or as the only one of the assistant, unless the link names someone else. Without a link there is
-- none. Signs at the end of a name don't count: they may have been added to the link, or lost.
create or replace function public.find_prospect(assistant_id text, link jsonb)
returns setof public."decisionMakers"
language sql
stable
set search_path = ''
as $$
  select d.*
  from public."decisionMakers" as d, lateral (
    select rtrim(d.contact_name, signs), rtrim(d.company_name, signs),
      rtrim($2 ->> 'contact_name', signs), rtrim($2 ->> 'company_name', signs)
    from (values (' .,;:!?=*|)>]}"”“»')) as ends(signs)
  ) as known(name, company, linked_name, linked_company)
  where d.vapi_assistant_id = $1 and case
    when $2 is null then false
    when $2 ? 'code' then d.code = $2 ->> 'code'
    when (name, company) is not distinct from (linked_name, linked_company) then true
    else coalesce(name = linked_name, true) and coalesce(company = linked_company, true)
      and not exists (
        select from public."decisionMakers" as other
        where other.vapi_assistant_id = $1 and other.id <> d.id
      )
  end
  order by (d.contact_name, d.company_name)
    is not distinct from ($2 ->> 'contact_name', $2 ->> 'company_name') desc, d.id
  limit 1;
$$;

-- Stores the end of a call with the prospect who made it, and alerts the operator if it took half a
-- minute. Returns whether a prospect made it.
create or replace function public.record_prospect_call(
  id text, length integer, ended text, rating integer, should_alert boolean
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  made record;
begin
  update public.calls as c set reported_at = coalesce(c.reported_at, now())
  where c.id = record_prospect_call.id and c.prospect_id is not null
  returning c.id, c.prospect_id, c.created_at, c.reported_at,
    least(length, extract(epoch from clock_timestamp() - c.created_at)::integer) as seconds
  into made;
  if not found then
    return false;
  end if;
  -- The browser and the provider report it. The first report counts, but for the browser's rating.
  if made.reported_at = now() then
    -- Unless there was one that ended later.
    update public."decisionMakers" as d set
      called_at = made.created_at,
      call_seconds = made.seconds,
      call_rating = null,
      call_id = made.id
    where d.id = made.prospect_id
      and coalesce(
        d.called_at + make_interval(secs => d.call_seconds)
          < made.created_at + make_interval(secs => made.seconds),
        true
      );
    if made.seconds >= 30 and should_alert then
      perform public.alert_prospect(
        'prospect-called', made.prospect_id,
        jsonb_build_object('seconds', made.seconds, 'ended', ended), made.id
      );
    end if;
  end if;
  update public."decisionMakers" as d set call_rating = rating
  where d.id = made.prospect_id and d.call_id = made.id and rating is not null;
  -- The visitor may rate the call now, unless the page is gone.
  update public.alerts as a set
    facts = a.facts || jsonb_strip_nulls(jsonb_build_object('rating', rating)),
    due_at = case
      when rating is null and ended <> 'left-page' then a.created_at + interval '20 seconds'
      else now()
    end
  where a.dedupe = format('prospect-called %s %s', made.prospect_id, made.id) and a.attempts = 0;
  return true;
end;
$$;

-- Stores the first key or press on a personal page with the prospect of the link, and alerts the
-- operator.
create or replace function public.record_prospect_input(
  assistant_id text, link jsonb, should_alert boolean
) returns void
language sql
set search_path = ''
as $$
  with used as (
    update public."decisionMakers" as d set used_at = now()
    where d.id = (select f.id from public.find_prospect(assistant_id, link) as f)
    returning d.id
  )
  select public.alert_prospect(
    'prospect-visited', u.id, '{}', ((now() at time zone 'UTC')::date)::text
  )
  from used as u where should_alert;
$$;

-- Only our server uses the database, with the secret key. Nothing is open to the publishable key,
-- whatever a project grants by default. `npx jest __tests__/contract` names what is missing here.
do $$
declare
  item record;
begin
  for item in
    select format('table public.%I', name) as name, 'select, insert, update, delete' as rights
    from unnest(array[
      'alerts', 'call_days', 'call_switch', 'calls', 'decisionMakers', 'funnel', 'funnel_counts',
      'rate_limits', 'retention', 'strategy_sessions'
    ]) as name
    union all
    select format('function public.%I', name), 'execute' from unnest(array[
      'alert_prospect', 'check_write', 'claim_alert', 'claim_jobs', 'complete_prospect',
      'count_event', 'database_report', 'end_call', 'find_prospect', 'mailbox_of', 'purge_expired',
      'read_funnel', 'record_prospect_call', 'record_prospect_input', 'settle_alert', 'settle_call',
      'strategy_sessions_refuse', 'strategy_sessions_write_alerts', 'take_call', 'take_rate_limits',
      'tend_alerts', 'weekly_summary', 'write_alert'
    ]) as name
  loop
    execute format('revoke all on %s from public, anon, authenticated', item.name);
    execute format('grant %s on %s to service_role', item.rights, item.name);
  end loop;
end;
$$;

-- No link found a row with a UUID in capitals, or spaces around a name. Where it is there twice, one
-- goes.
delete from public."decisionMakers" as d using public."decisionMakers" as other
where (d.vapi_assistant_id = other.vapi_assistant_id
    or d.vapi_assistant_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  and lower(d.vapi_assistant_id) = lower(other.vapi_assistant_id)
  and (nullif(btrim(d.contact_name), ''), nullif(btrim(d.company_name), ''))
    is not distinct from (nullif(btrim(other.contact_name), ''), nullif(btrim(other.company_name), ''))
  and (d.vapi_assistant_id collate "C", d.id) < (other.vapi_assistant_id collate "C", other.id);
-- The trigger writes them as links have them, and gives each row a code.
update public."decisionMakers" set code = null;
