-- An outbox of alerts, which are written in the transaction of their cause. The site sends them
-- (lib/server/notify/alerts.ts) to the operator by `webhook` and `mail`, and to the `visitor`.

create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject uuid,
  facts jsonb not null default '{}',
  dedupe text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  sent text[] not null default '{}',
  constraint alerts_kind_known check (
    kind in (
      'request', 'overdue', 'expiring', 'calls-failing', 'calls-budget', 'site-failing',
      'acknowledgement'
    )
  ),
  constraint alerts_dedupe_unique unique (dedupe)
);

create index alerts_created_at on public.alerts (created_at);

comment on table public.alerts is
  'Alerts of the last 30 days. No personal data. Safe to empty: unsent alerts are dropped.';
comment on column public.alerts.id is 'Sent with the message; stays the same when it is sent again.';
comment on column public.alerts.kind is
  'Kind of alert; an acknowledgement goes to the visitor, all other kinds to the operator.';
comment on column public.alerts.subject is
  'The id of the request it is about; null for other kinds.';
comment on column public.alerts.facts is
  'The values in its message: the service, counts, codes of failures.';
comment on column public.alerts.dedupe is
  'Deduplication key: a second alert with the same key is ignored.';
comment on column public.alerts.created_at is
  'When it was written. It is sent for three days at most, an acknowledgement for six hours.';
comment on column public.alerts.due_at is 'When it may be sent, or sent again.';
comment on column public.alerts.attempts is 'Number of delivery attempts.';
comment on column public.alerts.sent is 'The channels that it was delivered to.';

-- Writes an alert, unless it was written before. Never throws: its cause has to be stored anyway.
create function public.write_alert(kind text, subject uuid, facts jsonb, dedupe text) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.alerts (kind, subject, facts, dedupe) values ($1, $2, $3, $4)
  on conflict on constraint alerts_dedupe_unique do nothing;
exception when others then
  raise warning 'alert not written: % %', $1, sqlstate;
end;
$$;

comment on function public.write_alert(text, uuid, jsonb, text) is
  'Writes an alert, unless one with the same dedupe was written before. Never throws.';

-- Removes a tag (eva+x@…), and dots at Google, which alone ignores them.
create function public.mailbox_of(email text) returns text
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

-- Limits acknowledgements to one a day for a mailbox and 60 an hour in all, because visitors can
-- enter any address. Locks the mailbox until the transaction ends; false if it is locked already.
create function public.may_acknowledge(email text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  mailbox text := public.mailbox_of($1);
begin
  -- A mail program could read other addresses as several, or as a route.
  if $1 collate "C" !~ '^[a-z0-9_''&+.-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$' then
    return false;
  end if;
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended(mailbox, 1)) then
    return false;
  end if;
  -- A new statement sees what the last holder of the lock has written. The last
  -- acknowledgement may have waited for six of the 30 hours.
  return not exists (
    select 1
    from public.alerts as a join public.strategy_sessions as s on s.id = a.subject
    where a.kind = 'acknowledgement' and a.created_at > now() - interval '30 hours'
      and public.mailbox_of(s.email) = mailbox
  ) and (
    select count(*) < 60
    from public.alerts as a
    where a.kind = 'acknowledgement' and a.created_at > now() - interval '1 hour'
  );
end;
$$;

comment on function public.may_acknowledge(text) is
  'Whether this address may get an acknowledgement; locks its mailbox until the transaction ends.';

create function public.strategy_sessions_write_alerts() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Rows of a restored backup need no alerts.
  if new.created_at < now() - interval '1 hour' then
    return null;
  end if;
  perform public.write_alert(
    'request', new.id,
    jsonb_build_object('service', new.service_type, 'suspected_spam', new.suspected_spam),
    'request ' || new.id
  );
  begin
    if not new.suspected_spam and public.may_acknowledge(new.email) then
      perform public.write_alert('acknowledgement', new.id, '{}', 'acknowledgement ' || new.id);
    end if;
  -- The request must be stored even if its acknowledgement fails.
  exception when others then
    raise warning 'acknowledgement not written: %', sqlstate;
  end;
  return null;
end;
$$;

