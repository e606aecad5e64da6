-- Stores the first key or press on a personal page with the prospect of the link, and alerts the
-- operator.
create or replace function public.record_prospect_input(
  assistant_id text, link jsonb, should_alert boolean
) returns void
language sql
set search_path = ''
as $$
  with used as (
    update public."decisionMakers" as d set used_at = now()
    where d.id = (select f.id from public.find_prospect(assistant_id, link) as f)
    returning d.id
  )
  select public.alert_prospect(
    'prospect-visited', u.id, '{}', ((now() at time zone 'UTC')::date)::text
  )
  from used as u where should_alert;
$$;
