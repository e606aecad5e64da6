-- Counts the calls of each of `budgets`, an array of {name, limit, hours, per_address, shared}. The
-- last two may be missing: `per_address` counts the caller's calls, `shared` those of the landing
-- page. Without `hours` it counts the calls that go on, or may; `calls` knows 48 hours.
create or replace function public.call_counts(caller text, budgets jsonb)
returns table (
  place bigint, name text, "limit" integer, hours integer, per_address boolean, shared boolean,
  calls bigint
)
language sql stable
set search_path = ''
as $$
  select b.place, b.name, b."limit", b.hours, coalesce(b.per_address, false),
    coalesce(b.shared, false), (
      select count(*) from public.calls as c
      where case
          when b.hours is null then c.ended_at is null and c.ends_by > now()
            and (c.lists_without is not null or c.counted)
          else c.counted and c.created_at > now() - make_interval(hours => b.hours)
        end
        and (c.caller = $1 or not coalesce(b.per_address, false))
        and not (c.personal and coalesce(b.shared, false))
    )
  from rows from (
    jsonb_to_recordset(budgets)
      as (name text, "limit" integer, hours integer, per_address boolean, shared boolean)
  ) with ordinality as b(name, "limit", hours, per_address, shared, place);
$$;
