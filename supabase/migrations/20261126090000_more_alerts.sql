-- Two more kinds of alerts: pages or handlers that keep failing (site-failing), and open requests
-- that are about to be deleted (expiring).
alter table public.alerts
  drop constraint alerts_kind_known,
  add constraint alerts_kind_known check (
    kind in (
      'request', 'overdue', 'expiring', 'calls-failing', 'calls-budget', 'site-failing',
      'acknowledgement'
    )
  );

comment on column public.alerts.kind is
  'What it tells; acknowledgement goes to the visitor, all other kinds to ops.';
