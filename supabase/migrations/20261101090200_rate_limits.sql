-- Several instances of the site share these counters of the rate limits. The table is unlogged,
-- because counters need not survive a crash.
create unlogged table public.rate_limits (
  key text primary key,
  hits integer not null,
  expires_at timestamptz not null
);

create index rate_limits_expires_at on public.rate_limits (expires_at);

comment on table public.rate_limits is
  'Counters of the rate limits. Safe to empty at any time: all counts start again.';
comment on column public.rate_limits.key is
  'Keyed hash of the rule and of the network or e-mail address it counts; not reversible '
  'without the server-side key.';
comment on column public.rate_limits.hits is 'How often it was counted since the row began.';
comment on column public.rate_limits.expires_at is
  'When counting starts again; the row is deleted afterwards.';

-- Counts a request for each of `takes`, an array of {key, points, seconds, retry}, which allows
-- `points` requests per `seconds`. `retry` (or null) identifies a submission, which may be repeated
-- four times within ten minutes without being counted.
create function public.take_rate_limits(takes jsonb) returns integer
language plpgsql
set search_path = ''
as $$
declare
  take record;
  used record;
  seconds_to_wait integer := 0;
begin
  for take in
    select t.key, t.points, t.seconds, t.retry
    from jsonb_to_recordset(takes) as t(key text, points integer, seconds integer, retry text)
    order by t.key
  loop
    if take.retry is not null then
      update public.rate_limits as seen set hits = seen.hits + 1
      where seen.key = take.retry and seen.expires_at > now() and seen.hits < 5;
      continue when found;
    end if;

    insert into public.rate_limits as counter (key, hits, expires_at)
    values (take.key, 1, now() + make_interval(secs => take.seconds))
    on conflict (key) do update set
      hits = case
        when counter.expires_at <= now() then 1
        else least(counter.hits, take.points) + 1
      end,
      expires_at = case
        when counter.expires_at <= now() then excluded.expires_at
        else counter.expires_at
      end
    returning counter.hits, counter.expires_at into used;

    if used.hits > take.points then
      seconds_to_wait := greatest(1, ceil(extract(epoch from used.expires_at - now()))::integer);
      exit;
    end if;
    if take.retry is not null then
      insert into public.rate_limits as seen (key, hits, expires_at)
      values (take.retry, 1, now() + interval '10 minutes')
      on conflict (key) do update set hits = 1, expires_at = excluded.expires_at;
    end if;
  end loop;

  delete from public.rate_limits where key in (
    select over.key from public.rate_limits as over
    where over.expires_at <= now()
    order by over.expires_at
    limit 100
    for update skip locked
  );
  return seconds_to_wait;
end;
$$;

comment on function public.take_rate_limits(jsonb) is
  'Counts a request against rate limits; returns the seconds to wait, 0 when it may pass.';

alter table public.rate_limits enable row level security;
alter table public.rate_limits force row level security;
revoke all on table public.rate_limits from public, anon, authenticated;
grant select, insert, update, delete on table public.rate_limits to service_role;
revoke all on function public.take_rate_limits(jsonb) from public, anon, authenticated;
grant execute on function public.take_rate_limits(jsonb) to service_role;
