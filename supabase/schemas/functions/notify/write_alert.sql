-- Writes an alert, unless it was written before. Never throws: its cause has to be stored anyway.
create or replace function public.write_alert(
  kind text, subject uuid, facts jsonb, dedupe text
) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.alerts (kind, subject, facts, dedupe) values ($1, $2, $3, $4)
  on conflict on constraint alerts_dedupe_unique do nothing;
exception when others then
  raise warning 'alert not written: % %', $1, sqlstate;
end;
$$;
