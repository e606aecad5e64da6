/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import { type Env, readEnv } from '@/lib/server/env';
import { listen } from '@/local/ports';
import { type Check, ok, runChecks } from '@/scripts/ops/doctor/check';
import { createProbes, type Probes } from '@/scripts/ops/doctor/probes';
import {
  disclosureChecks,
  findMissingDisclosure,
} from '@/scripts/ops/doctor/provider/ai-disclosure';

const SILENT = 'does not say in its first message that it is an AI';

describe('a first message', () => {
  const find = (firstMessage: string, language: 'en' | 'cs' | null = null, names: string[] = []) =>
    findMissingDisclosure({ firstMessage }, language, names);

  test.each([
    ['en', 'Hello! I am an AI assistant. How can I help?'],
    ['en', "Hi, you're talking to the A.I. of Acme."],
    ['en', 'Hi, this is your ai receptionist.'],
    ['en', 'I am Anna, an artificial intelligence.'],
    ['en', 'Artificial Intelligence speaking.'],
    ['en', 'HELLO, I AM AN ARTIFICIAL INTELLIGENCE.'],
    ['en', 'I am Ada, an A. I. assistant.'],
    ['en', 'I am no person but an AI, the AI automation assistant of Acme.'],
    ['cs', 'Dobrý den, jsem AI asistentka firmy Novák.'],
    ['cs', 'Dobrý den, tady umělá inteligence.'],
    ['cs', 'Dobrý den, mluvíte s umělou inteligencí, ne s člověkem.'],
    ['cs', 'DOBRÝ DEN, JSEM UMĚLÁ INTELIGENCE.'],
    ['cs', 'Dobrý den, jsem ai asistent.'],
    ['cs', 'Dobrý den, jsem AI společnosti Novák.'],
  ] as const)('in %s says it: %s', (language, message) => {
    expect(find(message, language)).toBeNull();
    expect(find(message)).toBeNull();
  });

  test.each([
    ['en', 'Hello, this is Anna. How can I help you?'],
    ['en', 'I am not an AI, I am Anna.'],
    ['en', "I'm Anna. I aim to help, and I said so in Mumbai."],
    ['en', 'No AI here, only Anna.'],
    ['en', 'Thank you for calling Acme, the AI automation agency. How can I help?'],
    ['en', 'Hello, this is Anna of Acme, an artificial intelligence company.'],
    ['cs', 'Dobrý den, tady Anna, AI agentura Novák.'],
    ['cs', 'Dobrý den, tady Anna, bez AI.'],
    ['en', 'Write to anna@acme.ai, or see www.acme.ai.'],
    ['en', 'Hello, this is Anna from {{AI company}}.'],
    ['cs', 'Dobrý den, tady Anna. Slyšíme se dobře, a i vás zdravím.'],
    ['cs', 'Dobrý den, nejsem umělá inteligence.'],
    ['cs', 'Dobrý den, žádná AI tu není.'],
  ] as const)('in %s does not say it: %s', (language, message) => {
    expect(find(message, language)).toBe(`${SILENT} in its language (${language})`);
    expect(find(message)).toBe(SILENT);
  });

  test.each([
    ['cs', 'Hello, I am an AI assistant.'],
    ['cs', 'Hello, artificial intelligence speaking.'],
    ['en', 'Dobrý den, jsem AI asistent.'],
    ['en', 'Dobrý den, tady umělá inteligence.'],
  ] as const)('does not say it in %s: %s', (language, message) => {
    expect(find(message, language)).toContain(SILENT);
    expect(find(message)).toBeNull();
  });

  test('a name with AI says nothing about the assistant', () => {
    const names = ['Acme AI', 'Jan Novák'];
    expect(find('Hello, Anna from Acme AI here.', 'en', names)).toContain(SILENT);
    expect(find('Hello, I am the Acme AI assistant.', 'en', names)).toBeNull();
    expect(find('Hello, I am the AI of Acme AI.', 'en', names)).toBeNull();
  });

  test.each([
    ['Acme AI', 'ACME AI'],
    ['Acme AI', 'acme ai'],
    ['Acme AI', 'Acme A.I.'],
    ['Acme AI', 'Acme\u00a0AI'],
    ['Acme AI, s.r.o.', 'Acme AI'],
    ['Acme AI, s.r.o.', 'Acme AI s.r.o.'],
    ['A.I. Works (Prague) Ltd', 'AI Works'],
    ['AI-Works Ltd', 'AI-Works'],
  ])('the name %j says nothing either if it is said as %j', (name, said) => {
    expect(find(`Hello, Anna from ${said}. How are you?`, 'en', [name])).toContain(SILENT);
    expect(find(`Hello, I am the AI of ${said}.`, 'en', [name])).toBeNull();
  });

  test.each([
    [{}, 'has no first message'],
    [{ firstMessage: '  ' }, 'has no first message'],
    [{ firstMessage: 'https://acme.example/hello.mp3' }, 'begins with a recording'],
    [
      { firstMessage: 'I am an AI.', firstMessageMode: 'assistant-waits-for-user' },
      'waits for the caller',
    ],
    [
      { firstMessageMode: 'assistant-speaks-first-with-model-generated-message' },
      'makes its first sentence up',
    ],
  ])('that cannot be known is named: %j', (assistant, problem) => {
    expect(findMissingDisclosure(assistant, 'en', [])).toContain(problem);
  });
});

