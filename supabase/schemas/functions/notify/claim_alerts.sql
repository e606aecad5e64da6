-- Claims up to `most` due alerts that one of `channels` lacks. `address` is the visitor's. A claimed
-- alert is due again after five minutes, doubled at each attempt, up to an hour: its receiver may
-- have it although nobody said so. `retry_alert` is for one that was surely not taken.
create or replace function public.claim_alerts(channels text[], most integer)
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
    due_at = now() + least(interval '5 minutes' * 2 ^ least(a.attempts, 4), interval '1 hour')
  from due
  where a.id = due.id
  returning a.id, a.kind, a.subject, a.facts, due.missing, (
    select s.email from public.strategy_sessions as s
    where a.kind = 'acknowledgement' and s.id = a.subject
  );
$$;

comment on function public.claim_alerts(text[], integer) is
  'Claims due alerts for one caller; others cannot claim them until they are due again.';

revoke all on function public.claim_alerts(text[], integer) from public, anon, authenticated;
grant execute on function public.claim_alerts(text[], integer) to service_role;
