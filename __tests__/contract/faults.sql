-- For the contract tests only: addresses for which the database itself refuses the insert, each in its own way.
create function public.contract_faults() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  case new.email
    when 'check@fault.example' then new.service_type := 'unknown';
    when 'not-null@fault.example' then new.email := null;
    when 'other@fault.example' then raise division_by_zero;
    else null;
  end case;
  return new;
end;
$$;

create trigger contract_faults
  before insert on public.strategy_sessions
  for each row execute function public.contract_faults();
