/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import { type Env, readEnv } from '@/lib/server/env';
import { listen } from '@/local/ports';
import { assistantChecks } from '@/scripts/ops/doctor/provider/assistant';
import { type Check, ok, runChecks } from '@/scripts/ops/doctor/check';
import { type Probes, createProbes } from '@/scripts/ops/doctor/probes';
import { providerChecks } from '@/scripts/ops/doctor/provider/provider';

jest.mock('@/lib/content/en', () => ({ en: ['HIPAA, as the test claims', 'No recording'] }));

let provider: Server;
let url: string;
let status = 200;
let assistant: object = {};
let providerRequests: string[] = [];

beforeAll(async () => {
  provider = createServer(({ url: path, headers }, response) => {
    providerRequests.push(`${path} ${headers.authorization}`);
    response.writeHead(status).end(JSON.stringify(assistant));
  });
  url = `http://127.0.0.1:${await listen(provider)}`;
});
afterAll(() => provider.close());
beforeEach(() => {
  status = 200;
  assistant = {};
  providerRequests = [];
});

const owner = { VAPI_PRIVATE_KEY: 'private', VAPI_ORG_ID: 'org', VAPI_ASSISTANT_ID: 'demo-en' };

/** Runs the checks, and returns the state and the sentences of each by its name. */
async function runProviderChecks(settings: Record<string, string>) {
  const source = {
    NODE_ENV: 'test' as const,
    SITE_URL: 'https://example.com',
    SUPABASE_URL: 'https://project.supabase.example',
    SUPABASE_SECRET_KEY: 'sb_secret_a',
    VAPI_API_URL: `${url}/`,
    ...settings,
  };
  const settingsCheck: Check<Probes> = { name: 'settings', needs: [], run: () => ok('') };
  const facts = createProbes(readEnv(source) as Env, undefined);
  const deadlines = { eachMs: 9000, allMs: 9000 };
  const checks = [settingsCheck, ...providerChecks, ...assistantChecks];
  const results = await runChecks(checks, facts, deadlines);
  return Object.fromEntries(results.map(({ name, state, seen }) => [name, `${state}: ${seen}`]));
}

test('warns without keys and skips the other checks', async () => {
  expect(await runProviderChecks({})).toEqual({
    settings: 'ok: ',
    calls: 'warning: off: the provider’s keys are not set',
    provider: 'skipped: no key is set',
    assistant: 'skipped: needs VAPI_PRIVATE_KEY',
    'longest call': 'skipped: the assistant is not known',
    recording: 'skipped: the assistant is not known',
    'kept by the provider': 'skipped: the assistant is not known',
    HIPAA: 'skipped: the assistant is not known',
  });
  expect(providerRequests).toEqual([]);
});

test('checks only the format of a public key', async () => {
  const runWithKey = (VAPI_PUBLIC_KEY: string) =>
    runProviderChecks({ VAPI_PUBLIC_KEY, VAPI_ASSISTANT_ID: 'a' });
  const plausible = await runWithKey('4f0c2d9e-7a51-4c3b-9a0e-2f6d1b8e5c77');
  expect(plausible['calls']).toBe('ok: on: 60 a day, 8 at once, 300 s each');
  expect(plausible['provider']).toMatch(/^warning: VAPI_PUBLIC_KEY has the format of a key/);
  const implausible = await runWithKey('pk_live');
  expect(implausible['provider']).toMatch(/^failed: VAPI_PUBLIC_KEY does not look like a key/);
  expect(implausible['assistant']).toContain('skipped');
  expect(providerRequests).toEqual([]);
});

test('checks the key even without an assistant', async () => {
  status = 404;
  const { VAPI_ASSISTANT_ID: _, ...keys } = owner;
  const results = await runProviderChecks(keys);
  expect(results).toMatchObject({
    calls: 'warning: the landing page has no assistant',
    provider: 'ok: takes VAPI_PRIVATE_KEY',
    assistant: 'skipped: VAPI_ASSISTANT_ID is not set',
    recording: 'skipped: the assistant is not known',
  });
  expect(providerRequests).toEqual(['/assistant/none Bearer private']);
});