create trigger strategy_sessions_write_alerts
  after insert on public.strategy_sessions
  for each row execute function public.strategy_sessions_write_alerts();

create index strategy_sessions_open on public.strategy_sessions (created_at)
  where handled_at is null;

-- Writes an alert for each request that has waited for more than 20 hours, and returns the number.
-- Suspected spam is included, because a browser may have filled the honeypot.
create function public.tend_alerts() returns integer
language plpgsql
set search_path = ''
as $$
declare
  found_overdue integer;
begin
  perform public.write_alert(
    'overdue', s.id,
    jsonb_build_object('service', s.service_type, 'suspected_spam', s.suspected_spam),
    'overdue ' || s.id
  )
  from public.strategy_sessions as s
  where s.handled_at is null
    and s.created_at < now() - interval '20 hours'
    -- Older ones were reported, or waited before there were alerts.
    and s.created_at > now() - interval '7 days'
    and not exists (select 1 from public.alerts as a where a.dedupe = 'overdue ' || s.id);
  get diagnostics found_overdue = row_count;

  -- Deletes few rows at a time, without waiting for locked ones.
  delete from public.alerts where id in (
    select a.id from public.alerts as a
    where a.created_at < now() - interval '30 days'
    limit 1000
    for update skip locked
  );
  return found_overdue;
end;
$$;

comment on function public.tend_alerts() is
  'Writes alerts of overdue requests and returns how many; deletes alerts older than 30 days.';

-- Claims up to `most` due alerts that one of `channels` lacks. A claimed alert is due again after
-- a minute, doubled at each attempt, up to an hour. `address` is the visitor's.
create function public.claim_alerts(channels text[], most integer)
returns table (
  id uuid, kind text, subject uuid, facts jsonb, missing text[], address text
)
language sql
set search_path = ''
as $$
  with due as (
    select a.id, m.missing
    from public.alerts as a
    cross join lateral (
      select array(
        select c from unnest(channels) as c
        where (c = 'visitor') = (a.kind = 'acknowledgement') and c <> all (a.sent)
      ) as missing
    ) as m
    where a.due_at <= now()
      and a.created_at > now() - interval '3 days'
      and m.missing <> '{}'
      and (a.kind <> 'acknowledgement' or (
        a.created_at > now() - interval '6 hours'
        -- An erased request has no address.
        and exists (select 1 from public.strategy_sessions as s where s.id = a.subject)
      ))
    -- New alerts must not wait for those that cannot be sent.
    order by a.attempts, a.due_at
    limit most
    for update of a skip locked
  )
  update public.alerts as a set
    attempts = a.attempts + 1,
    due_at = now() + least(interval '1 minute' * 2 ^ least(a.attempts, 6), interval '1 hour')
  from due
  where a.id = due.id
  returning a.id, a.kind, a.subject, a.facts, due.missing, (
    select s.email from public.strategy_sessions as s
    where a.kind = 'acknowledgement' and s.id = a.subject
  );
$$;

comment on function public.claim_alerts(text[], integer) is
  'Claims due alerts for one caller; others cannot claim them until they are due again.';

create function public.alert_sent(id uuid, channel text) returns void
language sql
set search_path = ''
as $$
  update public.alerts as a set sent = a.sent || $2 where a.id = $1 and $2 <> all (a.sent);
$$;

comment on function public.alert_sent(uuid, text) is 'Notes that a channel has an alert.';

alter table public.alerts enable row level security;
alter table public.alerts force row level security;
revoke all on table public.alerts from public, anon, authenticated;
grant select, insert, update, delete on table public.alerts to service_role;
revoke all on function
  public.write_alert(text, uuid, jsonb, text),
  public.mailbox_of(text),
  public.may_acknowledge(text),
  public.strategy_sessions_write_alerts(),
  public.tend_alerts(),
  public.claim_alerts(text[], integer),
  public.alert_sent(uuid, text)
from public, anon, authenticated;
grant execute on function
  public.write_alert(text, uuid, jsonb, text),
  public.mailbox_of(text),
  public.may_acknowledge(text),
  public.tend_alerts(),
  public.claim_alerts(text[], integer),
  public.alert_sent(uuid, text)
to service_role;
