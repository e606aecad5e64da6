-- From version 0.1.0 to the next: calls with budgets, what visitors do, alerts, the purge of expired
-- rows, and what `npm run doctor` asks. It deletes no row, and the server of 0.1.0 works with it:
-- `delete_old_requests` was called by ops and by pg_cron only.

-- Links made before count from their last visit, or from when they were made.
alter table public."decisionMakers"
  add column renewed_at timestamptz,
  -- The only place that says from when RETENTION_MONTHS count.
  add column period_start timestamptz not null
    generated always as (greatest(created_at, visited_at, renewed_at)) stored,
  add column called_at timestamptz,
  add column call_seconds integer,
  add column call_rating integer;

create index "decisionMakers_period_start" on public."decisionMakers" (period_start);

comment on column public."decisionMakers".renewed_at is
  'When the assistant was last called over a link, or outreach:add last renewed this link; null '
  'while neither happened.';
comment on column public."decisionMakers".period_start is
  'The last of created_at, visited_at and renewed_at: from then on RETENTION_MONTHS count.';
comment on column public."decisionMakers".called_at is
  'When the assistant was last called over a link, by a call that is over; null while it never was.';
comment on column public."decisionMakers".call_seconds is 'How long that call took, in seconds.';
comment on column public."decisionMakers".call_rating is
  'How the visitor rated that call, from 1 to 5; null without a rating.';

create index strategy_sessions_open on public.strategy_sessions (created_at)
  where handled_at is null;
-- BRIN, because the planner would prefer a B-tree to the duplicate check's index.
create index strategy_sessions_created_at on public.strategy_sessions using brin (created_at);

-- A new service needs no migration: our server knows the services.
alter table public.strategy_sessions
  drop constraint strategy_sessions_service_type_known,
  add constraint strategy_sessions_service_type_shape check (
    service_type collate "C" ~ '^[a-z-]{1,40}$'
  ),
  add column source text not null default 'direct',
  -- lib/server/contact/form-metadata.ts has the same. No e-mail address and no markup fits in.
  add constraint strategy_sessions_source_shape check (
    source collate "C" ~ '^(direct|search|referral:[a-z0-9.-]{1,60}|utm:[a-z0-9._-]{1,40})$'
  );

comment on column public.strategy_sessions.service_type is
  'The service asked about, as in lib/services.ts.';
comment on column public.strategy_sessions.email is
  'Where to answer: one address, trimmed and lower-cased.';
comment on column public.strategy_sessions.source is
  'Where the visitor came from: direct, search, referral:<host> or utm:<utm_source of the link>.';

-- It deleted open requests without an alert. `purge_expired` replaces it, also in pg_cron.
drop function public.delete_old_requests(integer);

-- An outbox of alerts, which are written in the transaction of their cause. The site sends them
-- (lib/server/notify/alerts.ts) to the operator by `webhook` and `mail`, and to the `visitor`.

create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject uuid,
  facts jsonb not null default '{}',
  dedupe text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  sent text[] not null default '{}',
  sent_at timestamptz,
  constraint alerts_kind_known check (
    kind in (
      'request', 'overdue', 'expiring', 'calls-failing', 'calls-budget', 'site-failing',
      'content-blocked', 'prospect-visited', 'prospect-called', 'weekly-summary',
      'acknowledgement'
    )
  ),
  constraint alerts_dedupe_unique unique (dedupe)
);

create index alerts_created_at on public.alerts (created_at);

comment on table public.alerts is
  'Alerts of the last 30 days. Safe to empty: unsent alerts are dropped.';
comment on column public.alerts.id is
  'Sent with the message; stays the same when it is sent again.';
comment on column public.alerts.kind is
  'Kind of alert; an acknowledgement goes to the visitor, all other kinds to the operator.';
comment on column public.alerts.subject is
  'The id of the request or prospect it is about; null for other kinds.';
comment on column public.alerts.facts is
  'The values in its message: the service, where a request came from, counts, codes of '
  'failures, how a call went.';
comment on column public.alerts.dedupe is
  'Deduplication key: a second alert with the same key is ignored.';
comment on column public.alerts.created_at is
  'When it was written. It is sent for three days at most, an acknowledgement for six hours; '
  'an undelivered alert about an expiring request is then renewed.';
comment on column public.alerts.due_at is 'When it may be sent, or sent again.';
comment on column public.alerts.attempts is 'Number of delivery attempts.';
comment on column public.alerts.sent is 'The channels that it was delivered to.';
comment on column public.alerts.sent_at is
  'When the operator got it first; null while no channel of the operator has it.';

alter table public.alerts enable row level security;
alter table public.alerts force row level security;
revoke all on table public.alerts from public, anon, authenticated;
grant select, insert, update, delete on table public.alerts to service_role;

create table public.call_days (
  day date not null,
  personal boolean not null,
  calls integer not null default 0,
  seconds integer not null default 0,
  cost numeric not null default 0,
  primary key (day, personal)
);

