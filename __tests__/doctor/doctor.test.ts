import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { getEnv } from '@/lib/server/env';
import { examine, listChecks, type Result } from '@/scripts/ops/doctor/examine';
import { listen } from '../../local/ports';
import { databaseFaults } from './database-faults';
import { CERTIFICATE, type AlteringProxy, startAlteringProxy } from './altering-proxy';
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
  const { SITE_URL, SUPABASE_URL, VAPI_API_URL, VAPI_CALL_MACHINE_URL, ...rest } = world.settings;
  expect([SITE_URL, SUPABASE_URL, VAPI_API_URL, VAPI_CALL_MACHINE_URL]).not.toContain(undefined);
  const secrets = Object.entries({ ...rest, ...settings }).filter(([name]) =>
    /KEY|HOOK/.test(name),
  );
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  for (const [, secret] of secrets) if (secret) expect(output).not.toContain(secret);
}

async function expectNothingStored() {
  for (const table of ['strategy_sessions', '"decisionMakers"', 'rate_limits', 'alerts']) {
    expect(await world.database.runSql(`select * from public.${table}`)).toEqual([]);
  }
}

test('a healthy deployment passes and is left unchanged', async () => {
  const results = await runDoctor({}, true);
  const unusual = results
    // What `leftovers` finds depends on the owner's words.
    .filter(({ name, state }) => state !== 'ok' && name !== 'leftovers')
    .map(({ name, seen }) => [name, seen]);
  expect(unusual).toEqual([]);
  expectNoSecrets(results);

  await expectNothingStored();
  // The call has ended, and was counted in the day's budget.
  const calls = await world.database.runSql(
    'select ended_at is not null as ended from public.calls',
  );
  expect(calls).toEqual([{ ended: true }]);
  expect(world.alerts.received).toHaveLength(2);
  expect(world.alerts.received[0]).toContain('Test by npm run doctor: nothing to do.');
});

test.each(faults)('it detects that $what', async (fault) => {
  const { checkName, expectedFinding, isWarning, needsCall = false, skippedCheck } = fault;
  const undo = await fault.plant?.(world);
  const settings = fault.getSettings?.(world);
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
  expectFinding(checkName, isWarning ? 'warning' : 'failed');
  if (skippedCheck) expected.set(skippedCheck, { state: 'skipped' });
  expect(readStates(results)).toEqual(expected);
  const finding = results.find(({ name }) => name === checkName);
  if (typeof expectedFinding === 'string') expect(finding?.seen).toContain(expectedFinding);
  else expect(finding?.seen).toMatch(expectedFinding);
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

describe('over https', () => {
  const bundledCommand = join('.data', `doctor-${process.pid}.mjs`);
  let proxy: AlteringProxy;
  let httpsOrigin: string;

  beforeAll(async () => {
    proxy = await startAlteringProxy(0, world.siteUrl, { usesTls: true });
    httpsOrigin = `https://localhost:${proxy.port}`;
    await build({
      entryPoints: ['scripts/ops/doctor.ts'],
      outfile: bundledCommand,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
    });
  });
  afterAll(() => {
    proxy.close();
    rmSync(bundledCommand, { force: true });
  });

  type CommandResult = { code: number; checks: Result[] };
  /** The command as operators run it. Node reads trusted certificates when it starts. */
  function runCommand(isCertificateTrusted: boolean): Promise<CommandResult> {
    const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
    const env = {
      ...inherited,
      ...world.settings,
      SITE_URL: httpsOrigin,
      ...(isCertificateTrusted && { NODE_EXTRA_CA_CERTS: CERTIFICATE }),
    };
    const args = ['--conditions=react-server', bundledCommand, '--json'];
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout) =>
        resolve({
          code: error ? Number(error.code) : 0,
          checks: (JSON.parse(stdout) as { checks: Result[] }).checks,
        }),
      );
    });
  }

  test('a healthy deployment passes', async () => {
    const { code, checks } = await runCommand(true);
    const expected = new Map(healthyStates);
    // The site was built for another SITE_URL.
    expected.set('same settings', { state: 'warning' });
    expect(readStates(checks)).toEqual(expected);
    expect(code).toBe(0);
  });

  test('it detects an untrusted certificate', async () => {
    const { code, checks } = await runCommand(false);
    const expected = new Map(healthyStates).set('site', { state: 'failed' });
    for (const name of findDependants('site', false))
      expected.set(name, { state: 'skipped', because: 'site' });
    expect(readStates(checks)).toEqual(expected);
    expect(checks.find(({ name }) => name === 'site')?.seen).toContain('SELF_SIGNED');
    expect(code).toBe(1);
  });
});
