-- Counts a request for each of `takes`, an array of {key, points, seconds, retry}, which allows
-- `points` requests per `seconds`. `retry` (or null) identifies a submission, which may be repeated
-- four times within ten minutes without being counted.
create or replace function public.take_rate_limits(takes jsonb) returns integer
language plpgsql
set search_path = ''
as $$
declare
  take record;
  used record;
begin
  -- Always in the same order, so that two requests never wait for each other.
  for take in
    select t.key, t.points, t.seconds, t.retry
    from jsonb_to_recordset(takes) as t(key text, points integer, seconds integer, retry text)
    order by t.key
  loop
    update public.rate_limits as seen set hits = seen.hits + 1
    where seen.key = take.retry and seen.expires_at > now() and seen.hits < 5;
    continue when found;

    delete from public.rate_limits as old where old.key = take.key and old.expires_at <= now();
    insert into public.rate_limits as counter (key, hits, expires_at)
    values (take.key, 1, now() + make_interval(secs => take.seconds))
    on conflict (key) do update set hits = counter.hits + 1
    returning counter.hits, counter.expires_at into used;

    if used.hits > take.points then
      -- A later transaction may have opened the counter.
      return least(take.seconds, ceil(extract(epoch from used.expires_at - now())));
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
    where over.expires_at <= now() limit 100 for update skip locked
  );
  return 0;
end;
$$;