comment on table public.call_days is 'Calls per day (UTC), kept for 25 months.';
comment on column public.call_days.day is 'The day on which the calls were created.';
comment on column public.call_days.personal is
  'True for assistants of prospects, false for that of the landing page.';
comment on column public.call_days.calls is 'How many calls were created.';
comment on column public.call_days.seconds is
  'Their total length, as far as the provider reported it.';
comment on column public.call_days.cost is
  'Their total cost in US dollars, as far as the provider reported it.';

alter table public.call_days enable row level security;
alter table public.call_days force row level security;
revoke all on table public.call_days from public, anon, authenticated;
grant select, insert, update, delete on table public.call_days to service_role;

create table public.calls (
  ticket text primary key,
  caller text,
  personal boolean not null,
  created_at timestamptz not null default now(),
  ends_by timestamptz not null,
  ended_at timestamptz,
  seconds integer,
  cost numeric,
  counted boolean not null default true,
  checked_at timestamptz,
  call_id text,
  control_url text,
  left_at timestamptz
);

create index calls_created_at on public.calls (created_at);

comment on table public.calls is
  'The calls of the last two days. Safe to empty while no call is running: it resets the budgets '
  'of up to two days.';
comment on column public.calls.ticket is
  'The id of the ticket that the call was created with. A ticket creates one call.';
comment on column public.calls.caller is
  'Keyed hash of the network; not reversible without the server-side key. Null if it is unknown.';
comment on column public.calls.personal is
  'True for the assistant of a prospect, false for that of the landing page.';
comment on column public.calls.created_at is 'When the call was counted.';
comment on column public.calls.ends_by is 'When the call is over at the latest, reported or not.';
comment on column public.calls.ended_at is 'When the call was reported to be over, otherwise null.';
comment on column public.calls.seconds is 'Length in seconds, as reported by the provider.';
comment on column public.calls.cost is 'What the provider says it cost, in US dollars.';
comment on column public.calls.counted is
  'False for a call that the provider refused. It uses no budget.';
comment on column public.calls.checked_at is
  'When we started to end the call at the provider (at most once); null if not started yet.';
comment on column public.calls.call_id is
  'The provider’s id of a call that goes on, otherwise null.';
comment on column public.calls.control_url is
  'Where the provider takes a request to end a call that goes on, otherwise null.';
comment on column public.calls.left_at is 'When the visitor left the call, otherwise null.';

alter table public.calls enable row level security;
alter table public.calls force row level security;
revoke all on table public.calls from public, anon, authenticated;
grant select, insert, update, delete on table public.calls to service_role;

-- POST /api/count adds the events of lib/analytics/events.ts to daily counters.

create table public.funnel_counts (
  day date not null,
  event text not null,
  detail text not null default '',
  page text not null,
  language text not null,
  device text not null,
  entry text not null,
  count integer not null,
  primary key (day, event, detail, page, language, device, entry)
);

comment on table public.funnel_counts is
  'What visitors do, counted per day (UTC) and kept for 25 months. Safe to empty at any time.';
comment on column public.funnel_counts.day is 'The day on which it happened.';
comment on column public.funnel_counts.event is
  'What happened, once for each view of a page: a step of the funnel, or a measured value '
  '(lcp, inp, cls, ttfb).';
comment on column public.funnel_counts.detail is
  'How, or how much: the place, the reason, or the upper end of the range that a measured '
  'value fell into; empty where there is nothing to say.';
comment on column public.funnel_counts.page is 'The page: / or /outreach.';
comment on column public.funnel_counts.language is 'The language of the page.';
comment on column public.funnel_counts.device is 'The kind of device: phone, tablet or desktop.';
comment on column public.funnel_counts.entry is
  'What the link to the page said with utm_source: a name from a list, other for any other '
  'name, direct for none.';
comment on column public.funnel_counts.count is 'Number of occurrences.';

alter table public.funnel_counts enable row level security;
alter table public.funnel_counts force row level security;
revoke all on table public.funnel_counts from public, anon, authenticated;
grant select, insert, update, delete on table public.funnel_counts to service_role;

create table public.retention (
  one_row boolean primary key default true check (one_row),
  months integer not null default 12 check (months between 1 and 120),
  purged_at timestamptz,
  expiring integer not null default 0,
  jobs_at timestamptz,
  unannounced integer not null default 0
);

insert into public.retention default values;

comment on table public.retention is
  'How long requests and personal links are kept, when expired rows were last deleted, and when '
  'a request last ran the background jobs. One row.';
comment on column public.retention.one_row is 'Allows one row only.';
comment on column public.retention.months is
  'Months after which requests and personal links are deleted; set by the site from '
  'RETENTION_MONTHS.';
comment on column public.retention.purged_at is
  'When purge_expired last ran; null while it never has.';
comment on column public.retention.expiring is
  'How many open requests were to be deleted within two weeks then, as the operator was told.';
comment on column public.retention.jobs_at is
  'When a request last ran the background jobs of a host without timers; null while none has.';
