-- Stores the end of a call with every prospect of its assistant, and alerts the operator if it took
-- half a minute. Both the browser and the provider report it: the first report counts, since
-- `called_at` is when the call was counted. Returns whether the call was to a prospect's assistant.
create or replace function public.record_prospect_call(
  id text, length integer, ended text, should_alert boolean
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  made record;
begin
  select c.assistant_id, c.created_at,
    least($2, extract(epoch from clock_timestamp() - c.created_at)::integer) as seconds
  into made
  from public.calls as c where c.id = $1 and c.personal;
  if not found then
    return false;
  end if;
  update public."decisionMakers" as d set
    called_at = made.created_at,
    call_seconds = made.seconds,
    call_rating = null
  where d.vapi_assistant_id = made.assistant_id
    and coalesce(d.called_at < made.created_at, true);
  if found and made.seconds >= 30 and $4 then
    perform public.alert_prospect(
      'prospect-called', made.assistant_id,
      jsonb_build_object('seconds', made.seconds, 'ended', $3)
    );
    -- The visitor may rate the call now, unless the page is gone. `rate_prospect_call` sends it.
    update public.alerts as a set due_at = now() + interval '20 seconds'
    where a.kind = 'prospect-called' and a.created_at = now() and $3 <> 'left-page';
  end if;
  return true;
end;
$$;
