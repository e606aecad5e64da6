-- For the contract tests only: addresses for which the database itself refuses the insert, each
-- in its own way.
create function public.contract_faults() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  case new.email
    when 'check@fault.example' then new.service_type := 'Not a service';
    when 'other@fault.example' then raise division_by_zero;
    else null;
  end case;
  return new;
end;
$$;

create trigger contract_faults
  before insert on public.strategy_sessions
  for each row execute function public.contract_faults();

-- Runs after the duplicate rule and keeps the row uncommitted for a while, so that simultaneous
-- writers meet.
create function public.contract_race() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.email = 'race@fault.example' then
    perform pg_catalog.pg_sleep(0.2);
  end if;
  return new;
end;
$$;

create trigger zz_contract_race
  before insert on public.strategy_sessions
  for each row execute function public.contract_race();