comment on column public.retention.unannounced is
  'How many open requests were kept past their time then, because the operator was not told.';

alter table public.retention enable row level security;
alter table public.retention force row level security;
revoke all on table public.retention from public, anon, authenticated;
grant select, insert, update, delete on table public.retention to service_role;

-- One column per step. Requests are in separate rows, because their page and device are unknown.
create or replace view public.funnel with (security_invoker = true) as
select
  c.day,
  c.page,
  c.language,
  c.device,
  c.entry,
  coalesce(sum(c.count) filter (where c.event = 'page_seen'), 0) as page_seen,
  coalesce(sum(c.count) filter (where c.event = 'call_near'), 0) as call_near,
  coalesce(sum(c.count) filter (where c.event = 'start_pressed'), 0) as start_pressed,
  coalesce(sum(c.count) filter (where c.event = 'microphone_granted'), 0) as microphone_granted,
  coalesce(sum(c.count) filter (where c.event = 'call_active'), 0) as call_active,
  coalesce(sum(c.count) filter (where c.event = 'call_30_seconds'), 0) as call_30_seconds,
  coalesce(sum(c.count) filter (where c.event = 'call_ended'), 0) as call_ended,
  coalesce(sum(c.count) filter (where c.event = 'call_rated'), 0) as call_rated,
  coalesce(sum(c.count) filter (where c.event = 'dialog_opened'), 0) as dialog_opened,
  coalesce(sum(c.count) filter (where c.event = 'form_typed'), 0) as form_typed,
  coalesce(sum(c.count) filter (where c.event = 'form_sent'), 0) as form_sent,
  coalesce(sum(c.count) filter (where c.event = 'request_stored'), 0) as request_stored,
  0 as requests,
  0 as handled
from public.funnel_counts as c
group by c.day, c.page, c.language, c.device, c.entry
union all
select
  (s.created_at at time zone 'UTC')::date, 'any', 'any', 'any', 'any',
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  count(*),
  count(s.handled_at)
from public.strategy_sessions as s
where not s.suspected_spam or s.handled_at is not null
group by 1
order by day desc, page, language, device, entry;

comment on view public.funnel is
  'How many views of a page came to each step, per day (UTC), page, language, device and '
  'entry; and the requests of the day.';
comment on column public.funnel.day is
  'The day on which it happened; of requests the day on which they arrived.';
comment on column public.funnel.page is
  'The page: / or /outreach; any in the row of a day''s requests.';
comment on column public.funnel.language is
  'The language of the page; any in the row of a day''s requests.';
comment on column public.funnel.device is
  'The kind of device; any in the row of a day''s requests.';
comment on column public.funnel.entry is
  'What the link said with utm_source; any in the row of a day''s requests.';
comment on column public.funnel.page_seen is 'The page was visible.';
comment on column public.funnel.call_near is
  'The call came within a screen''s height of the visible part.';
comment on column public.funnel.start_pressed is 'Start was pressed.';
comment on column public.funnel.microphone_granted is 'The browser gave us the microphone.';
comment on column public.funnel.call_active is 'The call began.';
comment on column public.funnel.call_30_seconds is 'The call went on for 30 seconds.';
comment on column public.funnel.call_ended is
  'The call that had begun was over, for whatever reason.';
comment on column public.funnel.call_rated is 'The call was rated.';
comment on column public.funnel.dialog_opened is 'The contact dialog was opened.';
comment on column public.funnel.form_typed is 'Something was typed or chosen in the form.';
comment on column public.funnel.form_sent is 'Send was pressed.';
comment on column public.funnel.request_stored is
  'The form was told that its request had been stored.';
comment on column public.funnel.requests is
  'All requests, including those of visitors who opted out of counting; without suspected spam '
  'that nobody has answered.';
comment on column public.funnel.handled is 'Those of them that ops have marked as answered.';

revoke all on table public.funnel from public, anon, authenticated;
grant select on table public.funnel to service_role;

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

  -- Deletes few rows at a time, without waiting for locked ones.
  delete from public.funnel_counts as c where c.ctid = any (array(
    select old.ctid from public.funnel_counts as old
    where old.day < (now() at time zone 'UTC')::date - interval '25 months'
    order by old.day
    limit 100
    for update skip locked
  ));
end;
$$;

comment on function public.count_events(text, text, text, text, jsonb) is
  'Counts what visitors do; deletes what is older than 25 months.';

revoke all on function public.count_events(text, text, text, text, jsonb)
  from public, anon, authenticated;
grant execute on function public.count_events(text, text, text, text, jsonb) to service_role;

-- `npm run funnel` prints these sums.
create or replace function public.read_funnel(since date)
returns table (event text, detail text, page text, count bigint)
language sql stable
set search_path = ''
as $$
  select c.event, c.detail, c.page, sum(c.count)
  from public.funnel_counts as c
  where c.day >= since
  group by c.event, c.detail, c.page
  union all
  select 'requests', '', 'any', coalesce(sum(f.requests), 0)::bigint
  from public.funnel as f where f.day >= since
  union all
  select 'handled', '', 'any', coalesce(sum(f.handled), 0)::bigint
  from public.funnel as f where f.day >= since;
