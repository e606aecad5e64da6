-- Stores that the visitor has left. Returns how to reach the call, once, to the request that ends
-- it. No row, or no id and no address: there is nothing to end, or `record_call` will say so. The
-- ticket of a call that is not counted yet is used up, so that the call will not be created.
create or replace function public.leave_call(ticket text, personal boolean, named_id text)
returns table (call_id text, control_url text)
language plpgsql
set search_path = ''
as $$
begin
  insert into public.calls (ticket, personal, ends_by, ended_at, counted)
  values ($1, $2, now(), now(), false)
  on conflict on constraint calls_pkey do nothing;
  if found then
    return;
  end if;
  return query
    update public.calls as c set
      left_at = coalesce(c.left_at, now()),
      checked_at = case when coalesce(c.call_id, c.control_url, $3) is not null then now() end
    where c.ticket = $1 and c.checked_at is null and c.ended_at is null and c.ends_by > now()
    returning coalesce(c.call_id, $3), c.control_url;
end;
$$;
