-- Finds the prospect of a link to an assistant: by its `code`, by `contact_name` and `company_name`,
-- or as the only one of the assistant, unless the link names someone else. Without a link there is
-- none. Signs at the end of a name don't count: they may have been added to the link, or lost.
create or replace function public.find_prospect(assistant_id text, link jsonb)
returns setof public."decisionMakers"
language sql
stable
set search_path = ''
as $$
  select d.*
  from public."decisionMakers" as d, lateral (
    select rtrim(d.contact_name, signs), rtrim(d.company_name, signs),
      rtrim($2 ->> 'contact_name', signs), rtrim($2 ->> 'company_name', signs)
    from (values (' .,;:!?=*|)>]}"”“»')) as ends(signs)
  ) as known(name, company, linked_name, linked_company)
  where d.vapi_assistant_id = $1 and case
    when $2 is null then false
    when $2 ? 'code' then d.code = $2 ->> 'code'
    when (name, company) is not distinct from (linked_name, linked_company) then true
    else coalesce(name = linked_name, true) and coalesce(company = linked_company, true)
      and not exists (
        select from public."decisionMakers" as other
        where other.vapi_assistant_id = $1 and other.id <> d.id
      )
  end
  order by (d.contact_name, d.company_name)
    is not distinct from ($2 ->> 'contact_name', $2 ->> 'company_name') desc, d.id
  limit 1;
$$;