$$;

comment on function public.read_funnel(date) is
  'What visitors did from a day on, and the requests that arrived since.';

revoke all on function public.read_funnel(date) from public, anon, authenticated;
grant execute on function public.read_funnel(date) to service_role;

-- Counts the calls of each of `budgets`, an array of {name, limit, hours, per_address, shared}. The
-- last two may be missing: `per_address` counts the caller's calls, `shared` those of the landing
-- page. Without `hours` it counts the calls that go on. `calls` knows two days: a longer time is
-- counted in whole days (UTC) of `call_days`, for everyone.
create or replace function public.call_counts(caller text, budgets jsonb)
returns table (
  place bigint, name text, "limit" integer, hours integer, per_address boolean, shared boolean,
  calls bigint
)
language sql stable
set search_path = ''
as $$
  select b.place, b.name, b."limit", b.hours, coalesce(b.per_address, false),
    coalesce(b.shared, false), case
    when b.hours > 48 then (
      select coalesce(sum(d.calls), 0) from public.call_days as d
      where d.day > (now() at time zone 'UTC')::date - b.hours / 24
        and not (d.personal and coalesce(b.shared, false))
    )
    else (
      select count(*) from public.calls as c
      where c.counted and c.created_at > now() - make_interval(hours => coalesce(b.hours, 24))
        and (b.hours is not null or c.ended_at is null and c.ends_by > now())
        and (c.caller = $1 or not coalesce(b.per_address, false))
        and not (c.personal and coalesce(b.shared, false))
    )
  end
  from rows from (
    jsonb_to_recordset(budgets)
      as (name text, "limit" integer, hours integer, per_address boolean, shared boolean)
  ) with ordinality as b(name, "limit", hours, per_address, shared, place);
$$;

comment on function public.call_counts(text, jsonb) is
  'How many calls count against each budget, in the order of the budgets.';

revoke all on function public.call_counts(text, jsonb) from public, anon, authenticated;
grant execute on function public.call_counts(text, jsonb) to service_role;

-- Returns the name of the first of `budgets` that refuses a call. What they are: `call_counts`.
create or replace function public.call_refusal(
  caller text, personal boolean, budgets jsonb
) returns text
language sql stable
set search_path = ''
as $$
  select b.name from public.call_counts($1, budgets) as b
  where b.calls >= b."limit" and not (b.shared and $2)
  order by b.place
  limit 1;
$$;

comment on function public.call_refusal(text, boolean, jsonb) is
  'The budget that refuses a call, or null if the call is allowed.';

revoke all on function public.call_refusal(text, boolean, jsonb) from public, anon, authenticated;
grant execute on function public.call_refusal(text, boolean, jsonb) to service_role;

-- Removes a call that the provider refused from the budgets. Its ticket stays used.
create or replace function public.cancel_call(ticket text) returns void
language sql
set search_path = ''
as $$
  with cancelled as (
    update public.calls as c set counted = false, ended_at = now()
    where c.ticket = $1 and c.counted
    returning c.personal, (c.created_at at time zone 'UTC')::date as day
  )
  update public.call_days as d set calls = d.calls - 1
  from cancelled where d.day = cancelled.day and d.personal = cancelled.personal;
$$;

comment on function public.cancel_call(text) is 'Removes a call that the provider refused.';

revoke all on function public.cancel_call(text) from public, anon, authenticated;
grant execute on function public.cancel_call(text) to service_role;

-- Stores that the visitor has left. Returns how to reach the call, once, to the request that ends
-- it. No row, or no id and no address: there is nothing to end, or `record_call` will say so. The
-- ticket of a call that is not counted yet is used up, so that the call will not be created.
create or replace function public.leave_call(ticket text, personal boolean, named_id text)
returns table (call_id text, control_url text)
language plpgsql
set search_path = ''
as $$
begin
  insert into public.calls (ticket, personal, ends_by, ended_at, counted)
  values ($1, $2, now(), now(), false)
  on conflict on constraint calls_pkey do nothing;
  if found then
    return;
  end if;
  return query
    update public.calls as c set
      left_at = coalesce(c.left_at, now()),
      checked_at = case when coalesce(c.call_id, c.control_url, $3) is not null then now() end
    where c.ticket = $1 and c.checked_at is null and c.ended_at is null and c.ends_by > now()
    returning coalesce(c.call_id, $3), c.control_url;
end;
$$;

comment on function public.leave_call(text, boolean, text) is
  'Stores that a visitor has left a call. Returns once how to reach it at the provider.';

revoke all on function public.leave_call(text, boolean, text) from public, anon, authenticated;
grant execute on function public.leave_call(text, boolean, text) to service_role;

