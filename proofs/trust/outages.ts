import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Processes } from '../../local/processes';
import { startSupabaseLite } from '../../local/supabase-lite';
import { connect } from '@/lib/server/supabase';
import { filled, inParallel, post, send } from './client';
import { startFaultProxy } from './fault-proxy';
import { proveGuardAlone } from './limits';
import { figure } from './report';
import { until } from '../until';
import { pause } from './pace';
import { ownPort, type Site, type World } from './world';

/** The server's own log lines with these words in them. */
const logged = (site: Site, ...words: string[]) =>
  site
    .log()
    .split('\n')
    .filter((text) => words.every((word) => text.includes(word)))
    .map((text) => JSON.parse(text) as { ms: number });

/** A call to the database has four seconds, at most two more tries, and all of them together eight seconds. */
export async function proveTimeouts(world: World): Promise<void> {
  const line = await startFaultProxy(world.database.url);
  const site = await world.start({ SUPABASE_URL: line.url });
  // Enough calls that went well keep the circuit closed.
  await inParallel(40, 10, () => post(world, site.url));
  line.tries.clear();
  Object.assign(line, { share: 1, fault: '503' });
  const refused = await post(world, site.url);
  const tries = Math.max(...line.tries.values());
  figure(
    'a database that answers 503: tries of a call, answer',
    '3 (≤ 2 retries), 503',
    `${tries}, ${refused.status}`,
    tries === 3 && refused.status === 503,
  );

  Object.assign(line, { share: 0 });
  await inParallel(40, 10, () => post(world, site.url));
  Object.assign(line, { share: 1, fault: 'black hole' });
  const answered = () => logged(site, '"status":503', '"route":"/api/contact"');
  const { length } = answered();
  const { status } = await post(world, site.url);
  await until(() => answered().length > length, 'the log line of the last answer');
  const calls = logged(site, '"failure":"timeout"').map(({ ms }) => ms);
  const whole = answered().at(-1)?.ms ?? Infinity;
  const longest = Math.max(...calls);
  // A timer never comes early; by how much it comes late is the machine's affair, but less than another try takes.
  figure(
    'a database that never answers: longest call, all of them together, answer',
    '4 s (< 6), 8 s (< 10), 503',
    `${longest / 1000} s, ${whole / 1000} s, ${status}`,
    longest >= 3900 && longest < 6000 && whole < 10_000 && status === 503,
  );
  await site.terminate();
  line.close();
}

/**
 * With its database away the server asks it no more, shows its pages, and recovers by itself.
 *
 * @param timed whether the time of an answer is judged as well, which only says something on a quiet machine
 */
export async function proveBreaker(world: World, timed: boolean): Promise<void> {
  const line = await startFaultProxy(world.database.url);
  const site = await world.start({ SUPABASE_URL: line.url });
  await post(world, site.url);
  line.away = true;
  for (let n = 0; n < 3; n += 1) await post(world, site.url);
  const p95 = (times: number[]) =>
    times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
  const refused = () => logged(site, '"status":503', '"route":"/api/contact"').map(({ ms }) => ms);
  let inside = Infinity;
  let all503 = true;
  const calls = line.arrivals;
  // Other work on this machine only ever adds to the time: the best of five rounds counts.
  for (let round = 0; round < (timed ? 5 : 1) && inside > 20; round += 1) {
    const { length } = refused();
    const answers = [];
    for (let n = 0; n < 60; n += 1) answers.push(await post(world, site.url));
    await until(() => refused().length >= length + 60, 'the log lines of 60 answers');
    // By the server's own clock: at the client its own turn of the processor counts, too.
    inside = Math.min(inside, p95(refused().slice(length)));
    all503 &&= answers.every(({ status }) => status === 503);
  }
  const asked = line.arrivals - calls;
  // Now and then the circuit lets one call through, to see whether the database is back.
  figure(
    'answers 503 while the circuit is open, calls to the database meanwhile',
    '60, ≤ 12',
    `${all503 ? 60 : 'not all'}, ${asked}`,
    all503 && asked <= 12,
  );
  if (timed) {
    const reached = `${inside} ms`;
    figure('… p95 of an answer in the server', '≤ 20 ms', reached, inside <= 20);
  }
  const page = await send(`${site.url}/`, 'GET', {});
  const live = await send(`${site.url}/api/health`, 'GET', {});
  const ready = await send(`${site.url}/api/health?ready`, 'GET', {});
  const seen = [page, live, ready].map(({ status }) => status).join(' ');
  figure('… page, health, readiness meanwhile', '200 200 503', seen, seen === '200 200 503');
  await proveGuardAlone(world, site);

  line.away = false;
  const back = Date.now();
  await until(
    async () => (await post(world, site.url)).status === 201,
    'storing again once the database is back',
  );
  const seconds = (Date.now() - back) / 1000;
  figure(
    '… stores again by itself after',
    timed ? '≤ 15 s' : 'some seconds',
    `${seconds.toFixed(1)} s`,
    !timed || seconds <= 15,
  );
  await site.terminate();
  line.close();
}

