-- Returns when the operator first got an alert that this open request will be deleted, or null. For
-- suspected spam one that counted it is enough.
create or replace function public.told_at(request public.strategy_sessions) returns timestamptz
language sql stable
set search_path = ''
as $$
  select min(a.sent_at) from public.alerts as a
  where a.dedupe = 'expiring ' || request.id
    or request.suspected_spam and a.kind = 'suspected' and a.sent_at >= request.created_at;
$$;