describe('the checks', () => {
  let server: Server;
  let url: string;
  let assistants: Record<string, object> = {};
  let prospects: object[] = [];

  beforeAll(async () => {
    // The provider and the database.
    server = createServer(({ url: path = '' }, response) => {
      if (path.includes('decisionMakers')) return response.end(JSON.stringify(prospects));
      const found = assistants[path.replace('/assistant/', '')];
      response.writeHead(found ? 200 : 404).end(JSON.stringify(found));
    });
    url = `http://127.0.0.1:${await listen(server)}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    assistants = { landing: { firstMessage: 'I am an AI.' } };
    prospects = [];
  });

  async function run(settings: Record<string, string> = {}) {
    const source = {
      NODE_ENV: 'test' as const,
      SITE_URL: 'https://example.com',
      SUPABASE_URL: url,
      SUPABASE_SECRET_KEY: 'sb_secret_a',
      VAPI_PRIVATE_KEY: 'private',
      VAPI_ORG_ID: 'org',
      VAPI_ASSISTANT_ID: 'landing',
      VAPI_API_URL: url,
      ...settings,
    };
    const needed = ['database', 'provider', 'assistant'].map((name): Check<Probes> => ({
      name,
      needs: [],
      run: () => ok(''),
    }));
    const probes = createProbes(readEnv(source) as Env, undefined);
    const deadlines = { eachMs: 9000, allMs: 9000 };
    const results = await runChecks([...needed, ...disclosureChecks], probes, deadlines);
    return results.slice(needed.length).map(({ state, seen }) => `${state}: ${seen}`);
  }
  const createProspect = (vapi_assistant_id: string, company_name: string | null = null) => ({
    vapi_assistant_id,
    contact_name: null,
    company_name,
  });

  test('pass without prospects', async () => {
    expect(await run()).toEqual([
      'ok: the first message says that an AI speaks',
      'skipped: there are no prospects',
    ]);
  });

  test('warn of the landing page’s assistant, which speaks English', async () => {
    assistants = { landing: { firstMessage: 'Dobrý den, jsem AI asistent.' } };
    const [landing] = await run();
    expect(landing).toBe(`warning: the landing page’s assistant ${SILENT} in its language (en)`);
  });

  test('warn of each prospect’s assistant by its id, once', async () => {
    const transcriber = { provider: 'deepgram', language: 'cs-CZ' };
    assistants = {
      ...assistants,
      czech: { firstMessage: 'Dobrý den, jsem AI asistent.', transcriber },
      english: { firstMessage: 'Hello, I am an AI assistant.', transcriber: { language: 'en' } },
      silent: { firstMessage: 'Hello, I am Anna.' },
      foreign: { firstMessage: 'Hello, I am an AI assistant.', transcriber },
      named: { firstMessage: 'Tady Anna, Robo AI.', transcriber: { provider: 'custom' } },
    };
    prospects = [
      ...['czech', 'english', 'silent', 'silent', 'foreign'].map((id) => createProspect(id)),
      createProspect('named', 'Robo AI'),
      createProspect('gone'),
    ];
    const [, line] = await run();
    expect(line).toBe(
      `warning: silent ${SILENT}; foreign ${SILENT} in its language (cs); named ${SILENT}; ` +
        'gone cannot be read (404)',
    );
  });

  test('name five assistants at most', async () => {
    prospects = Array.from({ length: 25 }, (_, n) => createProspect(`a${n}`));
    const [, line] = await run();
    expect(line).toMatch(/^warning: a0 .*; a4 cannot be read \(404\); and 20 more$/);
  });

  test('are skipped without the private key', async () => {
    const [landing, line] = await run({ VAPI_PRIVATE_KEY: '', VAPI_ORG_ID: '' });
    expect(landing).toBe('skipped: the assistant is not known');
    expect(line).toBe('skipped: needs VAPI_PRIVATE_KEY');
  });
});
