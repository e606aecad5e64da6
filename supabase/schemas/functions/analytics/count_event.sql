create or replace function public.count_event(
  page text, language text, device text, entry text, event text, detail text
) returns void
language sql
set search_path = ''
as $$
  insert into public.funnel_counts as c (day, page, language, device, entry, event, detail, count)
  values ((now() at time zone 'UTC')::date, $1, $2, $3, $4, $5, $6, 1)
  on conflict on constraint funnel_counts_pkey do update set count = c.count + 1;
$$;
