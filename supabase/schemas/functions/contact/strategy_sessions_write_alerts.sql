-- Writes the alert to the operator, and the acknowledgement to the visitor.
create or replace function public.strategy_sessions_write_alerts() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform public.write_alert(
    'request', new.id,
    jsonb_build_object(
      'service', new.service_type, 'suspected_spam', new.suspected_spam, 'source', new.source
    ),
    'request ' || new.id
  );
  begin
    if not new.suspected_spam and public.may_acknowledge(new.email) then
      perform public.write_alert('acknowledgement', new.id, '{}', 'acknowledgement ' || new.id);
    end if;
  -- The request must be stored even if its acknowledgement fails.
  exception when others then
    raise warning 'acknowledgement not written: %', sqlstate;
  end;
  return null;
end;
$$;

create or replace trigger strategy_sessions_write_alerts
  after insert on public.strategy_sessions
  for each row when (new.created_at = now())
  execute function public.strategy_sessions_write_alerts();

revoke all on function public.strategy_sessions_write_alerts() from public, anon, authenticated;
