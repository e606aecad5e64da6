-- `npm run funnel` prints these sums.
create or replace function public.read_funnel(since date)
returns table (event text, detail text, page text, count bigint)
language sql stable
set search_path = ''
as $$
  select f.event, f.detail, f.page, sum(f.count)
  from public.funnel as f
  where f.day >= since
  group by f.event, f.detail, f.page;
$$;
