-- Writes an alert for each request that has waited for more than 20 hours, and returns the number.
-- Suspected spam is included, because a browser may have filled the honeypot.
create or replace function public.tend_alerts() returns integer
language plpgsql
set search_path = ''
as $$
declare
  found_overdue integer;
begin
  perform public.write_alert(
    'overdue', s.id,
    jsonb_build_object('service', s.service_type, 'suspected_spam', s.suspected_spam),
    'overdue ' || s.id
  )
  from public.strategy_sessions as s
  where s.handled_at is null
    and s.created_at < now() - interval '20 hours'
    -- Older ones were reported, or waited before there were alerts.
    and s.created_at > now() - interval '7 days'
    and not exists (select 1 from public.alerts as a where a.dedupe = 'overdue ' || s.id);
  get diagnostics found_overdue = row_count;
  return found_overdue;
end;
$$;

comment on function public.tend_alerts() is
  'Writes alerts of overdue requests and returns how many.';

revoke all on function public.tend_alerts() from public, anon, authenticated;
grant execute on function public.tend_alerts() to service_role;