-- Stores how to reach a created call. Returns whether its visitor has left, before or now.
create or replace function public.record_call(
  ticket text, call_id text, control_url text, has_left boolean
) returns boolean
language sql
set search_path = ''
as $$
  update public.calls as c set
    call_id = $2,
    control_url = $3,
    left_at = case when $4 then coalesce(c.left_at, now()) else c.left_at end,
    checked_at = case
      when $4 or c.left_at is not null then coalesce(c.checked_at, now()) else c.checked_at
    end
  where c.ticket = $1
  returning c.left_at is not null;
$$;

comment on function public.record_call(text, text, text, boolean) is
  'Stores how to reach a created call. Returns whether it has to be ended, as its visitor left.';

revoke all on function public.record_call(text, text, text, boolean)
  from public, anon, authenticated;
grant execute on function public.record_call(text, text, text, boolean) to service_role;

-- Marks a call as over, stores its length and cost if the provider has reported them, and forgets
-- how to reach it. The first report counts. Returns whether the call is known.
create or replace function public.settle_call(
  ticket text, seconds integer default null, cost numeric default null
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  settled record;
begin
  select c.seconds, c.personal, (c.created_at at time zone 'UTC')::date as day into settled
  from public.calls as c where c.ticket = $1 for update;
  if not found then
    return false;
  end if;
  update public.calls as c set
    ended_at = coalesce(c.ended_at, now()),
    seconds = coalesce(c.seconds, $2),
    cost = coalesce(c.cost, $3),
    call_id = null,
    control_url = null
  where c.ticket = $1;
  if settled.seconds is null and $2 is not null then
    update public.call_days as d set seconds = d.seconds + $2, cost = d.cost + coalesce($3, 0)
    where d.day = settled.day and d.personal = settled.personal;
  end if;
  return true;
end;
$$;

comment on function public.settle_call(text, integer, numeric) is
  'Marks a call as over; stores its length in seconds and its cost in US dollars.';

revoke all on function public.settle_call(text, integer, numeric) from public, anon, authenticated;
grant execute on function public.settle_call(text, integer, numeric) to service_role;

-- Counts a call, or returns why it is refused: `used` for a used ticket, or the name of a budget.
-- Writes an alert when four fifths of a budget of everyone's calls are used, once in its hours.
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
  delete from public.calls where created_at < now() - interval '2 days';
  delete from public.call_days where day < now() - interval '25 months';

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

-- Applies the rule of lib/contact/schema.ts: no `,`, no `;` and no empty label in the domain. With
-- a check constraint, even a `not valid` one, older rows could not be marked as handled.
create or replace function public.strategy_sessions_check_email() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.email collate "C" ~ '[,;]|@\.|@.*\.\.|\.$' then
    raise exception 'the email is not one address' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create or replace trigger strategy_sessions_check_email
  before insert or update of email on public.strategy_sessions
  for each row execute function public.strategy_sessions_check_email();

revoke all on function public.strategy_sessions_check_email() from public, anon, authenticated;

-- Writes the alert to the operator, and the acknowledgement to the visitor.
create or replace function public.strategy_sessions_write_alerts() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Rows of a restored backup need no alerts.
  if new.created_at < now() - interval '1 hour' then
    return null;
  end if;
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
  for each row execute function public.strategy_sessions_write_alerts();

revoke all on function public.strategy_sessions_write_alerts() from public, anon, authenticated;

-- Deletes what the privacy notice promises not to keep: at most 5000 rows of each table. Returns
-- their numbers. Null `months` means the last value. An open request is deleted only two weeks
-- after the alert `expiring` was delivered. The site, GET /api/cron and pg_cron call it.
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

-- Writes a request, with all rules and triggers of the table, and rolls it back. Returns whether it
-- was written, or fails with the error.
create or replace function public.check_write() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  written integer;
begin
  begin
    insert into public.strategy_sessions (service_type, email, suspected_spam)
    values ('other', gen_random_uuid() || '@doctor.invalid', true);
    get diagnostics written = row_count;
    -- An exception rolls the block back, but variables keep their values.
    raise exception 'taken back' using errcode = 'UNDO1';
  exception
    when sqlstate 'UNDO1' then
      return written = 1;
  end;
end;
$$;

comment on function public.check_write() is
  'Whether a request can be written. Rolls back the insert and everything its triggers did.';

revoke all on function public.check_write() from public, anon, authenticated;
grant execute on function public.check_write() to service_role;

-- Describes the schema `public` without extensions. `open_to` lists roles of the publishable key
-- that have a privilege. `body` is the digest of a constraint, or of a function's text with each
-- run of blanks as one.
create or replace function public.database_report() returns jsonb
language sql stable
set search_path = ''
as $$
  with roles as (
    select r.oid, r.rolname as name from pg_catalog.pg_roles as r
    where r.rolname in ('anon', 'authenticated')
  ),
  extended as (
    select d.objid as oid from pg_catalog.pg_depend as d where d.deptype = 'e'
  ),
  tables as (
    select jsonb_build_object(
      'name', c.relname,
      'is_view', c.relkind in ('v', 'm'),
      'secured', c.relrowsecurity and c.relforcerowsecurity,
      'columns', (
        select jsonb_agg(a.attname order by a.attnum) from pg_catalog.pg_attribute as a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ),
      'open_to', (
        select coalesce(jsonb_agg(r.name order by r.name), '[]') from roles as r
        where has_table_privilege(
          r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger'
        )
          or has_any_column_privilege(r.oid, c.oid, 'select, insert, update, references')
      )
    ) as item
    from pg_catalog.pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'v', 'm')
      and c.oid not in (select e.oid from extended as e)
  ),
  functions as (
    select jsonb_build_object(
      'name', p.proname,
      'arguments', coalesce(to_jsonb(p.proargnames[1:p.pronargs]), '[]'),
      'body', md5(regexp_replace(p.prosrc, '\s+', ' ', 'g')),
      'is_trigger', p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype),
      'open_to', (
        select coalesce(jsonb_agg(r.name order by r.name), '[]') from roles as r
        where has_function_privilege(r.oid, p.oid, 'execute')
      )
    ) as item
    from pg_catalog.pg_proc as p
    where p.pronamespace = 'public'::regnamespace and p.oid not in (select e.oid from extended as e)
  ),
  triggers as (
    select t.tgname as name from pg_catalog.pg_trigger as t
    join pg_catalog.pg_class as c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'
  ),
  constraints as (
    select jsonb_build_object(
      'table', t.relname, 'name', c.conname, 'body', md5(pg_catalog.pg_get_constraintdef(c.oid))
    ) as item
    from pg_catalog.pg_constraint as c
    join pg_catalog.pg_class as t on t.oid = c.conrelid
    -- Not null is one since PostgreSQL 18.
    where t.relnamespace = 'public'::regnamespace and c.contype <> 'n'
      and t.oid not in (select e.oid from extended as e)
  )
  select jsonb_build_object(
    'now', clock_timestamp(),
    'version', version(),
    'tables', (select coalesce(jsonb_agg(t.item), '[]') from tables as t),
    'functions', (select coalesce(jsonb_agg(f.item), '[]') from functions as f),
    'triggers', (select coalesce(jsonb_agg(t.name), '[]') from triggers as t),
    'constraints', (select coalesce(jsonb_agg(c.item), '[]') from constraints as c)
  );
