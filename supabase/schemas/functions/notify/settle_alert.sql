-- Notes which channels have `taken` a claimed alert. `again`: the others surely have not, so it is
-- due after `seconds`, or a minute, doubled at each attempt. Otherwise nothing is known of them.
create or replace function public.settle_alert(
  id uuid, taken text[], again boolean, seconds integer default null
) returns void
language sql
set search_path = ''
as $$
  update public.alerts as a set
    sent = case when again then array_remove(a.sent, 'visitor') else a.sent end || taken,
    sent_at = coalesce(a.sent_at, case when taken && '{webhook,mail}'
      -- It does not tell of suspected spam that came after the count.
      then coalesce((a.facts ->> 'counted_at')::timestamptz, now())
    end),
    due_at = case when again then now() + coalesce(
      make_interval(secs => seconds),
      least(interval '1 minute' * 2 ^ least(a.attempts - 1, 6), interval '1 hour')
    ) else a.due_at end
  where a.id = settle_alert.id;
$$;
