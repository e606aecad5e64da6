-- A call whose visitor has left is ended at the provider, also if it is still being created.

alter table public.calls
  add column call_id text,
  add column control_url text,
  add column left_at timestamptz;

comment on column public.calls.call_id is 'The provider’s id of a call that goes on, otherwise null.';
comment on column public.calls.control_url is
  'Where the provider takes a request to end a call that goes on, otherwise null.';
comment on column public.calls.left_at is 'When the visitor left the call, otherwise null.';
comment on column public.calls.checked_at is
  'When we started to end the call at the provider (at most once); null if not started yet.';

-- Stores that the visitor has left. Returns how to reach the call, once, to the request that ends
-- it. No row, or no id and no address: there is nothing to end, or `record_call` will say so. The
-- ticket of a call that is not counted yet is used up, so that the call will not be created.
create function public.leave_call(ticket text, personal boolean, named_id text)
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

-- Stores how to reach a created call. Returns whether its visitor has left, before or now.
create function public.record_call(
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

-- As before, and forgets how to reach the call, which is of no use any more.
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

comment on function public.claim_call_check(text) is
  'Not used any more. It is kept for instances of the version before.';

revoke all on function
  public.leave_call(text, boolean, text),
  public.record_call(text, text, text, boolean)
from public, anon, authenticated;
grant execute on function
  public.leave_call(text, boolean, text),
  public.record_call(text, text, text, boolean)
to service_role;
