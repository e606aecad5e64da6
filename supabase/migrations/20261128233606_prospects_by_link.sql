DROP FUNCTION "public"."alert_prospect"(text, text, jsonb);

DROP FUNCTION "public"."take_call"(text, text, text, boolean, integer, jsonb);

ALTER TABLE "public"."calls" ADD COLUMN "prospect_id" uuid;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "language" text NOT NULL DEFAULT 'cs'::text;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "variables" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "code" text;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "used_at" timestamp with time zone;

ALTER TABLE "public"."decisionMakers" ADD COLUMN "call_id" text;

ALTER TABLE "public"."decisionMakers" ADD CONSTRAINT "decisionMakers_code_unique" UNIQUE (code);

ALTER TABLE "public"."decisionMakers" ADD CONSTRAINT "decisionMakers_variables_object" CHECK ((jsonb_typeof(variables) = 'object'::text));

COMMENT ON COLUMN "public"."calls"."personal" IS 'True for the call of a prospect who has a row, false for any other.';

COMMENT ON COLUMN "public"."calls"."prospect_id" IS 'The prospect who called, otherwise null.';

COMMENT ON COLUMN "public"."calls"."reported_at" IS 'When a length was first recorded with the prospect who called, otherwise null.';

COMMENT ON COLUMN "public"."decisionMakers"."call_id" IS 'The call of called_at.';

COMMENT ON COLUMN "public"."decisionMakers"."code" IS 'The end of the short link; null gets a new one.';

COMMENT ON COLUMN "public"."decisionMakers"."renewed_at" IS 'When the assistant was last called over this link, or outreach:add last renewed it; null while neither happened.';

COMMENT ON COLUMN "public"."decisionMakers"."used_at" IS 'When the page was last used by a key or press, which no mail scanner does; null while never.';

COMMENT ON COLUMN "public"."decisionMakers"."variables" IS 'More about the prospect for the assistant’s prompt, by name (docs/assistants.md).';

COMMENT ON TABLE "public"."decisionMakers" IS 'Prospects who were sent a personal link; several may share an assistant.';

-- Stores what became of a counted call. Returns whether the visitor has left. `fate`:
-- `created`, with how to reach it; `refused` by the provider; `unknown`, whether it exists;
-- `missing` in a list of the provider's; `over`, with length and cost if they are known.
create or replace function public.settle_call(
  id text, fate text, call_id text default null, control_url text default null,
  seconds integer default null, cost numeric default null
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  counted text[] := '{taken,created,over}';
  known record;
  becomes text;
  is_over boolean;
begin
  select c.* into known from public.calls as c
  where c.id = settle_call.id and c.state <> 'early' for update;
  becomes := case
    when not found then null
    when fate = 'over' then 'over'
    when known.state in ('refused', 'over') then null
    when fate <> 'missing' then fate
    when known.state = 'unknown' then 'missing'
    -- The second time, it does not exist. The list was asked for a few seconds ago.
    when known.state = 'missing' and known.created_at < now() - interval '75 seconds' then 'refused'
  end;
  if becomes is null then
    return known.left_at is not null;
  end if;
  is_over := becomes in ('refused', 'over');
  update public.calls as c set
    state = becomes,
    call_id = case when not is_over then coalesce(settle_call.call_id, c.call_id) end,
    control_url = case when not is_over then coalesce(settle_call.control_url, c.control_url) end,
    -- A fuller report completes an earlier one.
    seconds = greatest(c.seconds, settle_call.seconds),
    cost = greatest(c.cost, settle_call.cost)
  where c.id = settle_call.id;
  update public.call_days as d set
    calls = d.calls + (becomes = any (counted))::integer - (known.state = any (counted))::integer,
    seconds = d.seconds + greatest(settle_call.seconds - coalesce(known.seconds, 0), 0),
    cost = d.cost + greatest(settle_call.cost - coalesce(known.cost, 0), 0)
  where d.day = (known.created_at at time zone 'UTC')::date and d.personal = known.personal;
  if becomes = 'created' then
    update public."decisionMakers" as d set renewed_at = now() where d.id = known.prospect_id;
  end if;
  return known.left_at is not null;
end;
$$;

-- Counts a call, or returns why it is refused. Without an id it counts nothing. `link`: what a
-- personal page knows of its prospect (find_prospect). `ours`: the landing page's assistant.
create or replace function public.take_call(
  id text, assistant_id text, caller text, link jsonb, ours boolean, max_seconds integer,
  budgets jsonb
) returns text
language plpgsql
set search_path = ''
as $$
declare
  used record;
  most record;
  refusal text;
  prospect uuid := (select d.id from public.find_prospect(assistant_id, link) as d);
  is_known boolean := exists (
    select from public."decisionMakers" as d where d.vapi_assistant_id = assistant_id
  );
  -- Who only asks does not say which prospect it is.
  personal boolean := case
    when id is null then link is not null and is_known
    else prospect is not null
  end;
begin
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
    return refusal;
  end if;
  insert into public.calls (id, assistant_id, caller, personal, prospect_id, ends_by)
  values (id, assistant_id, caller, personal, prospect, now() + make_interval(secs => max_seconds));
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
        'budget', 'day', 'calls', used.day, 'limit', most.day,
        'calls_shared', used.day_shared, 'limit_shared', most.day_shared
      ),
      format('calls-budget day %s', div(extract(epoch from now()), 86400))
    );
  end if;
  return null;
