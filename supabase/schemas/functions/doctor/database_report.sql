-- Describes the schema `public` without extensions. `objects`: what there is; after the name the
-- digest of a constraint, or of a function's text with each run of blanks as one. `open`: what is
-- not secured, or may be used with the publishable key.
create or replace function public.database_report() returns jsonb
language sql stable
set search_path = ''
as $$
  with relations as (
    select c.oid, c.relname as name, c.relkind in ('v', 'm') as is_view,
      c.relrowsecurity and c.relforcerowsecurity as secured
    from pg_catalog.pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'v', 'm')
      and not exists (
        select from pg_catalog.pg_depend as d where d.objid = c.oid and d.deptype = 'e'
      )
  ),
  functions as (
    select p.oid, p.proname as name, p.prosrc as body,
      p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype) as is_trigger
    from pg_catalog.pg_proc as p
    where p.pronamespace = 'public'::regnamespace
      and not exists (
        select from pg_catalog.pg_depend as d where d.objid = p.oid and d.deptype = 'e'
      )
  ),
  objects (item) as (
    select 'table ' || r.name from relations as r
    union all
    select 'column ' || r.name || '.' || a.attname from relations as r
    join pg_catalog.pg_attribute as a on a.attrelid = r.oid
    where a.attnum > 0 and not a.attisdropped
    union all
    select 'function ' || f.name || ' ' || md5(regexp_replace(f.body, '\s+', ' ', 'g'))
    from functions as f
    union all
    select 'trigger ' || t.tgname from relations as r
    join pg_catalog.pg_trigger as t on t.tgrelid = r.oid
    where not t.tgisinternal and t.tgenabled <> 'D'
    union all
    select 'constraint ' || r.name || '.' || c.conname || ' '
      || md5(pg_catalog.pg_get_constraintdef(c.oid))
    from relations as r
    join pg_catalog.pg_constraint as c on c.conrelid = r.oid
    -- Not null is one since PostgreSQL 18.
    where c.contype <> 'n'
  ),
  roles as (
    select r.oid, r.rolname as name from pg_catalog.pg_roles as r
    where r.rolname in ('anon', 'authenticated')
  ),
  open (item) as (
    select r.name || ' (row level security is off, or not forced)' from relations as r
    where not r.is_view and not r.secured
    union all
    select t.name || ' (' || r.name || ' has a right)' from relations as t, roles as r
    where has_table_privilege(
      r.oid, t.oid, 'select, insert, update, delete, truncate, references, trigger'
    )
      or has_any_column_privilege(r.oid, t.oid, 'select, insert, update, references')
    union all
    -- No client can call a trigger's function.
    select f.name || ' (' || r.name || ' may call it)' from functions as f, roles as r
    where not f.is_trigger and has_function_privilege(r.oid, f.oid, 'execute')
  )
  select jsonb_build_object(
    'version', version(),
    'objects', (select coalesce(jsonb_agg(o.item order by o.item), '[]') from objects as o),
    'open', (select coalesce(jsonb_agg(o.item order by o.item), '[]') from open as o)
  );
$$;
