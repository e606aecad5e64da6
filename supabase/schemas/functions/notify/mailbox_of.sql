-- The mailbox behind an address: without a tag (eva+x@…), and without dots at Google, which alone
-- ignores them.
create or replace function public.mailbox_of(email text) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when email ~ '@(gmail|googlemail)\.com$'
      then regexp_replace(split_part(email, '@', 1), '\.|\+.*', '', 'g') || '@gmail.com'
    else regexp_replace(email, '\+[^@]*', '')
  end;
$$;