$$;

comment on function public.database_report() is
  'Tables, functions, triggers and constraints, and what the publishable key may do with them; '
  'for npm run doctor.';

revoke all on function public.database_report() from public, anon, authenticated;
grant execute on function public.database_report() to service_role;

-- Stores that a channel has an alert. Only the operator's channels set `sent_at`.
create or replace function public.alert_sent(id uuid, channel text) returns void
language sql
set search_path = ''
as $$
  update public.alerts as a set
    sent = a.sent || $2,
    sent_at = coalesce(a.sent_at, case when $2 <> 'visitor' then now() end)
  where a.id = $1 and $2 <> all (a.sent);
$$;

comment on function public.alert_sent(uuid, text) is 'Notes that a channel has an alert.';

revoke all on function public.alert_sent(uuid, text) from public, anon, authenticated;
grant execute on function public.alert_sent(uuid, text) to service_role;

-- Claims up to `most` due alerts that one of `channels` lacks. A claimed alert is due again after
-- a minute, doubled at each attempt, up to an hour. `address` is the visitor's.
create or replace function public.claim_alerts(channels text[], most integer)
returns table (
  id uuid, kind text, subject uuid, facts jsonb, missing text[], address text
)
language sql
set search_path = ''
as $$
  with due as (
    select a.id, m.missing
    from public.alerts as a
    cross join lateral (
      select array(
        select c from unnest(channels) as c
        where (c = 'visitor') = (a.kind = 'acknowledgement') and c <> all (a.sent)
      ) as missing
    ) as m
    where a.due_at <= now()
      and a.created_at > now() - interval '3 days'
      and m.missing <> '{}'
      and (a.kind <> 'acknowledgement' or (
        a.created_at > now() - interval '6 hours'
        -- An erased request has no address.
        and exists (select 1 from public.strategy_sessions as s where s.id = a.subject)
      ))
    -- New alerts must not wait for those that cannot be sent.
    order by a.attempts, a.due_at
    limit most
    for update of a skip locked
  )
  update public.alerts as a set
    attempts = a.attempts + 1,
    due_at = now() + least(interval '1 minute' * 2 ^ least(a.attempts, 6), interval '1 hour')
  from due
  where a.id = due.id
  returning a.id, a.kind, a.subject, a.facts, due.missing, (
    select s.email from public.strategy_sessions as s
    where a.kind = 'acknowledgement' and s.id = a.subject
  );
$$;

comment on function public.claim_alerts(text[], integer) is
  'Claims due alerts for one caller; others cannot claim them until they are due again.';

revoke all on function public.claim_alerts(text[], integer) from public, anon, authenticated;
grant execute on function public.claim_alerts(text[], integer) to service_role;

