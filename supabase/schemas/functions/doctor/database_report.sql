-- Describes the schema `public` without extensions. `open_to` lists roles of the publishable key
-- that have a privilege. `body` is the digest of a constraint, or of a function's text with each
-- run of blanks as one.
create or replace function public.database_report() returns jsonb
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
        where has_table_privilege(
          r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger'
        )
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
  ),
  constraints as (
    select jsonb_build_object(
      'table', t.relname, 'name', c.conname, 'body', md5(pg_catalog.pg_get_constraintdef(c.oid))
    ) as item
    from pg_catalog.pg_constraint as c
    join pg_catalog.pg_class as t on t.oid = c.conrelid
    -- Not null is one since PostgreSQL 18.
    where t.relnamespace = 'public'::regnamespace and c.contype <> 'n'
      and t.oid not in (select e.oid from extended as e)
  )
  select jsonb_build_object(
    'now', clock_timestamp(),
    'version', version(),
    'tables', (select coalesce(jsonb_agg(t.item), '[]') from tables as t),
    'functions', (select coalesce(jsonb_agg(f.item), '[]') from functions as f),
    'triggers', (select coalesce(jsonb_agg(t.name), '[]') from triggers as t),
    'constraints', (select coalesce(jsonb_agg(c.item), '[]') from constraints as c)
  );
$$;

comment on function public.database_report() is
  'Tables, functions, triggers and constraints, and what the publishable key may do with them; '
  'for npm run doctor.';

revoke all on function public.database_report() from public, anon, authenticated;
grant execute on function public.database_report() to service_role;
