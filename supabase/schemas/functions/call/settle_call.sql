-- Stores what became of a counted call. Returns whether the visitor has left. `fate`:
-- `created`, with how to reach it; `refused` by the provider; `unknown`, whether it exists;
-- `missing` in a list of the provider's; `over`, with length and cost if they are known.
create or replace function public.settle_call(
  id text, fate text, call_id text default null, control_url text default null,
  seconds integer default null, cost numeric default null
) returns boolean
language sql
set search_path = ''
as $$
  with known as (
    select c.*, case
      when fate = 'over' then 'over'
      when c.state in ('refused', 'over') then c.state
      when fate <> 'missing' then fate
      when c.state in ('taken', 'unknown') then 'missing'
      -- The second time, it does not exist. The list was asked for a few seconds ago.
      when c.state = 'missing' and c.created_at < now() - interval '75 seconds' then 'refused'
      else c.state
    end as becomes
    from public.calls as c where c.id = $1 and c.state <> 'early' for update
  ),
  counted (state) as (values ('taken'), ('created'), ('over')),
  summed as (
    update public.call_days as d set
      calls = d.calls + (k.becomes in (select state from counted))::integer
        - (k.state in (select state from counted))::integer,
      seconds = d.seconds + greatest($5 - coalesce(k.seconds, 0), 0),
      cost = d.cost + greatest($6 - coalesce(k.cost, 0), 0)
    from known as k
    where d.day = (k.created_at at time zone 'UTC')::date and d.personal = k.personal
  ),
  renewed as (
    update public."decisionMakers" as d set renewed_at = now()
    from known as k where d.id = k.prospect_id and k.becomes = 'created' and fate = 'created'
  ),
  settled as (
    update public.calls as c set
      state = k.becomes,
      call_id = case when k.becomes not in ('refused', 'over') then coalesce($3, c.call_id) end,
      control_url = case
        when k.becomes not in ('refused', 'over') then coalesce($4, c.control_url)
      end,
      -- A fuller report completes an earlier one.
      seconds = greatest(c.seconds, $5),
      cost = greatest(c.cost, $6)
    from known as k
    where c.id = k.id
    returning c.left_at
  )
  select exists (select from settled as s where s.left_at is not null);
$$;
