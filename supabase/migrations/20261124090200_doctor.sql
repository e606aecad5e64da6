-- `npm run doctor` calls these functions, because the API does not show what they report.

-- Writes a request, with all rules and triggers of the table, and rolls it back. Returns whether it
-- was written, or fails with the error.
create function public.check_write() returns boolean
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

-- Describes the schema `public` without extensions. `open_to` lists roles of the publishable key
-- that have a privilege. `body` is the digest of a function's text with each run of blanks as one.
create function public.database_report() returns jsonb
language sql stable
set search_path = ''
as $$
  with roles as (
    select r.oid, r.rolname as name from pg_catalog.pg_roles as r
    where r.rolname in ('anon', 'authenticated')
  ),
  extended as (
    select d.objid as oid from pg_catalog.pg_depend as d where d.deptype = 'e'
  ),
  tables as (
    select jsonb_build_object(
      'name', c.relname,
      'is_view', c.relkind in ('v', 'm'),
      'secured', c.relrowsecurity and c.relforcerowsecurity,
      'columns', (
        select jsonb_agg(a.attname order by a.attnum) from pg_catalog.pg_attribute as a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ),
      'open_to', (
        select coalesce(jsonb_agg(r.name order by r.name), '[]') from roles as r
        where has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger')
          or has_any_column_privilege(r.oid, c.oid, 'select, insert, update, references')
      )
    ) as item
    from pg_catalog.pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'v', 'm')
      and c.oid not in (select e.oid from extended as e)
  ),
  functions as (
    select jsonb_build_object(
      'name', p.proname,
      'arguments', coalesce(to_jsonb(p.proargnames[1:p.pronargs]), '[]'),
      'body', md5(regexp_replace(p.prosrc, '\s+', ' ', 'g')),
      'is_trigger', p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype),
      'open_to', (
        select coalesce(jsonb_agg(r.name order by r.name), '[]') from roles as r
        where has_function_privilege(r.oid, p.oid, 'execute')
      )
    ) as item
    from pg_catalog.pg_proc as p
    where p.pronamespace = 'public'::regnamespace and p.oid not in (select e.oid from extended as e)
  ),
  triggers as (
    select t.tgname as name from pg_catalog.pg_trigger as t
    join pg_catalog.pg_class as c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'
  )
  select jsonb_build_object(
    'now', clock_timestamp(),
    'version', version(),
    'tables', (select coalesce(jsonb_agg(t.item), '[]') from tables as t),
    'functions', (select coalesce(jsonb_agg(f.item), '[]') from functions as f),
    'triggers', (select coalesce(jsonb_agg(t.name), '[]') from triggers as t)
  );
$$;

comment on function public.database_report() is
  'Tables, functions and triggers, and what the publishable key may do with them; for npm '
  'run doctor.';

revoke all on function public.check_write(), public.database_report() from public, anon, authenticated;
grant execute on function public.check_write(), public.database_report() to service_role;
