import { createServer } from 'node:http';
import { getEnv } from '@/lib/server/env';
import { examine, listChecks, type Result } from '@/scripts/ops/doctor/examine';
import { listen } from '../../local/ports';
import { databaseFaults } from './database-faults';
import { plantFault } from './fault';
import { providerFaults } from './provider-faults';
import { siteFaults } from './site-faults';
import { startWorld, type World } from './world';

const faults = [...databaseFaults, ...providerFaults, ...siteFaults];

type State = { state: Result['state']; because?: string };

let world: World;
let healthyStates: Map<string, State>;

beforeAll(async () => {
  world = await startWorld();
  // The code that sends alerts reads the settings of this process.
  Object.assign(process.env, world.settings);
  healthyStates = readStates(await runDoctor());
}, 120_000);
afterAll(() => world?.stop());

const runDoctor = (settings: Record<string, string | undefined> = {}, shouldCall = false) =>
  examine({ NODE_ENV: 'production', ...world.settings, ...settings }, { shouldCall });

const readStates = (results: readonly Result[]) =>
  new Map<string, State>(
    results.map(({ name, state, because }) => [name, because ? { state, because } : { state }]),
  );

/** Finds all checks that need this one, directly or through others. */
function findDependants(name: string, shouldCall: boolean): Set<string> {
  const found = new Set([name]);
  for (const check of listChecks(process.env, { shouldCall })) {
    if (check.needs.some((need) => found.has(need))) found.add(check.name);
  }
  found.delete(name);
  return found;
}

function expectNoSecrets(results: readonly Result[], settings: object = {}) {
  const output = JSON.stringify(results);
  const secrets = Object.entries({ ...world.settings, ...settings }).flatMap(([name, value]) =>
    value && /KEY|HOOK/.test(name) ? [value] : [],
  );
  expect(secrets.length).toBeGreaterThanOrEqual(3);
  for (const secret of secrets) expect(output).not.toContain(secret);
}

async function expectNothingStored() {
  for (const table of ['strategy_sessions', '"decisionMakers"', 'rate_limits', 'alerts']) {
    expect(await world.database.runSql(`select * from public.${table}`)).toEqual([]);
  }
}

test('a healthy deployment passes and is left unchanged', async () => {
  world.alerts.received.length = 0;
  const results = await runDoctor({}, true);
  const unusual = results
    // What `leftovers` finds depends on the owner's words.
    .filter(({ name, state }) => state !== 'ok' && name !== 'leftovers')
    .map(({ name, seen }) => [name, seen]);
  expect(unusual).toEqual([]);
  expectNoSecrets(results);

  await expectNothingStored();
  // The call has ended, and was counted in the day's budget.
  const calls = await world.database.runSql('select state from public.calls');
  expect(calls).toEqual([{ state: 'over' }]);
  expect(world.alerts.received).toHaveLength(1);
  expect(world.alerts.received[0]).toContain('Test by npm run doctor: nothing to do.');
});

test.each(faults)('it detects that $what', async (fault) => {
  const { checkName, fails, warns, needsCall = false } = fault;
  const undo = await plantFault(fault, world);
  const settings = typeof fault.settings === 'function' ? fault.settings(world) : fault.settings;
  const results = await runDoctor(settings, needsCall).finally(undo);

  const expected = new Map(healthyStates);
  const expectFinding = (name: string, state: 'warning' | 'failed') => {
    expected.set(name, { state });
    if (state === 'warning') return;
    for (const dependant of findDependants(name, needsCall))
      expected.set(dependant, { state: 'skipped', because: name });
  };
  // The site has kept its own.
  if (settings)
    expectFinding('same settings', 'SUPABASE_SECRET_KEY' in settings ? 'failed' : 'warning');
  expectFinding(checkName, warns ? 'warning' : 'failed');
  expect(readStates(results)).toEqual(expected);
  const finding = results.find(({ name }) => name === checkName);
  const words = warns ?? fails ?? '';
  expect(finding?.seen).toEqual(
    words instanceof RegExp ? expect.stringMatching(words) : expect.stringContaining(words),
  );
  expect(finding?.todo).toMatch(/[.;)?]$/);
  expectNoSecrets(results, settings);
});

test('each check detects at least one of the faults', () => {
  const found = new Set(faults.map((fault) => fault.checkName));
  const others = listChecks(process.env, { shouldCall: true }).filter(
    ({ name }) => !found.has(name),
  );
  // Its test is in __tests__/scripts/ops/doctor.
  expect(others.map(({ name }) => name)).toEqual(['leftovers']);
});

test('the deployment is healthy and unchanged after all faults', async () => {
  expect(readStates(await runDoctor())).toEqual(healthyStates);
  await expectNothingStored();
});

// This test takes five seconds.
if (process.env.FULL)
  test('it ends in time when no service answers', async () => {
    const silent = createServer(() => undefined);
    const nowhere = `http://127.0.0.1:${await listen(silent)}`;
    Object.assign(getEnv(), { ALERT_WEBHOOK_URL: nowhere });
    const startedAt = Date.now();
    const addresses = { SITE_URL: nowhere, SUPABASE_URL: nowhere, VAPI_API_URL: nowhere };
    const results = await runDoctor(addresses);
    expect(Date.now() - startedAt).toBeLessThan(28_000);
    Object.assign(getEnv(), { ALERT_WEBHOOK_URL: world.alerts.url });
    silent.closeAllConnections();
    silent.close();

    const failed = results.filter(({ state }) => state === 'failed');
    expect(failed.map(({ name }) => name)).toEqual(['database', 'site', 'alerts']);
    for (const { seen } of failed) expect(seen).toMatch(/timeout|no answer/);
  });
