// `npm run test:trust`: attacks the production build on a real database, and prints one table of what was
// asked and what was reached. `--full` takes the long numbers, `--only name,name` some of the proofs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { whyNoPostgres } from '../databases/databases';
import { proveBodyCap, proveMemory, proveRawSockets, proveSlowHeaders } from './bodies';
import { proveFaults } from './faults';
import { proveFuzz } from './fuzz';
import { flood, proveLimits } from './limits';
import { proveMatrix } from './matrix';
import { proveBreaker, proveKill, proveSigterm, proveTimeouts } from './outages';
import { figure, printTable } from './report';
import { plantCanaries, proveSecrecy } from './secrecy';
import { ADDRESS_HEADER, type Site, startWorld, type World } from './world';
import { raceAtTheEdge } from './writers';

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
/** `stored` is a share in percent. */
const size = values.full
  ? {
      cases: 100_000,
      posts: 200,
      flood: 20_000,
      paced: 500,
      submissions: 10_000,
      stored: 99,
      rounds: 1000,
    }
  : { cases: 3000, posts: 50, flood: 1500, paced: 100, submissions: 400, stored: 95, rounds: 10 };

const missing = whyNoPostgres();
if (missing) {
  console.error(`The proofs need real PostgreSQL: ${missing}`);
  process.exit(1);
}

mkdirSync('.data', { recursive: true });
const started = Date.now();
const world = await startWorld(mkdtempSync(join('.data', 'trust-')));
// For the proofs that call the handlers in this process.
Object.assign(process.env, {
  SITE_URL: world.origin,
  SUPABASE_URL: world.database.url,
  SUPABASE_SECRET_KEY: world.database.secretKey,
  TRUSTED_IP_HEADER: ADDRESS_HEADER,
});
// Their log lines are not this command's output.
const say = console.log;
console.log = (...args: unknown[]) => {
  if (!String(args[0]).startsWith('{"level"')) say(...args);
};

/** How long each proof took. */
const took: string[] = [];
const seconds = (since: number) => Math.round((Date.now() - since) / 1000);
try {
  const sites: [Site, Site] = [await world.start(), await world.start()];
  took.push(`start ${seconds(started)}`);
  await prove(world, sites);
} finally {
  await world.stop();
  rmSync(world.dataDir, { recursive: true, force: true });
}
const result = printTable();
console.log('The same canaries in a browser: e2e/canary/canary.spec.ts.');
console.log(`${values.full ? 'Full' : 'Short'} form, ${seconds(started)} s: ${took.join(', ')}.`);
if (values.json) writeFileSync(values.json, JSON.stringify(result));
process.exit(result.failed > 0 ? 1 : 0);

async function prove(on: World, sites: [Site, Site]): Promise<void> {
  const [site, other] = sites;
  await run('memory', () => proveMemory(on, site, size.posts));
  // These wait more than they work: they run beside the rest.
  const longest = values.full
    ? run('slow headers', () => proveSlowHeaders(on, other))
    : Promise.resolve();
  const beside = [
    run('bodies', () => proveBodyCap(on, other)),
    run('timeouts', () => proveTimeouts(on)),
  ];
  if (values.full) await run('sockets', () => proveRawSockets(on, site));
  await run('matrix', () => proveMatrix(on, site));
  await run('limits', () => proveLimits(on, sites, size));
  await Promise.all(beside);
  // One works and the other waits.
  await Promise.all([
    run('fuzz', () => proveFuzz(on, size.cases)),
    run('faults', () => proveFaults(on, size)),
  ]);
  await run('breaker', () => proveBreaker(on, values.full));
  await run('sigterm', () => proveSigterm(on));
  if (values.full) await run('kill', () => proveKill(on));
  await run('writers', async () => {
    const pairs = await raceAtTheEdge(on, size.rounds);
    const rounds = `${size.rounds} rounds${values.full ? '' : ' (full form: 1000)'}`;
    const what = `64 writers × ${rounds} at the edge of five minutes, duplicates`;
    figure(what, '0', `${pairs}`, pairs === 0);
  });
  await longest;
  await run('canary', async () => {
    await plantCanaries(on, site);
    proveSecrecy(on);
  });
  await run('planted', () => plantRegressions(on, sites));
}

/** One proof, unless others are asked for; one that breaks off counts as missed. */
async function run(name: string, proof: () => Promise<void>): Promise<void> {
  if (values.only && !values.only.split(',').includes(name)) return;
  const began = Date.now();
  try {
    await proof();
  } catch (error) {
    console.error(error);
    figure(name, 'to run', 'did not', false);
  }
  took.push(`${name} ${seconds(began)}`);
}

/** Takes two protections away and looks whether the figures above would have shown it. */
async function plantRegressions(on: World, sites: [Site, Site]): Promise<void> {
  await on.database.sql('alter table public.strategy_sessions disable trigger user');
  const pairs = await raceAtTheEdge(on, 2);
  figure('planted: without the trigger, duplicates', '> 0 (red)', `${pairs}`, pairs > 0);
  await on.database.sql('alter table public.strategy_sessions enable trigger user');

  await on.database.sql(`create or replace function public.take_rate_limits(takes jsonb)
    returns integer language sql as 'select 0'`);
  const { passed } = await flood(on, sites, 'f100:2', 400);
  figure('planted: without the shared limit, let through', '> 20 (red)', `${passed}`, passed > 20);
}
