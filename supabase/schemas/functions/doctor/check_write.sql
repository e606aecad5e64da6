-- Writes a request, with all rules and triggers of the table, and rolls it back. Returns whether it
-- was written, or fails with the error.
create or replace function public.check_write() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  written integer;
begin
  begin
    insert into public.strategy_sessions (service_type, email, suspected_spam)
    values ('other', gen_random_uuid() || '@doctor.invalid', true);
    get diagnostics written = row_count;
    -- An exception rolls the block back, but variables keep their values.
    raise exception 'taken back' using errcode = 'UNDO1';
  exception
    when sqlstate 'UNDO1' then
      return written = 1;
  end;
end;
$$;

comment on function public.check_write() is
  'Whether a request can be written. Rolls back the insert and everything its triggers did.';

revoke all on function public.check_write() from public, anon, authenticated;
grant execute on function public.check_write() to service_role;
