-- Stores that the visitor has left. Returns how to reach the call to one request in two seconds,
-- which has to end it (the browser waits longer before it repeats a failed end); nothing while the
-- call is being created, since `settle_call` then tells its creator.
create or replace function public.end_call(id text)
returns table (call_id text, control_url text)
language plpgsql
set search_path = ''
as $$
begin
  -- An end may overtake its call: an id without a call is used up for ten minutes.
  delete from public.calls as c
  where c.state = 'early' and c.created_at < now() - interval '10 minutes';
  insert into public.calls as c (id, personal, ends_by, state)
  select end_call.id, false, now(), 'early'
  where (select count(*) from public.calls as early where early.state = 'early') < 1000
  on conflict on constraint calls_pkey do nothing;
  if found then
    return;
  end if;
  if not exists (select from public.calls as c where c.id = end_call.id) then
    raise exception 'a thousand ends without a call are kept, and no more';
  end if;
  return query
    with left_call as (
      update public.calls as c set
        left_at = coalesce(c.left_at, now()),
        checked_at = case when coalesce(c.call_id, c.control_url) is not null then now() end
      where c.id = end_call.id and c.state not in ('early', 'refused', 'over') and c.ends_by > now()
        and coalesce(c.checked_at < now() - interval '2 seconds', true)
      returning c.call_id, c.control_url, c.checked_at
    )
    select l.call_id, l.control_url from left_call as l where l.checked_at is not null;
end;
$$;
