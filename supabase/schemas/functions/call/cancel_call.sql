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
