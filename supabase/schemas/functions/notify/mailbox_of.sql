-- Removes a tag (eva+x@…), and dots at Google, which alone ignores them.
create or replace function public.mailbox_of(email text) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when m.domain in ('gmail.com', 'googlemail.com') then replace(m.name, '.', '') || '@gmail.com'
    else m.name || '@' || m.domain
  end
  from (
    select split_part(split_part(lower(email), '@', 1), '+', 1) as name,
      split_part(lower(email), '@', 2) as domain
  ) as m;
$$;

comment on function public.mailbox_of(text) is
  'The mailbox behind an address: without a tag, and without dots where Google delivers it.';

revoke all on function public.mailbox_of(text) from public, anon, authenticated;
grant execute on function public.mailbox_of(text) to service_role;
