-- Only our server uses the database, with the secret key. Nothing is open to the publishable key,
-- whatever a project grants by default. `npx jest __tests__/contract` names what is missing here.
do $$
declare
  name text;
begin
  foreach name in array array[
    'alerts', 'call_days', 'call_switch', 'calls', 'decisionMakers', 'funnel_counts', 'rate_limits',
    'retention', 'strategy_sessions'
  ] loop
    execute format('revoke all on table public.%I from public, anon, authenticated', name);
    execute format('grant select, insert, update, delete on table public.%I to service_role', name);
  end loop;

  revoke all on table public.funnel from public, anon, authenticated;
  grant select on table public.funnel to service_role;

  foreach name in array array[
    'alert_prospect', 'check_write', 'claim_alert', 'claim_jobs', 'complete_prospect', 'count_event',
    'database_report', 'end_call', 'find_prospect', 'mailbox_of', 'purge_expired', 'read_funnel',
    'record_prospect_call', 'record_prospect_input', 'settle_alert', 'settle_call',
    'strategy_sessions_refuse', 'strategy_sessions_write_alerts', 'take_call', 'take_rate_limits',
    'tend_alerts', 'told_at', 'weekly_summary', 'write_alert'
  ] loop
    execute format('revoke all on function public.%I from public, anon, authenticated', name);
    execute format('grant execute on function public.%I to service_role', name);
  end loop;
end;
$$;
