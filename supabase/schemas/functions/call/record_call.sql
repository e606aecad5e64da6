-- Stores how to reach a created call. Returns whether its visitor has left, before or now.
create or replace function public.record_call(
  ticket text, call_id text, control_url text, has_left boolean
) returns boolean
language sql
set search_path = ''
as $$
  update public.calls as c set
    call_id = $2,
    control_url = $3,
    left_at = case when $4 then coalesce(c.left_at, now()) else c.left_at end,
    checked_at = case
      when $4 or c.left_at is not null then coalesce(c.checked_at, now()) else c.checked_at
    end
  where c.ticket = $1
  returning c.left_at is not null;
$$;
