-- Budgets of calls: each call is counted when it is created, and frees its slot when it ends.

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
  checked_at timestamptz
);

create index calls_created_at on public.calls (created_at);

comment on table public.calls is
  'The calls of the last two days. Safe to empty while no call is running: it resets all budgets.';
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
  'When we asked the provider whether the call is over (at most once); null if not asked yet.';

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

-- Returns the budget that refuses a call: address_hour, address_day, day or at_once. `budgets` has
-- a limit for each, and `day_shared` for the landing page. A day is the last 24 hours.
create function public.call_refusal(caller text, personal boolean, budgets jsonb) returns text
language sql stable
set search_path = ''
as $$
  with recent as (
    select c.* from public.calls as c where c.counted and c.created_at > now() - interval '1 day'
  ),
  used as (
    select
      count(*) filter (
        where r.caller = $1 and r.created_at > now() - interval '1 hour'
      ) as address_hour,
      count(*) filter (where r.caller = $1) as address_day,
      count(*) filter (where not r.personal) as day_shared,
      count(*) as day,
      count(*) filter (where r.ended_at is null and r.ends_by > now()) as at_once
    from recent as r
  )
  select case
    when u.address_hour >= (budgets->>'address_hour')::integer then 'address_hour'
    when u.address_day >= (budgets->>'address_day')::integer then 'address_day'
    when u.day >= (budgets->>'day')::integer then 'day'
    when not $2 and u.day_shared >= (budgets->>'day_shared')::integer then 'day'
    when u.at_once >= (budgets->>'at_once')::integer then 'at_once'
  end
  from used as u;
$$;

comment on function public.call_refusal(text, boolean, jsonb) is
  'The budget that refuses a call, or null if the call is allowed.';

-- Counts a call, or returns why it is refused: `used` for a used ticket, or a budget. Writes an
-- alert, once a day, when four fifths of the day's calls are used, or of the landing page's share.
create function public.take_call(
  ticket text, caller text, personal boolean, max_seconds integer, budgets jsonb
) returns text
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
  used record;
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

  select count(*) as day, count(*) filter (where not c.personal) as day_shared into used
  from public.calls as c where c.counted and c.created_at > now() - interval '1 day';
  if used.day >= 0.8 * (budgets->>'day')::integer
    or used.day_shared >= 0.8 * (budgets->>'day_shared')::integer then
    perform public.write_alert(
      'calls-budget', null,
      jsonb_build_object(
        'day', used.day, 'of_day', budgets->'day',
        'day_shared', used.day_shared, 'of_day_shared', budgets->'day_shared'
      ),
      'calls-budget ' || (now() at time zone 'UTC')::date
    );
  end if;
  return null;
end;
$$;

comment on function public.take_call(text, text, boolean, integer, jsonb) is
  'Counts a call against all budgets. Returns null if it is allowed, otherwise why not.';

-- Marks a call as over, and stores its length and cost if the provider has reported them. The
-- first report counts. Returns whether the call is known.
create function public.settle_call(
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
    cost = coalesce(c.cost, $3)
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

-- Removes a call that the provider refused from the budgets. Its ticket stays used.
create function public.cancel_call(ticket text) returns void
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

-- Returns true once for each running call, because the provider is asked only once if it is over.
create function public.claim_call_check(ticket text) returns boolean
language sql
set search_path = ''
as $$
  with claimed as (
    update public.calls as c set checked_at = now()
    where c.ticket = $1 and c.checked_at is null and c.ended_at is null and c.ends_by > now()
    returning 1
  )
  select exists (select from claimed);
$$;

comment on function public.claim_call_check(text) is
  'Whether the provider may be asked if a call is over: true once, while the call holds its slot.';

alter table public.calls enable row level security;
alter table public.calls force row level security;
alter table public.call_days enable row level security;
alter table public.call_days force row level security;
revoke all on table public.calls, public.call_days from public, anon, authenticated;
grant select, insert, update, delete on table public.calls, public.call_days to service_role;
revoke all on function
  public.call_refusal(text, boolean, jsonb),
  public.take_call(text, text, boolean, integer, jsonb),
  public.settle_call(text, integer, numeric),
  public.cancel_call(text),
  public.claim_call_check(text)
from public, anon, authenticated;
grant execute on function
  public.call_refusal(text, boolean, jsonb),
  public.take_call(text, text, boolean, integer, jsonb),
  public.settle_call(text, integer, numeric),
  public.cancel_call(text),
  public.claim_call_check(text)
to service_role;