/** A host ends the server while requests are on their way: none of them fails. */
export async function proveSigterm(world: World): Promise<void> {
  const line = await startFaultProxy(world.database.url);
  const site = await world.start({ SUPABASE_URL: line.url });
  await inParallel(20, 20, () => post(world, site.url));
  let release = () => {};
  line.held = new Promise((resolve) => (release = resolve));
  line.tries.clear();
  const pending = Array.from({ length: 60 }, () => post(world, site.url));
  // A request whose look-up has come is in the server's hands, not in the system's queue.
  const taken = () => line.tries.get('GET /rest/v1/strategy_sessions') ?? 0;
  await until(() => taken() >= pending.length, 'the arrival of every request');
  process.kill(site.pid, 'SIGTERM');
  release();
  const statuses = (await Promise.all(pending)).map(({ status }) => status);
  const failed = statuses.filter((status) => status !== 201).length;
  if (failed) console.log(`  statuses: ${[...new Set(statuses)].join(', ')}`);
  await site.terminate();
  figure(
    'SIGTERM under load: in-flight requests that failed',
    '0 of 60',
    `${failed} of ${pending.length}`,
    failed === 0,
  );
  line.close();
}

/** The embedded database is killed while rows are written: what was acknowledged is there afterwards. */
export async function proveKill(world: World): Promise<void> {
  const dataDir = join(world.dataDir, 'lite');
  mkdirSync(dataDir, { recursive: true });
  const processes = new Processes();
  const lite = await startSupabaseLite(processes, {
    dataDir,
    firstPort: await ownPort(),
    taken: [],
  });
  const site = await world.start({
    SUPABASE_URL: lite.url,
    SUPABASE_SECRET_KEY: lite.secretKey,
  });
  const acknowledged: string[] = [];
  let writing = true;
  const writer = async () => {
    while (writing) {
      const form = filled();
      const { status } = await post(world, site.url, form);
      if (status === 201) acknowledged.push(form.email);
      await pause(10);
    }
  };
  const writers = Array.from({ length: 8 }, writer);
  await until(() => acknowledged.length >= 60, 'the acknowledgement of 60 rows');
  const before = acknowledged.length;
  await lite.restart();
  writing = false;
  await Promise.all(writers);
  // A database that has just come back may be slow to answer.
  let stored = new Set<string>();
  await until(async () => {
    const { data } = await connect(lite.url, lite.secretKey)
      .from('strategy_sessions')
      .select('email')
      .limit(1000);
    stored = new Set(data?.map(({ email }) => email));
    return data !== null;
  }, 'an answer of the restarted database');
  const missing = acknowledged.filter((email) => !stored.has(email)).length;
  figure(
    'kill -9 of the embedded database: acknowledged rows missing',
    '0 of ≥ 50',
    `${missing} of ${acknowledged.length}`,
    missing === 0 && before >= 50,
  );
  await site.terminate();
  await processes.stop();
}
