-- Applies the rule of lib/contact/schema.ts: no `,`, no `;` and no empty label in the domain. With
-- a check constraint, even a `not valid` one, older rows could not be marked as handled. The
-- message is a name like a constraint's (strategy-sessions.ts). Like the other triggers, it is for
-- new rows: a restored one has a `created_at` of its own.
create or replace function public.strategy_sessions_check_email() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.email collate "C" ~ '[,;]|@\.|@.*\.\.|\.$' then
    raise exception 'strategy_sessions_email_one_address' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create or replace trigger strategy_sessions_check_email
  before insert on public.strategy_sessions
  for each row when (new.created_at = now())
  execute function public.strategy_sessions_check_email();

revoke all on function public.strategy_sessions_check_email() from public, anon, authenticated;
