-- Writes a request and deletes it, with all rules and triggers of the table, and rolls both back.
-- Returns whether they were done, or fails with the error.
create or replace function public.check_write() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  written uuid;
  deleted integer;
begin
  begin
    insert into public.strategy_sessions (service_type, email, suspected_spam)
    values ('other', gen_random_uuid() || '@doctor.invalid', true)
    returning id into written;
    delete from public.strategy_sessions where id = written;
    get diagnostics deleted = row_count;
    -- An exception rolls the block back, but variables keep their values.
    raise exception 'taken back' using errcode = 'UNDO1';
  exception
    when sqlstate 'UNDO1' then
      return deleted = 1;
  end;
end;
$$;
