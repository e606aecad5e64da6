-- Stores the end of a call with the prospect who made it, and alerts the operator if it took half a
-- minute. Returns whether a prospect made it.
create or replace function public.record_prospect_call(
  id text, length integer, ended text, rating integer, should_alert boolean
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  made record;
begin
  update public.calls as c set reported_at = coalesce(c.reported_at, now())
  where c.id = record_prospect_call.id and c.prospect_id is not null
  returning c.id, c.prospect_id, c.created_at, c.reported_at,
    least(length, extract(epoch from clock_timestamp() - c.created_at)::integer) as seconds
  into made;
  if not found then
    return false;
  end if;
  -- The browser and the provider report it. The first report counts, but for the browser's rating.
  if made.reported_at = now() then
    -- Unless there was one that ended later.
    update public."decisionMakers" as d set
      called_at = made.created_at,
      call_seconds = made.seconds,
      call_rating = null,
      call_id = made.id
    where d.id = made.prospect_id
      and coalesce(
        d.called_at + make_interval(secs => d.call_seconds)
          < made.created_at + make_interval(secs => made.seconds),
        true
      );
    if made.seconds >= 30 and should_alert then
      perform public.alert_prospect(
        'prospect-called', made.prospect_id,
        jsonb_build_object('seconds', made.seconds, 'ended', ended), made.id
      );
    end if;
  end if;
  update public."decisionMakers" as d set call_rating = rating
  where d.id = made.prospect_id and d.call_id = made.id and rating is not null;
  -- The visitor may rate the call now, unless the page is gone.
  update public.alerts as a set
    facts = a.facts || jsonb_strip_nulls(jsonb_build_object('rating', rating)),
    due_at = case
      when rating is null and ended <> 'left-page' then a.created_at + interval '20 seconds'
      else now()
    end
  where a.dedupe = format('prospect-called %s %s', made.prospect_id, made.id) and a.attempts = 0;
  return true;
end;
$$;
