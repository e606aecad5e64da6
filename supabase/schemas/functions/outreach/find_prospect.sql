-- Finds the prospect of a link to an assistant: by its `code`, as the only one of the assistant, or
-- by `contact_name` and `company_name`. Without a link there is none.
create or replace function public.find_prospect(assistant_id text, link jsonb)
returns table (id uuid, contact_name text, company_name text, variables jsonb)
language sql
stable
set search_path = ''
as $$
  select d.id, d.contact_name, d.company_name, d.variables
  from public."decisionMakers" as d
  where d.vapi_assistant_id = $1 and case
    when $2 is null then false
    when $2 ? 'code' then d.code = $2 ->> 'code'
    when (d.contact_name, d.company_name)
      is not distinct from ($2 ->> 'contact_name', $2 ->> 'company_name') then true
    else not exists (
      select from public."decisionMakers" as other
      where other.vapi_assistant_id = $1 and other.id <> d.id
    )
  end;
$$;
