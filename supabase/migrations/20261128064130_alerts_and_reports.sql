ALTER TABLE "public"."alerts" DROP CONSTRAINT "alerts_kind_known";

-- This kind is gone.
delete from public.alerts where kind = 'content-blocked';

ALTER TABLE "public"."alerts" ADD CONSTRAINT "alerts_kind_known" CHECK ((kind = ANY (ARRAY['request'::text, 'overdue'::text, 'expiring'::text, 'calls-failing'::text, 'calls-budget'::text, 'site-failing'::text, 'prospect-visited'::text, 'prospect-called'::text, 'weekly-summary'::text, 'acknowledgement'::text])));

COMMENT ON COLUMN "public"."alerts"."sent" IS 'The channels that it was delivered to; ''visitor'' already while it is being sent.';

-- Marks a call as over, stores its length and cost if the provider has reported them, and forgets
-- how to reach it. A fuller report completes an earlier one. Returns whether the call is known.
create or replace function public.settle_call(
  ticket text, seconds integer default null, cost numeric default null
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  settled record;
begin
  select c.seconds, c.cost, c.personal, (c.created_at at time zone 'UTC')::date as day into settled
  from public.calls as c where c.ticket = $1 for update;
  if not found then
    return false;
  end if;
  update public.calls as c set
    ended_at = coalesce(c.ended_at, now()),
    seconds = greatest(c.seconds, $2),
    cost = greatest(c.cost, $3),
    call_id = null,
    control_url = null
  where c.ticket = $1;
  update public.call_days as d set
    seconds = d.seconds + greatest($2 - coalesce(settled.seconds, 0), 0),
    cost = d.cost + greatest($3 - coalesce(settled.cost, 0), 0)
  where d.day = settled.day and d.personal = settled.personal;
  return true;
end;
$$;

comment on function public.settle_call(text, integer, numeric) is
  'Marks a call as over; stores its length in seconds and its cost in US dollars.';

revoke all on function public.settle_call(text, integer, numeric) from public, anon, authenticated;
grant execute on function public.settle_call(text, integer, numeric) to service_role;

-- Claims up to `most` due alerts that one of `channels` lacks. `address` is the visitor's. A claimed
-- alert is due again after five minutes, doubled at each attempt, up to an hour: its receiver may
-- have it although nobody said so. `retry_alert` is for one that was surely not taken.
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
    due_at = now() + least(interval '5 minutes' * 2 ^ least(a.attempts, 4), interval '1 hour')
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

-- Makes an alert that a channel did not take due again: after `seconds`, or after a minute, doubled
-- at each attempt, up to an hour. An acknowledgement is marked as sent before it is sent, which is
-- taken back.
create or replace function public.retry_alert(id uuid, seconds integer default null) returns void
language sql
set search_path = ''
as $$
  update public.alerts as a set
    due_at = now() + coalesce(
      make_interval(secs => $2),
      least(interval '1 minute' * 2 ^ least(a.attempts - 1, 6), interval '1 hour')
    ),
    sent = array_remove(a.sent, 'visitor')
  where a.id = $1;
$$;

comment on function public.retry_alert(uuid, integer) is
  'Makes an alert due again, after a channel has refused it.';

revoke all on function public.retry_alert(uuid, integer) from public, anon, authenticated;
grant execute on function public.retry_alert(uuid, integer) to service_role;
