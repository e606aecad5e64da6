-- Examples for local use only; `npm run local -- --reset` loads them.

insert into public.strategy_sessions (service_type, email, message, created_at, handled_at) values
  ('crm-integrations', 'dana.whitfield@example.com',
   'We copy leads from our inbox into the CRM by hand. Can that stop?',
   now() - interval '2 days', now() - interval '1 day'),
  ('appointment-scheduling', 'office@example.org', null, now() - interval '3 hours', null);

insert into public."decisionMakers" (vapi_assistant_id, contact_name, company_name) values
  ('demo-cs', 'Jan Novák', 'Novák s.r.o.');
