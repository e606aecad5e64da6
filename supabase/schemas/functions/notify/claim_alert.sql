-- Claims the next due alert that one of `channels` lacks. `address` is the visitor's. `settle_alert`
-- notes what became of it.
create or replace function public.claim_alert(channels text[])
returns table (
  id uuid, kind text, subject uuid, facts jsonb, missing text[], address text
)
language sql
set search_path = ''
as $$
  with due as (
    select a.id, m.missing, s.email
    from public.alerts as a
    left join public.strategy_sessions as s on s.id = a.subject and a.kind = 'acknowledgement'
    cross join lateral (
      select array(
        select c from unnest(channels) as c
        where (c = 'visitor') = (a.kind = 'acknowledgement') and c <> all (a.sent)
      ) as missing
    ) as m
    where a.due_at <= now()
      and m.missing <> '{}'
      and a.created_at > now() - interval '3 days'
      and (a.kind <> 'suspected' or exists (
        select from public.strategy_sessions as o where o.suspected_spam and o.handled_at is null
      ))
      -- An erased request has no address.
      and (a.kind <> 'acknowledgement'
        or a.created_at > now() - interval '6 hours' and s.email is not null)
    -- New alerts must not wait for those that cannot be sent.
    order by a.attempts, a.due_at
    limit 1
    for update of a skip locked
  )
  update public.alerts as a set
    attempts = a.attempts + 1,
    facts = case a.kind
      when 'suspected' then (
        select jsonb_build_object('count', count(*), 'counted_at', now())
        from public.strategy_sessions as s
        where s.suspected_spam and s.handled_at is null
      )
      else a.facts
    end,
    -- A visitor rather gets no mail than two.
    sent = case a.kind when 'acknowledgement' then '{visitor}' else a.sent end,
    -- Its receiver may have it although nobody said so.
    due_at = now() + least(interval '5 minutes' * 2 ^ least(a.attempts, 4), interval '1 hour')
  from due
  where a.id = due.id
  returning a.id, a.kind, a.subject, a.facts, due.missing, due.email;
$$;
