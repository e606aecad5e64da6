-- Deletes the requests that arrived more than `months` ago, and returns their number.
create function public.delete_old_requests(months integer default 12) returns integer
language plpgsql
set search_path = ''
as $$
declare
  deleted integer;
begin
  -- A slip must not empty the table: null, zero and negative periods are refused.
  if months is null or months < 1 then
    raise exception 'the period must be at least one month' using errcode = 'invalid_parameter_value';
  end if;
  delete from public.strategy_sessions where created_at < now() - make_interval(months => months);
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

comment on function public.delete_old_requests(integer) is
  'Deletes requests older than the given number of months; returns how many.';

revoke all on function public.delete_old_requests(integer) from public, anon, authenticated;
grant execute on function public.delete_old_requests(integer) to service_role;
