-- Describes the schema `public` without extensions. `migration`: the last one, which
-- `npm run db:migration` leaves in the comment; `objects`: tables, views and functions; `open`: what
-- is not secured, or may be used with the publishable key.
create or replace function public.database_report() returns jsonb
language sql stable
set search_path = ''
as $$
  with extensions as (
    select d.objid as oid from pg_catalog.pg_depend as d where d.deptype = 'e'
  ),
  relations as (
    select c.oid, c.relname as name,
      c.relkind in ('v', 'm') or c.relrowsecurity and c.relforcerowsecurity as is_secured
    from pg_catalog.pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'v', 'm')
      and c.oid not in (select e.oid from extensions as e)
  ),
  functions as (
    select p.oid, p.proname as name,
      p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype) as is_trigger
    from pg_catalog.pg_proc as p
    where p.pronamespace = 'public'::regnamespace
      and p.oid not in (select e.oid from extensions as e)
  ),
  strangers as (select unnest(array['anon', 'authenticated']) as name),
  open (item) as (
    select r.name || ' (row level security is off, or not forced)' from relations as r
    where not r.is_secured
    union all
    select r.name || ' (' || s.name || ' has a right)' from relations as r, strangers as s
    where has_table_privilege(
      s.name, r.oid, 'select, insert, update, delete, truncate, references, trigger'
    )
      or has_any_column_privilege(s.name, r.oid, 'select, insert, update, references')
    union all
    -- No client can call a trigger's function.
    select f.name || ' (' || s.name || ' may call it)' from functions as f, strangers as s
    where not f.is_trigger and has_function_privilege(s.name, f.oid, 'execute')
  )
  select jsonb_build_object(
    'version', version(),
    'migration', obj_description('public.database_report()'::regprocedure, 'pg_proc'),
    'objects', array(select r.name from relations as r union select f.name from functions as f),
    'open', array(select o.item from open as o order by o.item)
  );
$$;
comment on function public.database_report() is '20261128134607_since_0_2_0';
