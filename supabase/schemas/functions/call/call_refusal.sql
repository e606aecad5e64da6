-- Returns `off` if `call_switch` is off or empty, otherwise the name of the first of `budgets` that
-- refuses a call. What they are: `call_counts`.
create or replace function public.call_refusal(
  caller text, personal boolean, budgets jsonb
) returns text
language sql stable
set search_path = ''
as $$
  select case when not exists (select from public.call_switch as s where s.calls_on) then 'off'
    else (
      select b.name from public.call_counts($1, budgets) as b
      where b.calls >= b."limit" and not (b.shared and $2)
      order by b.place
      limit 1
    )
  end;
$$;