test('requests the assistant once', async () => {
  await runProviderChecks(owner);
  expect(providerRequests).toEqual(['/assistant/demo-en Bearer private']);
});

test.each([
  [401, 'provider', 'failed: refuses VAPI_PRIVATE_KEY (401)'],
  [403, 'provider', 'failed: refuses VAPI_PRIVATE_KEY (403)'],
  [502, 'provider', 'failed: answers 502'],
  [400, 'assistant', 'failed: the provider has no assistant with the id in VAPI_ASSISTANT_ID'],
  [404, 'assistant', 'failed: the provider has no assistant with the id in VAPI_ASSISTANT_ID'],
])('an answer of %d: %s %s', async (answered, name, line) => {
  status = answered;
  expect((await runProviderChecks(owner))[name]).toBe(line);
});

test('uses the provider’s defaults for missing fields', async () => {
  expect(await runProviderChecks(owner)).toMatchObject({
    'longest call': 'failed: the assistant allows 600 s, CALL_MAX_SECONDS is 300',
    recording: 'failed: the assistant records, CALL_RECORDING is not set',
    'kept by the provider':
      'warning: nothing of the site’s calls; of any other call to the assistant: ' +
      'transcript, log, summary, evaluation, listening',
    HIPAA: 'warning: off, but the landing page says “HIPAA, as the test claims”',
  });
});

test('accepts a shorter maximum and the older HIPAA field', async () => {
  assistant = { orgId: 'org', maxDurationSeconds: 200, hipaaEnabled: true };
  expect(await runProviderChecks(owner)).toMatchObject({
    provider: 'ok: takes VAPI_PRIVATE_KEY',
    'longest call': 'ok: 200 s by the assistant, 300 s by the site',
    HIPAA: 'ok: on',
  });
});

test('warns if calls are recorded but the pages say otherwise', async () => {
  const { recording } = await runProviderChecks({ ...owner, CALL_RECORDING: 'true' });
  expect(recording).toBe('warning: on (CALL_RECORDING), and the pages say otherwise');
});

describe('what the provider keeps', () => {
  const keepsNothing = {
    artifactPlan: {
      recordingEnabled: false,
      loggingEnabled: false,
      transcriptPlan: { enabled: false },
    },
    analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
    monitorPlan: { listenEnabled: false },
  };
  const readLine = async (settings: object, plans: object) => {
    assistant = { orgId: 'org', ...plans };
    return (await runProviderChecks({ ...owner, ...settings }))['kept by the provider'];
  };

  test('is nothing if the assistant says so', async () => {
    expect(await readLine({}, keepsNothing)).toBe(
      'ok: nothing of what is said, by the assistant and by the site',
    );
  });

  test.each([
    ['transcript', { artifactPlan: { ...keepsNothing.artifactPlan, transcriptPlan: {} } }],
    ['log', { artifactPlan: { ...keepsNothing.artifactPlan, loggingEnabled: true } }],
    ['summary', { analysisPlan: { ...keepsNothing.analysisPlan, summaryPlan: undefined } }],
    ['listening', { monitorPlan: {} }],
  ])('of calls past the site names the %s', async (kept, plans) => {
    expect(await readLine({}, { ...keepsNothing, ...plans })).toBe(
      `warning: nothing of the site’s calls; of any other call to the assistant: ${kept}`,
    );
  });

  test('with CALL_RECORDING is what the assistant says', async () => {
    const recorded = { CALL_RECORDING: 'true' };
    const line = 'ok: recording (CALL_RECORDING), and as the assistant says: ';
    expect(await readLine(recorded, keepsNothing)).toBe(`${line}nothing else`);
    expect(await readLine(recorded, { ...keepsNothing, monitorPlan: {} })).toBe(`${line}listening`);
  });
});
