-- Writes the summary of the last full week (Monday to Sunday, UTC), once, from Monday 07:00 on, and
-- returns whether it did. It sums up nothing if no visit was counted before this week.
create or replace function public.write_weekly_summary(moment timestamptz default now())
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  monday date := date_trunc('week', $1 at time zone 'UTC');
begin
  if $1 at time zone 'UTC' < monday + time '07:00'
    or not exists (select from public.funnel_counts as c where c.day < monday)
    or exists (select from public.alerts as a where a.dedupe = 'weekly-summary ' || (monday - 7))
  then
    return false;
  end if;

  perform public.write_alert(
    'weekly-summary', null, public.weekly_summary(monday - 7), 'weekly-summary ' || (monday - 7)
  );
  return true;
end;
$$;

comment on function public.write_weekly_summary(timestamptz) is
  'Writes the alert that sums up the last full week, once; returns whether it did.';

revoke all on function public.write_weekly_summary(timestamptz) from public, anon, authenticated;
grant execute on function public.write_weekly_summary(timestamptz) to service_role;