-- Returns true to one caller an hour, which has to run the background jobs then.
create or replace function public.claim_jobs() returns boolean
language sql
set search_path = ''
as $$
  insert into public.retention default values on conflict do nothing;
  with claimed as (
    update public.retention as r set jobs_at = now()
    where r.jobs_at is null or r.jobs_at <= now() - interval '1 hour'
    returning 1
  )
  select exists (select from claimed);
$$;

comment on function public.claim_jobs() is
  'Whether the caller has to run the background jobs: true once an hour, for one of all callers.';

revoke all on function public.claim_jobs() from public, anon, authenticated;
grant execute on function public.claim_jobs() to service_role;

-- Removes a tag (eva+x@…), and dots at Google, which alone ignores them.
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

revoke all on function public.mailbox_of(text) from public, anon, authenticated;
grant execute on function public.mailbox_of(text) to service_role;

-- Limits acknowledgements to one a day for a mailbox and 60 an hour in all, because visitors can
-- enter any address. Locks the mailbox until the transaction ends; false if it is locked already.
create or replace function public.may_acknowledge(email text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  mailbox text := public.mailbox_of($1);
begin
  -- A mail program could read other addresses as several, or as a route.
  if $1 collate "C" !~ '^[a-z0-9_''&+.-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$' then
    return false;
  end if;
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended(mailbox, 1)) then
    return false;
  end if;
  -- A new statement sees what the last holder of the lock has written. The last
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

comment on function public.may_acknowledge(text) is
  'Whether this address may get an acknowledgement; locks its mailbox until the transaction ends.';

revoke all on function public.may_acknowledge(text) from public, anon, authenticated;
grant execute on function public.may_acknowledge(text) to service_role;

-- Writes an alert for each request that has waited for more than 20 hours, and returns the number.
-- Suspected spam is included, because a browser may have filled the honeypot.
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
    -- Older ones were reported, or waited before there were alerts.
    and s.created_at > now() - interval '7 days'
    and not exists (select 1 from public.alerts as a where a.dedupe = 'overdue ' || s.id);
  get diagnostics found_overdue = row_count;

  -- Deletes few rows at a time, without waiting for locked ones.
  delete from public.alerts where id in (
    select a.id from public.alerts as a
    where a.created_at < now() - interval '30 days'
    limit 1000
    for update skip locked
  );
  return found_overdue;
end;
$$;

comment on function public.tend_alerts() is
  'Writes alerts of overdue requests and returns how many; deletes alerts older than 30 days.';

revoke all on function public.tend_alerts() from public, anon, authenticated;
grant execute on function public.tend_alerts() to service_role;

-- Writes an alert, unless it was written before. Never throws: its cause has to be stored anyway.
create or replace function public.write_alert(
  kind text, subject uuid, facts jsonb, dedupe text
) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.alerts (kind, subject, facts, dedupe) values ($1, $2, $3, $4)
  on conflict on constraint alerts_dedupe_unique do nothing;
exception when others then
  raise warning 'alert not written: % %', $1, sqlstate;
end;
$$;

comment on function public.write_alert(text, uuid, jsonb, text) is
  'Writes an alert, unless one with the same dedupe was written before. Never throws.';

revoke all on function public.write_alert(text, uuid, jsonb, text) from public, anon, authenticated;
grant execute on function public.write_alert(text, uuid, jsonb, text) to service_role;

-- Writes the summary of the last full week (Monday to Sunday, UTC), once, from Monday 07:00 on, and
-- returns whether it did. It compares with the week before if visits were counted from its first
-- day on, and sums up nothing if none was counted before this week.
create or replace function public.write_weekly_summary(moment timestamptz default now())
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  monday date := date_trunc('week', $1 at time zone 'UTC');
begin
  if $1 at time zone 'UTC' < monday + time '07:00'
    or not exists (select from public.funnel_counts as c where c.day < monday)
    or exists (select from public.alerts as a where a.dedupe = 'weekly-summary ' || (monday - 7))
  then
    return false;
  end if;

  perform public.write_alert(
    'weekly-summary', null,
    jsonb_object_agg(figure.name || week.suffix, figure.amount) || jsonb_build_object(
      'from', monday - 7,
      'to', monday - 1,
      'open', (select count(*) from public.strategy_sessions as s where s.handled_at is null)
    ),
    'weekly-summary ' || (monday - 7)
  )
  from (
    values ('', monday - 7, monday - 1), ('_before', monday - 14, monday - 8)
  ) as week(suffix, first, last)
  cross join lateral (
    select 'visits', coalesce(sum(f.page_seen), 0)
    from public.funnel as f where f.day between week.first and week.last
    union all
    select 'calls', coalesce(sum(d.calls), 0)
    from public.call_days as d where d.day between week.first and week.last
    union all
    select 'requests', coalesce(sum(f.requests), 0)
    from public.funnel as f where f.day between week.first and week.last
    union all
    select 'answered', count(*)
    from public.strategy_sessions as s
    where (s.handled_at at time zone 'UTC')::date between week.first and week.last
    union all
    select 'prospects', case week.suffix
      when '' then (
        -- A visit marks all rows of its assistant.
        select count(distinct d.vapi_assistant_id) from public."decisionMakers" as d
        where (d.visited_at at time zone 'UTC')::date between week.first and week.last
      )
      -- Later visits have overwritten `visited_at`, but the summary of that week knows.
      else (
        select (a.facts ->> 'prospects')::bigint from public.alerts as a
        where a.dedupe = 'weekly-summary ' || week.first
      )
    end
  ) as figure(name, amount)
  where figure.amount is not null
    and (week.suffix = '' or exists (
      select from public.funnel_counts as c where c.day <= week.first
    ));
  return true;