end;
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
returns table (id uuid, contact_name text, company_name text, variables jsonb)
language sql
stable
set search_path = ''
as $$
  select d.id, d.contact_name, d.company_name, d.variables
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
-- operator. Returns whether there is such a prospect.
create or replace function public.record_prospect_input(
  assistant_id text, link jsonb, should_alert boolean
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  prospect uuid;
begin
  update public."decisionMakers" as d set used_at = now()
  where d.id = (select f.id from public.find_prospect(assistant_id, link) as f)
  returning d.id into prospect;
  if prospect is not null and should_alert then
    perform public.alert_prospect(
      'prospect-visited', prospect, '{}', ((now() at time zone 'UTC')::date)::text
    );
  end if;
  return prospect is not null;
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

-- Only our server uses the database, with the secret key. Nothing is open to the publishable key,
-- whatever a project grants by default. `npx jest __tests__/contract` names what is missing here.
do $$
declare
  name text;
begin
  foreach name in array array[
    'alerts', 'call_days', 'call_switch', 'calls', 'decisionMakers', 'funnel_counts', 'rate_limits',
    'retention', 'strategy_sessions'
  ] loop
    execute format('revoke all on table public.%I from public, anon, authenticated', name);
    execute format('grant select, insert, update, delete on table public.%I to service_role', name);
  end loop;

  revoke all on table public.funnel from public, anon, authenticated;
  grant select on table public.funnel to service_role;

  foreach name in array array[
    'alert_prospect', 'alert_sent', 'check_write',
    'claim_alerts', 'claim_jobs', 'complete_prospect', 'count_events', 'database_report', 'end_call',
    'find_prospect', 'mailbox_of', 'purge_expired', 'read_funnel', 'record_prospect_call',
    'record_prospect_input',
    'settle_alert', 'settle_call', 'strategy_sessions_refuse', 'strategy_sessions_write_alerts',
    'take_call', 'take_rate_limits', 'tend_alerts', 'weekly_summary', 'write_alert'
  ] loop
    execute format('revoke all on function public.%I from public, anon, authenticated', name);
    execute format('grant execute on function public.%I to service_role', name);
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
-- Calls that go on.
update public.calls as c set prospect_id = d.id from public."decisionMakers" as d
where c.personal and d.vapi_assistant_id = c.assistant_id and not exists (
  select from public."decisionMakers" as other
  where other.vapi_assistant_id = d.vapi_assistant_id and other.id <> d.id
);
