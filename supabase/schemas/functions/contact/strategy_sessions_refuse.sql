-- Refuses an address that the form would refuse, and a duplicate. Each message is a name like a
-- constraint's (strategy-sessions.ts). The triggers are for new rows: a restored one has a
-- `created_at` of its own.
create or replace function public.strategy_sessions_refuse() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The rule of lib/contact/schema.ts: no `,`, no `;` and no empty label in the domain. With a check
  -- constraint, even a `not valid` one, older rows could not be marked as handled.
  if new.email collate "C" ~ '[,;]|@\.|@.*\.\.|\.$' then
    raise exception 'strategy_sessions_email_one_address' using errcode = 'check_violation';
  end if;
  -- The lock makes simultaneous writers wait, so that each sees the row of the one before.
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
    raise exception 'strategy_sessions_email_recent' using errcode = 'unique_violation';
  end if;
  return new;
end;
$$;

create or replace trigger strategy_sessions_refuse
  before insert on public.strategy_sessions
  for each row when (new.created_at = now())
  execute function public.strategy_sessions_refuse();
