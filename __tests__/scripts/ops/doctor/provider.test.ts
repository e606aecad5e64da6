/** @jest-environment node */
import { createServer } from 'node:http';
import { readEnv } from '@/lib/server/env';
import { openWorld } from '@/scripts/ops/doctor/check';
import { namesAi, providerChecks } from '@/scripts/ops/doctor/provider';
import { listen } from '../../../../local/ports';

test.each([
  'Hello, I am an AI assistant.',
  'Hi, this is A.I. speaking.',
  'I am an artificial intelligence.',
  'Dobrý den, jsem AI asistent.',
  'Mluvíte s umělou inteligencí.',
])('%s: has a word for AI', (firstMessage) => expect(namesAi(firstMessage)).toBe(true));

test.each(['Hello, this is Anna.', 'Welcome to BAIKAL, said Aidan.', 'AIR speaks.', '', undefined])(
  '%s: has none',
  (firstMessage) => expect(namesAi(firstMessage)).toBe(false),
);

describe('the check of first messages', () => {
  const ROWS = '/rest/v1/decisionMakers';
  const says = (firstMessage: string) => ({ status: 200, body: { firstMessage } });
  type Answers = Record<string, { status: number; body: unknown }>;

  /** Runs it where the site, the database and the provider give these answers. */
  async function runCheck(answers: Answers) {
    const all: Answers = {
      [ROWS]: { status: 200, body: [] },
      '/assistant/demo': says('I am an AI assistant.'),
      ...answers,
    };
    const site = { status: 200, body: { configured: true, assistantId: 'demo' } };
    const server = createServer(({ url = '' }, response) => {
      const [path = ''] = url.split('?');
      const { status, body } = path.startsWith('/api/') ? site : (all[path] ?? site);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const origin = `http://127.0.0.1:${await listen(server)}`;
    const settings = readEnv({
      NODE_ENV: 'test',
      ...{ SITE_URL: origin, SUPABASE_URL: origin, SUPABASE_SECRET_KEY: 'sb_secret_a' },
      ...{ VAPI_API_URL: origin, VAPI_PRIVATE_KEY: 'private', VAPI_ORG_ID: 'org' },
    });
    const check = providerChecks.find(({ name }) => name === 'AI disclosure');
    if (!settings || !check) throw new Error('The settings are not valid.');
    const { state, seen } = await check.run(openWorld(settings, AbortSignal.timeout(9000)));
    server.close();
    server.closeAllConnections();
    return `${state}: ${seen}`;
  }

  test('fails if the prospects cannot be read', async () => {
    const refusal = { status: 403, body: { code: '42501', message: 'permission denied' } };
    expect(await runCheck({ [ROWS]: refusal })).toMatch(/^failed: prospects: .*\(403 42501\)/);
  });

  test('says how many prospects it looks at', async () => {
    const body = Array.from({ length: 100 }, () => ({ vapi_assistant_id: 'demo' }));
    expect(await runCheck({ [ROWS]: { status: 200, body } })).toBe(
      'ok: first messages with a word for AI: 1 of 1 assistants; only of the latest 100 prospects',
    );
  });

  test('distinguishes an assistant that is missing from one that is not shown', async () => {
    const body = ['gone', 'busy', 'anna'].map((id) => ({ vapi_assistant_id: id }));
    const seen = await runCheck({
      [ROWS]: { status: 200, body },
      '/assistant/gone': { status: 404, body: {} },
      '/assistant/busy': { status: 429, body: {} },
      '/assistant/anna': says('This is Anna.'),
    });
    expect(seen).toBe(
      'warning: the provider has no assistant gone; the provider does not show busy (429); ' +
        'anna has no word for AI in its first message',
    );
  });
});
