-- Only our server uses the database, with the secret key. Nothing is open to the publishable key,
-- whatever a project grants by default. `npx jest __tests__/contract` names what is missing here.
do $$
declare
  item record;
begin
  for item in
    select format('table public.%I', name) as name, 'select, insert, update, delete' as rights
    from unnest(array[
      'alerts', 'call_days', 'call_switch', 'calls', 'decisionMakers', 'funnel', 'funnel_counts',
      'rate_limits', 'retention', 'strategy_sessions'
    ]) as name
    union all
    select format('function public.%I', name), 'execute' from unnest(array[
      'alert_prospect', 'check_write', 'claim_alert', 'claim_jobs', 'complete_prospect',
      'count_event', 'database_report', 'end_call', 'find_prospect', 'mailbox_of', 'purge_expired',
      'read_funnel', 'record_prospect_call', 'record_prospect_input', 'settle_alert', 'settle_call',
      'strategy_sessions_refuse', 'strategy_sessions_write_alerts', 'take_call', 'take_rate_limits',
      'tend_alerts', 'weekly_summary', 'write_alert'
    ]) as name
  loop
    execute format('revoke all on %s from public, anon, authenticated', item.name);
    execute format('grant %s on %s to service_role', item.rights, item.name);
  end loop;
end;
$$;
