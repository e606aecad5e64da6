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