end;
$$;

comment on function public.write_weekly_summary(timestamptz) is
  'Writes the alert that sums up the last full week, once; returns whether it did.';

revoke all on function public.write_weekly_summary(timestamptz) from public, anon, authenticated;
grant execute on function public.write_weekly_summary(timestamptz) to service_role;

-- Writes an alert about the prospects of an assistant, unless they had one of this kind within a day.
-- Its subject is the first of them, because a link does not name its row; `prospects` counts them.
create or replace function public.alert_prospect(
  kind text, assistant_id text, facts jsonb
) returns void
language sql
set search_path = ''
as $$
  select public.write_alert(
    $1, p.id, $3 || jsonb_build_object('prospects', p.prospects),
    -- Of several visits at once, each sees no alert yet.
    format('%s %s %s', $1, p.id, (now() at time zone 'UTC')::date)
  )
  from (
    select d.id, count(*) over () as prospects
    from public."decisionMakers" as d
    where d.vapi_assistant_id = $2
    order by d.created_at, d.id
    limit 1
  ) as p
  where not exists (
    select 1 from public.alerts as a
    where a.kind = $1 and a.subject = p.id and a.created_at > now() - interval '1 day'
  );
$$;

comment on function public.alert_prospect(text, text, jsonb) is
  'Writes an alert about the prospects of an assistant, one a day of each kind.';

revoke all on function public.alert_prospect(text, text, jsonb) from public, anon, authenticated;
grant execute on function public.alert_prospect(text, text, jsonb) to service_role;

-- Stores the rating of a recorded call, and adds it to an alert that waits for it.
create or replace function public.rate_prospect_call(
  ticket text, assistant_id text, rating integer
) returns void
language sql
set search_path = ''
as $$
  with rated as (
    update public."decisionMakers" as d set call_rating = $3
    from public.calls as c
    where c.ticket = $1 and d.vapi_assistant_id = $2 and d.called_at = c.created_at
    returning d.id, c.created_at as called_at
  )
  update public.alerts as a set
    facts = a.facts || jsonb_build_object('rating', $3),
    due_at = now()
  from rated
  where a.kind = 'prospect-called' and a.subject = rated.id and a.attempts = 0
    and a.created_at > rated.called_at;
$$;

comment on function public.rate_prospect_call(text, text, integer) is
  'Stores how a prospect rated the last call, 1 to 5.';

revoke all on function public.rate_prospect_call(text, text, integer)
  from public, anon, authenticated;
grant execute on function public.rate_prospect_call(text, text, integer) to service_role;

-- Stores the end of a call with every prospect of its assistant, and alerts the operator if it took
-- half a minute. Both the browser and the provider report it: the first report counts, since
-- `called_at` is when the call was counted.
create or replace function public.record_prospect_call(
  ticket text, assistant_id text, length integer, ended text, should_alert boolean
) returns void
language plpgsql
set search_path = ''
as $$
declare
  made record;
begin
  select c.created_at,
    least($3, extract(epoch from clock_timestamp() - c.created_at)::integer) as seconds
  into made
  from public.calls as c where c.ticket = $1 and c.personal;
  if not found then
    return;
  end if;
  update public."decisionMakers" as d set
    called_at = made.created_at,
    call_seconds = made.seconds,
    call_rating = null
  where d.vapi_assistant_id = $2 and coalesce(d.called_at < made.created_at, true);
  if found and made.seconds >= 30 and should_alert then
    perform public.alert_prospect(
      'prospect-called', $2, jsonb_build_object('seconds', made.seconds, 'ended', $4)
    );
    -- The visitor may rate the call now, unless the page is gone. `rate_prospect_call` sends it.
    update public.alerts as a set due_at = now() + interval '20 seconds'
    where a.kind = 'prospect-called' and a.created_at = now() and $4 <> 'left-page';
  end if;
end;
$$;

comment on function public.record_prospect_call(text, text, integer, text, boolean) is
  'Stores when a prospect called last and how long (seconds); alerts after a call of 30 seconds.';

revoke all on function public.record_prospect_call(text, text, integer, text, boolean)
  from public, anon, authenticated;
grant execute on function public.record_prospect_call(text, text, integer, text, boolean)
  to service_role;
