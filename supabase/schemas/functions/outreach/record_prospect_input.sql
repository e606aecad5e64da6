-- Stores the first key or press on a personal page with the prospect of the link, and alerts the
-- operator. Returns whether there is such a prospect.
create or replace function public.record_prospect_input(
  assistant_id text, link jsonb, should_alert boolean
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  prospect uuid;
begin
  update public."decisionMakers" as d set used_at = now()
  where d.id = (select f.id from public.find_prospect(assistant_id, link) as f)
  returning d.id into prospect;
  if prospect is not null and should_alert then
    perform public.alert_prospect(
      'prospect-visited', prospect, '{}', ((now() at time zone 'UTC')::date)::text
    );
  end if;
  return prospect is not null;
end;
$$;
