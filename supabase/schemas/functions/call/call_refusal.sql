-- Returns the budget that refuses a call: address_hour, address_day, day or at_once. `budgets` has
-- a limit for each, and `day_shared` for the landing page. A day is the last 24 hours.
create or replace function public.call_refusal(
  caller text, personal boolean, budgets jsonb
) returns text
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

revoke all on function public.call_refusal(text, boolean, jsonb) from public, anon, authenticated;
grant execute on function public.call_refusal(text, boolean, jsonb) to service_role;
