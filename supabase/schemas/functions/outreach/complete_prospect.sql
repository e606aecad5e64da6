-- Writes what ops may have pasted as links have it: a UUID and a code in small letters, no empty name.
-- Makes up a missing or unusable code of the short link: 10 of 31 characters that no one confuses.
create or replace function public.complete_prospect() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.vapi_assistant_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    new.vapi_assistant_id := lower(new.vapi_assistant_id);
  end if;
  new.contact_name := nullif(btrim(new.contact_name), '');
  new.company_name := nullif(btrim(new.company_name), '');
  new.code := coalesce(substring(lower(btrim(new.code)) from '^[a-z0-9]{10}$'), (
    -- The other bytes of a UUID are not all random.
    select string_agg(substr('23456789abcdefghjkmnpqrstuvwxyz', 1 + get_byte(b, i) % 31, 1), '')
    from uuid_send(gen_random_uuid()) as b, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) as i
  ));
  return new;
end;
$$;

create or replace trigger "decisionMakers_complete"
  before insert or update on public."decisionMakers"
  for each row execute function public.complete_prospect();
