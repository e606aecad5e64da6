-- Refuses the same email and service within five minutes. The lock makes simultaneous writers wait,
-- so that each sees the row of the one before. The message is a name like a constraint's.
create or replace function public.strategy_sessions_refuse_duplicate() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(new.email || '|' || new.service_type, 0)
  );
  if exists (
    select 1
    from public.strategy_sessions as earlier
    where earlier.email = new.email
      and earlier.service_type = new.service_type
      and earlier.created_at >= new.created_at - interval '5 minutes'
      and earlier.created_at <= new.created_at + interval '5 minutes'
  ) then
    raise exception 'strategy_sessions_email_recent'
      using errcode = 'unique_violation';
  end if;
  return new;
end;
$$;

create or replace trigger strategy_sessions_refuse_duplicate
  before insert on public.strategy_sessions
  for each row when (new.created_at = now())
  execute function public.strategy_sessions_refuse_duplicate();

revoke all on function public.strategy_sessions_refuse_duplicate() from public, anon, authenticated;
