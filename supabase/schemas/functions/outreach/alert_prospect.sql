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
