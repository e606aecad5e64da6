-- Limits the wait to the limit's own time. It could be a second longer, because now() is the start
-- of a transaction, and a request may start before the one that opened the counter.
create or replace function public.take_rate_limits(takes jsonb) returns integer
language plpgsql
set search_path = ''
as $$
declare
  take record;
  used record;
  seconds_to_wait integer := 0;
begin
  -- Always in the same order, so that two requests never wait for each other.
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
      -- Never more than one above the limit: a flood cannot make the number overflow.
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
      seconds_to_wait := least(
        take.seconds,
        greatest(1, ceil(extract(epoch from used.expires_at - now()))::integer)
      );
      exit;
    end if;
    if take.retry is not null then
      insert into public.rate_limits as seen (key, hits, expires_at)
      values (take.retry, 1, now() + interval '10 minutes')
      on conflict (key) do update set hits = 1, expires_at = excluded.expires_at;
    end if;
  end loop;

  -- A little at a time, last, and never waiting for a row that another request holds.
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
