-- What every project granted to the API roles until 30 October 2026; what existed by then kept
-- it (https://supabase.com/changelog/45329).
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public
  grant execute on functions to anon, authenticated, service_role;
