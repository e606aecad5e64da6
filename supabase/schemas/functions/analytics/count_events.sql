-- Counts each of `events`, an array of {event, detail}, once.
create or replace function public.count_events(
  page text, language text, device text, entry text, events jsonb
) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.funnel_counts as c (day, event, detail, page, language, device, entry, count)
  select distinct (now() at time zone 'UTC')::date, e.event, e.detail,
    count_events.page, count_events.language, count_events.device, count_events.entry, 1
  from jsonb_to_recordset(events) as e(event text, detail text)
  -- The fixed order prevents deadlocks.
  order by e.event, e.detail
  on conflict on constraint funnel_counts_pkey do update set count = c.count + 1;
end;
$$;
