-- `npm run funnel` prints these sums.
create or replace function public.read_funnel(since date)
returns table (event text, detail text, page text, count bigint)
language sql stable
set search_path = ''
as $$
  select c.event, c.detail, c.page, sum(c.count)
  from public.funnel_counts as c
  where c.day >= since
  group by c.event, c.detail, c.page
  union all
  select 'requests', '', 'any', coalesce(sum(f.requests), 0)::bigint
  from public.funnel as f where f.day >= since
  union all
  select 'handled', '', 'any', coalesce(sum(f.handled), 0)::bigint
  from public.funnel as f where f.day >= since;
$$;
