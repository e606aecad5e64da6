-- Returns why a call is refused, or null: `assistant` if no prospect has it, `off` if `call_switch`
-- is off or empty, otherwise the name of the first of `budgets` (`call_counts`) that refuses it, or
-- `unknown` if only calls that may not exist fill that one.
create or replace function public.call_refusal(
  assistant_id text, caller text, personal boolean, budgets jsonb
) returns text
language sql stable
set search_path = ''
as $$
  select case
    when $3 and not exists (
      select from public."decisionMakers" as d where d.vapi_assistant_id = $1
    ) then 'assistant'
    when not exists (select from public.call_switch as s where s.calls_on) then 'off'
    else (
      select case when b.hours is null and b.calls - (
          select count(c.lists_without) from public.calls as c
          where c.ended_at is null and c.ends_by > now()
        ) < b."limit" then 'unknown' else b.name end
      from public.call_counts($2, budgets) as b
      where b.calls >= b."limit" and not (b.shared and $3)
      order by b.place
      limit 1
    )
  end;
$$;
