-- Stores the rating of a recorded call, and adds it to an alert that waits for it.
create or replace function public.rate_prospect_call(
  id text, rating integer
) returns void
language sql
set search_path = ''
as $$
  with rated as (
    update public."decisionMakers" as d set call_rating = $2
    from public.calls as c
    where c.id = $1 and c.personal
      and d.vapi_assistant_id = c.assistant_id and d.called_at = c.created_at
    returning d.id, c.created_at as called_at
  )
  update public.alerts as a set
    facts = a.facts || jsonb_build_object('rating', $2),
    due_at = now()
  from rated
  where a.kind = 'prospect-called' and a.subject = rated.id and a.attempts = 0
    and a.created_at > rated.called_at;
$$;
