import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';
import { build } from 'esbuild';
import { buildRequest } from '@/__tests__/support/contact-form';
import { recordVisit } from '@/lib/server/outreach/prospects';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import type { Tables } from '@/lib/server/database/schema.generated';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { consumeShared, createEmailLimit } from '@/lib/server/http/rate-limit';
import { startLite, startPostgres, type TestDatabase } from '../support/databases/databases';
import { type NetworkProxy, startProxy, startReceiver } from '../support/network';
import { avoidMidnight } from '../support/until';
import { findPostgresProblem } from '../../scripts/test/find-postgres-problem';
import { emptyTables } from './database-proxy';
import { DAY, formatTimeAgo, HOUR, MINUTE } from './outbox';

const SITE = 'https://callwright.example';
const NOWHERE = 'http://127.0.0.1:9';
const COMMANDS = [
  ...(['outreach-add', 'outreach-list', 'requests', 'personal-data'] as const),
  ...(['funnel', 'summary', 'doctor', 'calls-stop'] as const),
];
type Command = (typeof COMMANDS)[number];
let database: TestDatabase;
let folder: string;
let built: string;

beforeAll(async () => {
  // The commands work alike on both; Supabase Lite takes four times as long to start.
  database = await (findPostgresProblem() ? startLite() : startPostgres());
  folder = await mkdtemp(join(tmpdir(), 'callwright-commands-'));
  await mkdir('.data', { recursive: true });
  built = await mkdtemp(resolve('.data/commands-'));
  await build({
    entryPoints: COMMANDS.map((name) => `scripts/ops/${name}.ts`),
    outdir: built,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  Object.assign(process.env, {
    SUPABASE_URL: database.url,
    SUPABASE_SECRET_KEY: database.secretKey,
    SITE_URL: SITE,
  });
}, 60_000);

afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
  await rm(built, { recursive: true });
});

const connect = () => createDatabaseClient(database.url, database.secretKey);
const openProspects = () => connect().from('decisionMakers');
const openRequests = () => connect().from('strategy_sessions');
const listProspects = async () =>
  (await openProspects().select().order('vapi_assistant_id').order('created_at').throwOnError())
    .data;

beforeEach(() => emptyTables(connect()));
// The funnel and the summary count by day.
beforeEach(avoidMidnight);

const NODE_ARGS = ['--conditions=react-server'];
/** With the byte order mark. */
const read = async (stream: Readable) => String(await buffer(stream));

/** Runs a command in a thread of this process. */
async function run(command: Command, args: string[] = [], env = {}) {
  const thread = new Worker(join(built, `${command}.mjs`), {
    argv: args,
    env: { ...process.env, ...env },
    execArgv: NODE_ARGS,
    stdout: true,
    stderr: true,
  });
  const output = Promise.all([read(thread.stdout), read(thread.stderr)]);
  const [code] = (await once(thread, 'exit')) as [number];
  const [stdout, stderr] = await output;
  return { code, stdout, stderr };
}

/** Runs it in front of a proxy that meddles with what it asks the database. */
async function runBehind(
  handle: NetworkProxy['handle'],
  command: Command,
  args: string[] = [],
  env = {},
) {
  const proxy = await startProxy(() => database.url);
  proxy.handle = handle;
  const result = await run(command, args, { ...env, SUPABASE_URL: proxy.url });
  proxy.close();
  return result;
}

/** Reads a table that was printed, by its heads. */
function readTable(lines: readonly string[]) {
  const [head = [], ...rows] = lines.map((line) => line.split(/ {2,}/));
  return rows.map((cells) => Object.fromEntries(head.map((name, n) => [name, cells[n]])));
}

const readCsv = (text: string, delimiter: string) =>
  parse(text, { bom: true, columns: true, delimiter }) as Record<string, string>[];

async function writeTable(name: string, content: string | Buffer) {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const jan = ['--name', 'Jan Novák', '--company', 'Novák s.r.o.', '--assistant', 'demo-cs'];
const link = `${SITE}/outreach?vapi_assistant_id=demo-cs&contact_name=Jan%20Nov%C3%A1k&company_name=Nov%C3%A1k%20s.r.o.`;
const UNKNOWN_ID = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';

test.each<[Command, string[], sentence: string, env?: Record<string, string>]>([
  ['outreach-add', ['--name', 'Jan <b>', '--assistant', 'a'], 'the page would not show this name'],
  ['outreach-add', ['--assistant', 'a', '--lang', 'xx'], 'lang must be one of'],
  ['outreach-add', [], 'Usage:'],
  ['outreach-add', ['--lang', 'en'], 'Usage:'],
  ['outreach-add', ['--csv', 'a.csv', '--name', 'Jan'], 'Usage:'],
  ['outreach-add', ['--assistant', 'a', '--encoding', 'windows-1250'], 'Usage:'],
  ['outreach-add', ['--phone', '1'], "Unknown option '--phone'"],
  ['outreach-add', ['--name'], "Option '--name <value>' argument missing"],
  ['outreach-add', ['Jan'], "Unexpected argument 'Jan'"],
  ['outreach-add', jan, 'SITE_URL must begin with https://', { SITE_URL: 'firma.cz' }],
  ['outreach-add', jan, 'SITE_URL is missing', { SITE_URL: '' }],
  ['outreach-list', [], 'needs ALERT_MAIL_TO, which', { ALERT_SMTP_URL: 'smtp://mail.example' }],
  ['requests', ['--handled', 'a@example.com'], '--handled needs the id of a request'],
  ['requests', ['--handled', UNKNOWN_ID], `There is no open request ${UNKNOWN_ID} in`],
  ['personal-data', ['--yes'], 'Usage:'],
  ['personal-data', ['--code', `${SITE}/o/0123456789`], '--code must be the ten letters'],
  ['personal-data', ['--email', 'a@b.cz'], 'CALLS_OFF must be true', { CALLS_OFF: 'maybe' }],
  ['funnel', ['--days', '0'], '--days must be a whole number from 1 to 760.\n'],
  ['funnel', ['--days', '761'], '--days must be a whole number from 1 to 760.\n'],
  ['funnel', ['--days', '1.5'], '--days must be a whole number from 1 to 760.\n'],
])('%s refuses %j: %s', async (command, args, sentence, env = {}) => {
  await openProspects().insert({ vapi_assistant_id: 'kept' });
  const { code, stdout, stderr } = await run(command, args, env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain('    at ');
  expect(await listProspects()).toMatchObject([{ vapi_assistant_id: 'kept' }]);
});

test.each(COMMANDS)('%s prints its help', async (command) => {
  const { code, stdout, stderr } = await run(command, ['--help'], { SUPABASE_SECRET_KEY: '' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('\nUsage:\n  npm run ');
});

describe('adding prospects', () => {
  test('one is added once, and its links are printed alone', async () => {
    // As `npm run outreach:add` does it, with settings as shells and files may write them.
    const { url, secretKey } = database;
    const settings = { SUPABASE_URL: `"${url}"`, SUPABASE_SECRET_KEY: ` '${secretKey}'\r` };
    const args = [...NODE_ARGS, '--import', 'tsx', 'scripts/ops/outreach-add.ts', ...jan];
    const first = spawn(process.execPath, args, {
      env: { ...process.env, ...settings, SITE_URL: `\ufeff${SITE}` },
    });
    const output = [read(first.stdout), read(first.stderr)];
    const [links, told] = await Promise.all(output);
    const [{ code = null } = {}] = await listProspects();
    expect([links, told]).toEqual([
      `${link}\n${SITE}/o/${code}\n`,
      expect.stringContaining(`Added to ${url}`),
    ]);
    const again = await run('outreach-add', jan);
    expect(again).toMatchObject({ code: 0, stdout: links });
    expect(again.stderr).toContain(`Already in ${url}, and renewed.`);
    const row = { contact_name: 'Jan Novák', company_name: 'Novák s.r.o.' };
    expect(await listProspects()).toMatchObject([{ ...row, vapi_assistant_id: 'demo-cs' }]);
  });

  test('a file is added as a whole, with progress, a summary and a file of links', async () => {
    const lines = [
      'name;company;assistant;lang',
      'Jan Novák;Novák s.r.o.;demo-cs;cs',
      'Eva 2;Firma;demo-b;',
      ';"=HYPERLINK(""x"")";demo-c;NULL',
      'Ivo;Firma',
      'Jan Novák;Novák s.r.o.;demo-cs;cs',
      'Petr;Firma;demo-d;xx',
    ];
    const file = await writeTable('prospects.csv', Buffer.from(lines.join('\r\n'), 'latin1'));
    const args = ['--csv', file, '--encoding', 'windows-1250'];
    const first = await run('outreach-add', [...args, '--lang', 'en']);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('3 of 3');
    expect(first.stderr).toContain('2 added, 1 already there and renewed, 3 refused.');
    expect(first.stderr).toMatch(/line 3: the page would not show/);
    expect(first.stderr).toMatch(/line 5: the assistant id is missing/);
    expect(first.stderr).toMatch(/line 7: lang must be one of/);
    const out = join(folder, 'prospects-links.csv');
    expect(first.stdout).toBe(`Links: ${out}\n`);
    const written = await readFile(out, 'utf8');
    expect(written).toMatch(/^\ufeffname;company;.*;lang;link;short link\r\n/);
    const shortLink = expect.stringMatching(/^https:\/\/callwright\.example\/o\/[2-9a-z]{10}$/);
    const jansRow = { name: 'Jan Novák', lang: 'cs', link, 'short link': shortLink as string };
    expect(readCsv(written, ';')).toMatchObject([
      jansRow,
      { name: '', company: `'=HYPERLINK("x")`, assistant: 'demo-c', lang: 'en' },
      jansRow,
    ]);
    expect(await listProspects()).toHaveLength(2);

    const again = await run('outreach-add', args);
    // Without --lang, each keeps its language.
    expect(await readFile(out, 'utf8')).toBe(written);
    expect(again.stderr).toContain('0 added, 3 already there and renewed, 3 refused.');
    expect(await listProspects()).toHaveLength(2);
  });

  test('a file of one assistant has its own variables, and no more is stored', async () => {
    const lines = [
      'NAME;phone;city;company;offer',
      'Jan Novák;+420 1;Brno; A  ;{{ now }}',
      'Jan Novák;;Plzeň;B;NULL',
      'Eva;;;C;two  words',
    ];
    const file = await writeTable('list.csv', lines.join('\n'));
    const args = ['--csv', file, '--assistant', 'demo-cs', '--variables', 'city, offer'];
    const { stderr } = await run('outreach-add', args);
    expect(stderr).toMatch(/2 added, .* 1 refused\.\n {2}line 2: offer has .*\{\{ or \{%/s);
    expect(stderr).not.toContain('Warning');
    const people = (await listProspects()).map(({ company_name, variables }) => [
      company_name,
      variables,
    ]);
    expect(people).toEqual([
      ['B', { city: 'Plzeň' }],
      ['C', { offer: 'two words' }],
    ]);
  });

  test('a file may be one that outreach:list has written', async () => {
    const companies = ['=1+1', "'=x", '👩\u200d💻 "Studio"; s.r.o.'];
    await openProspects().insert(
      companies.map((company_name) => ({ vapi_assistant_id: 'demo-en', company_name })),
    );
    const file = await writeTable('list.csv', (await run('outreach-list', ['--csv'])).stdout);
    const { stderr } = await run('outreach-add', ['--csv', file]);
    expect(stderr).toContain('0 added, 3 already there and renewed, 0 refused.');
  });
});

test('the list shows who came, when, and when each link ends, the latest first', async () => {
  const called_at = '2026-01-01T10:02:00Z';
  const row = {
    created_at: '2025-03-04T10:00:00Z',
    called_at: null,
    call_seconds: null,
    language: 'cs',
    used_at: null,
  };
  const rows: Partial<Tables['decisionMakers']>[] = [
    {
      contact_name: 'Eva',
      language: 'en',
      called_at,
      call_seconds: 125,
      visited_at: '2026-01-01T10:00:00Z',
      used_at: '2026-01-01T10:01:00Z',
    },
    { contact_name: 'Ivo \u001b[31m', company_name: 'Firma' },
    { contact_name: 'Jan Novák', company_name: 'Novák s.r.o.', called_at, call_seconds: 9 },
  ];
  await openProspects().insert(
    ['early', 'never', 'now'].map((id, n) => ({ vapi_assistant_id: id, ...row, ...rows[n] })),
  );
  await openProspects().update({ call_rating: 4 }).eq('vapi_assistant_id', 'early');
  await recordVisit('now', {});
  const { code, stdout, stderr } = await run('outreach-list');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  const day = expect.stringMatching(/^[\d-]{10}$/) as string;
  expect(readTable(lines)).toMatchObject([
    {
      'opened (UTC)': expect.stringMatching(/^[\d-]{10} \d\d:\d\d$/) as string,
      'used (UTC)': '-',
      'last call (UTC)': '2026-01-01 10:02',
      length: '0:09',
      rating: '-',
      'link ends': day,
      company: 'Novák s.r.o.',
      link: expect.stringContaining('?vapi_assistant_id=now&contact_name=Jan%20Nov%C3%A1k&'),
    },
    {
      'opened (UTC)': '2026-01-01 10:00',
      'used (UTC)': '2026-01-01 10:01',
      length: '2:05',
      rating: '4',
      'link ends': '2027-01-01',
      name: 'Eva',
      company: '-',
      link: expect.stringContaining('&lang=en&'),
      'short link': expect.stringMatching(/\/o\/\w{10}$/) as string,
    },
    { 'opened (UTC)': '-', length: '-', 'link ends': '2026-03-04', name: 'Ivo [31m' },
  ]);
  expect(stderr).toContain('2 of 3 opened, 1 used');
});

describe('the open requests', () => {
  const createRequest = (email: string, ms: number, more: object = {}) => ({
    ...buildRequest({ email, message: null }),
    created_at: formatTimeAgo(ms),
    handled_at: null,
    suspected_spam: false,
    source: 'direct',
    ...more,
  });
  test('are listed with their time, the oldest first, the overdue ones marked', async () => {
    const crm = { service_type: 'crm-integrations' } as const;
    const long = { message: 'word '.repeat(200).trim() };
    const spamAt = formatTimeAgo(52 * HOUR + MINUTE);
    await openRequests().insert([
      createRequest('new@example.com', 5 * HOUR + 7 * MINUTE, long),
      createRequest('late@example.com', 20 * HOUR + MINUTE, { ...crm, source: 'search' }),
      createRequest('spam@example.com', 0, { created_at: spamAt, suspected_spam: true }),
      createRequest('fast@example.com', 2 * HOUR + MINUTE, { suspected_spam: true }),
      createRequest('sly\u202e@example.com', MINUTE),
      createRequest('ahead@example.com', -HOUR),
      createRequest('done@example.com', HOUR, { handled_at: formatTimeAgo(0) }),
    ]);
    const { code, stdout, stderr } = await run('requests');
    expect(code).toBe(0);
    const received = spamAt.slice(0, 10);
    const rows = [
      { mark: 'spam?', address: 'spam@example.com', source: 'direct' },
      { mark: 'OVERDUE', address: 'late@example.com', source: 'search' },
      { mark: '-', address: 'new@example.com', ...long },
      { mark: 'spam?', address: 'fast@example.com', service: 'other' },
      { mark: '-', address: 'sly@example.com', message: '-' },
      { mark: '-', address: 'ahead@example.com' },
    ];
    const printed = readTable(stdout.trimEnd().split('\n'));
    expect(printed[0]?.['received (UTC)']).toMatch(new RegExp(`^${received} \\d\\d:\\d\\d$`));
    expect(printed).toMatchObject(rows);
    expect(stdout.split('\n')[1]?.length).toBeLessThan(150);
    expect(stderr).toBe(`6 open, 1 of them overdue, in ${database.url}.\n`);
  });

  test.each([
    ['--csv', ','],
    ['--excel', ';'],
  ])('are all printed for a spreadsheet (%s)', async (flag, delimiter) => {
    const time = { created_at: '2026-03-04T05:06:07.8+00:00' };
    const rows = Array.from({ length: 150 }, (_, n) => createRequest(`p${n}@b.cz`, 0, time));
    await openRequests().insert(rows);
    const { stdout, stderr } = await run('requests', [flag]);
    expect(stdout).toMatch(/^\ufeff/);
    const printed = readCsv(stdout, delimiter);
    const first = { 'received (UTC)': '2026-03-04 05:06', mark: 'OVERDUE', source: 'direct' };
    expect(printed[0]).toMatchObject(first);
    expect(new Set(printed.map(({ address }) => address)).size).toBe(150);
    expect(stderr).toBe(`150 open, 150 of them overdue, in ${database.url}.\n`);
  });

  test('end without an error once their reader has seen enough', async () => {
    await openRequests().insert([createRequest('a@example.com', HOUR)]);
    const args = [...NODE_ARGS, join(built, 'requests.mjs')];
    const command = spawn(process.execPath, args, { env: process.env });
    command.stdout.destroy();
    const [stderr, [code]] = await Promise.all([read(command.stderr), once(command, 'exit')]);
    expect({ code, stderr: stderr.replace(/^1 open.*\n/, '') }).toEqual({ code: 0, stderr: '' });
  });

  test('are printed without the log, which may not get into the file', async () => {
    const { code, stdout, stderr } = await run('requests', [], { SUPABASE_URL: NOWHERE });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('"msg":"database call failed"');
  });

  test('can be marked as answered once', async () => {
    const emails = ['a@example.com', 'b@example.com'];
    await openRequests().insert(emails.map((email) => createRequest(email, HOUR)));
    const readRows = async () =>
      (await openRequests().select('id, handled_at').order('email').throwOnError()).data;
    const [{ id = '' } = {}] = await readRows();
    expect(await run('requests', ['--handled', id])).toEqual({
      code: 0,
      stdout: `Marked request ${id} as answered in ${database.url}.\n`,
      stderr: '',
    });
    const rows = await readRows();
    expect(rows.map(({ handled_at }) => handled_at)).toEqual([expect.any(String), null]);
    expect(await run('requests', ['--handled', id])).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no open request ${id} in ${database.url}.\n`,
    });
    expect(await readRows()).toEqual(rows);
  });

  test('can be acquitted of being spam', async () => {
    await openRequests().insert([createRequest('a@example.com', HOUR, { suspected_spam: true })]);
    const { data } = await openRequests().select('id').single().throwOnError();
    const { stdout } = await run('requests', ['--acquit', data.id]);
    expect(stdout).toBe(`Marked request ${data.id} as no spam in ${database.url}.\n`);
    const { data: kept } = await openRequests().select('suspected_spam, handled_at');
    expect(kept).toEqual([{ suspected_spam: false, handled_at: null }]);
    expect(await run('requests', ['--acquit', 'a'])).toMatchObject({
      code: 1,
      stderr: '--acquit needs the id of a request, as `npm run requests` prints it.\n',
    });
  });
});

describe('what is kept about a person', () => {
  const EMAIL = 'eva@example.com';
  const ASSISTANT = '3d0c2d9e-7a51-4c3b-9a0e-2f6d1b8e5c77';
  const exportData = async (...args: string[]) =>
    JSON.parse((await run('personal-data', ['--export', ...args], { SITE_URL: '' })).stdout) as {
      [source: string]: object[];
    };
  const erase = async (...args: string[]) =>
    (await run('personal-data', [...args, '--yes'])).stdout;
  const listSubjects = async () =>
    (await connect().from('alerts').select('subject').throwOnError()).data;
  const listEmails = async () => (await openRequests().select('email').throwOnError()).data;
  const insertOlder = async (emails: string[]) => {
    const created_at = formatTimeAgo(HOUR);
    const rows = emails.map((email) => ({ ...buildRequest({ email, message: null }), created_at }));
    await openRequests().insert(rows).throwOnError();
  };
  let requestId: string;

  beforeEach(async () => {
    for (const email of ['ota@example.com', EMAIL]) {
      await storeStrategySession(buildRequest({ email, message: null }), { source: 'utm:news' });
      await consumeShared([createEmailLimit(email)], null, AbortSignal.timeout(9000));
    }
    const { data } = await openRequests().select('id').eq('email', EMAIL).single();
    requestId = data?.id ?? '';
    await openProspects().insert([
      { vapi_assistant_id: ASSISTANT, contact_name: 'Eva', variables: { city: 'Brno' } },
      { vapi_assistant_id: ASSISTANT.toUpperCase(), contact_name: 'Iva', variables: {} },
      { vapi_assistant_id: 'demo-en', contact_name: 'Ota', variables: {} },
    ]);
  });

  test('is exported as JSON for an address in any spelling, or a prospect', async () => {
    const alerts = ['request', 'acknowledgement'].map(
      (kind) => expect.objectContaining({ kind, subject: requestId }) as object,
    );
    expect(await exportData('--email', ' Eva@Example.com')).toEqual({
      requests: [expect.objectContaining({ id: requestId, email: EMAIL, source: 'utm:news' })],
      alerts: expect.arrayContaining(alerts) as object[],
      counters: [expect.objectContaining({ hits: 1 })],
      calls: [],
      prospects: [],
    });
    expect(await exportData('--assistant', ASSISTANT.toUpperCase())).toMatchObject({
      prospects: expect.arrayContaining([
        expect.objectContaining({ contact_name: 'Eva', variables: { city: 'Brno' } }),
        expect.objectContaining({ contact_name: 'Iva' }),
      ]),
    });
    const { prospects = [] } = await exportData('--assistant', 'demo-en');
    const [{ code = '' } = {}] = prospects as { code?: string }[];
    expect((await exportData('--code', ` ${code.toUpperCase()}`))['prospects']).toEqual(prospects);
  });

  test('is erased with --yes, and nothing about others', async () => {
    const asked = await run('personal-data', ['--email', EMAIL]);
    expect(asked).toMatchObject({ code: 1, stdout: '' });
    expect(asked.stderr).toContain('Erase 1 request, 2 alerts, 1 rate limit counter in ');
    expect(await listEmails()).toHaveLength(2);
    expect(await erase('--email', ' Eva@Example.com')).toBe(
      `Erased 1 request, 2 alerts, 1 rate limit counter in ${database.url}.\n`,
    );
    expect(await listEmails()).toEqual([{ email: 'ota@example.com' }]);
    expect((await connect().from('rate_limits').select('key')).data).toHaveLength(1);
    const subjects = (await listSubjects()).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects).not.toContain(requestId);
    expect(await listProspects()).toHaveLength(3);
    expect(await erase('--email', EMAIL)).toBe(
      `Nothing is kept about this person in ${database.url}.\n`,
    );
  });

  test('is erased for one prospect, as outreach:add reads what is typed', async () => {
    const person = ['--name', 'Ing. Eva  Malá , Ph.D.', '--company', ' Malá  s.r.o.'];
    expect((await run('outreach-add', [...person, '--assistant', ' demo-en '])).code).toBe(0);
    const isEva = { contact_name: 'Ing. Eva Malá, Ph.D.' };
    const link = { ...isEva, company_name: 'Malá s.r.o.' };
    const input = { link, should_alert: true };
    await connect().rpc('record_prospect_input', { assistant_id: 'demo-en', ...input });
    const { data: eva } = await openProspects().select('id').match(isEva).single().throwOnError();
    const call = {
      assistant_id: 'demo-en',
      personal: true,
      prospect_id: eva.id,
      ends_by: formatTimeAgo(0),
      state: 'created',
    };
    const live = { ...call, ends_by: formatTimeAgo(-MINUTE) };
    await connect()
      .from('calls')
      .insert([
        { ...call, id: 'theirs' },
        { ...live, state: 'over', id: 'ended' },
        { ...live, id: 'live' },
        { ...call, id: 'other', prospect_id: null },
      ]);
    const subjects = (await listSubjects()).map(({ subject }) => subject);
    expect(await erase(...person)).toBe(
      `Erased 1 prospect, 2 calls, 1 alert in ${database.url}.\n`,
    );
    const { data: kept } = await connect().from('calls').select('id').order('id');
    expect(kept?.map(({ id }) => id)).toEqual(['live', 'other']);
    expect(await listProspects()).toHaveLength(3);
    expect((await listSubjects()).map(({ subject }) => subject)).toEqual(
      subjects.filter((subject) => subject !== eva.id),
    );
  });

  test('is not erased for several prospects at once, whose codes are told', async () => {
    const { code, stderr } = await run('personal-data', ['--assistant', ASSISTANT, '--yes']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Several prospects match\. Nothing was deleted: .* one of \w{10}, \w{10}\.$/m,
    );
    expect(await listProspects()).toHaveLength(3);
  });

  test('is erased as a whole while other rows are deleted', async () => {
    const emails = Array<string>(250).fill(EMAIL);
    await insertOlder(emails);
    const { data } = await openRequests().select('id').order('id').limit(1).single();
    let pages = 0;
    const { code } = await runBehind(
      async ({ call, forward }) => {
        if (call.endsWith('/strategy_sessions') && ++pages === 2)
          await openRequests()
            .delete()
            .eq('id', data?.id ?? '');
        forward();
      },
      'personal-data',
      ['--email', EMAIL, '--yes'],
    );
    expect(code).toBe(0);
    expect(await listEmails()).toEqual([{ email: 'ota@example.com' }]);
  });

  test('is found for an address in each form that a browser sends or once sent', async () => {
    const forms = ['ján@müller.de', 'ja\u0301n@mu\u0308ller.de', 'ján@xn--mller-kva.de'];
    // Version 0.1.0 stored such addresses.
    const older = ['ján@müller.de;', '\u200bján@mu\u0308ller.de', "'ján@ｍüller.de'"];
    for (const email of forms) {
      await insertOlder([...forms, ...older]);
      await consumeShared([createEmailLimit(email)], null, AbortSignal.timeout(9000));
      const kept = await exportData('--email', forms[0] ?? '');
      expect(kept).toMatchObject({ requests: Array(6).fill({}), counters: [{}] });
      expect(await erase('--email', email)).toContain('Erased 6 requests, 1 rate limit counter');
    }
    expect(await listEmails()).toHaveLength(2);
  });
});

const formatDay = (daysAgo: number) => formatTimeAgo(daysAgo * DAY).slice(0, 10);
const createCounter = (day: string, event: string, count: number, detail = '') => ({
  page: '/',
  language: 'en',
  device: 'phone',
  entry: 'direct',
  day,
  event,
  count,
  detail,
});

// `funnel-report.test.ts` has the shares.
test('the funnel is printed for the requested days, with more than the API returns', async () => {
  const [before, tomorrow] = [formatDay(2), formatDay(-1)];
  const details = Array.from({ length: 150 }, (_, n) =>
    createCounter(tomorrow, 'page_seen', 1, String(n)),
  );
  await connect()
    .from('funnel_counts')
    .insert([...details, createCounter(before, 'page_seen', 50)])
    .throwOnError();
  const { code, stdout, stderr } = await run('funnel');
  expect(code).toBe(0);
  expect(stderr).toContain(`in ${database.url}.`);
  expect(stdout).toMatch(/^page seen +200 +0$/m);
  expect((await run('funnel', ['--days', '1'])).stdout).toMatch(/^page seen +150 +0$/m);
});

test('the summary shows this week so far, and the last one', async () => {
  const counters = [0, 7].map((ago) => createCounter(formatDay(ago), 'page_seen', 3 + ago));
  await connect().from('funnel_counts').insert(counters).throwOnError();
  const { code, stdout } = await run('summary');
  expect(code).toBe(0);
  const [week, before] = stdout.split('\n\n');
  expect(week).toMatch(/^Monday \S+ to Sunday \S+, UTC:\nVisits: 3\b.*\nCalls: 0/);
  expect(before).toMatch(/^Monday \S+ to Sunday \S+, UTC:\nVisits: 10\n/);
});

describe('the doctor', () => {
  test('prints one line per check with finding and advice', async () => {
    const settings = { SITE_URL: 'http://localhost:9', SUPABASE_SECRET_KEY: 'sb_secret_wrong' };
    const { code, stdout, stderr } = await run('doctor', [], settings);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe(`http://localhost:9 with ${database.url}`);
    for (const line of [
      /^✗ database: .*: The database has refused the key \(401 PGRST301\)\. Set SUPABASE_/,
      /^– write: not examined, because “database” has failed\.$/,
      /^✗ site: no answer from localhost:9 \(\w+\)\. \w/,
      /^! alerts: no channel reports new requests\. Set/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(line));
    expect(lines.at(-2)).toMatch(/^ok 1, warning 1, failed 2, skipped \d+$/);
  });

  test('names the missing one of SUPABASE_URL and SUPABASE_SECRET_KEY', async () => {
    const { code, stdout } = await run('doctor', [], { SUPABASE_SECRET_KEY: '' });
    expect(stdout).toContain('✗ settings: SUPABASE_SECRET_KEY is missing. .env.example');
    expect(code).toBe(1);
  });

  test('with --alert it sends a test alert and examines nothing else', async () => {
    const receiver = await startReceiver();
    receiver.answer = (outgoing) => outgoing.writeHead(400).end();
    const settings = { ALERT_WEBHOOK_URL: receiver.url, ALERT_WEBHOOK_KIND: 'slack' };
    const { code, stdout } = await run('doctor', ['--alert'], settings);
    receiver.close();
    expect(stdout.split('\n').filter((line) => /^[✓!✗–] /.test(line))).toEqual([
      expect.stringMatching(/^✓ settings: /),
      expect.stringMatching(/^✗ alerts: .* webhook: status 400\. .* got the format of slack\.$/),
    ]);
    expect(code).toBe(1);
  });
});

describe('calls:stop', () => {
  const call = { assistant_id: 'demo', personal: false, ends_by: formatTimeAgo(-HOUR) };
  const openCalls = () => connect().from('calls');

  test('switches calls off and ends those that go on', async () => {
    const provider = await startReceiver('/control');
    provider.answer = (outgoing) => outgoing.writeHead(404).end();
    const control_url = provider.url;
    await openCalls().insert([
      { ...call, id: 'goes-on', control_url },
      { ...call, id: 'is-created', control_url: null },
      { ...call, id: 'is-over', control_url, ends_by: formatTimeAgo(MINUTE) },
    ]);
    // Only links need an address of the site.
    const result = await run('calls-stop', [], { SITE_URL: '' });
    provider.close();
    expect(result).toEqual({
      code: 1,
      stdout: `Calls are off in ${database.url}.\nEnded 1 of 2 calls.\n`,
      stderr: 'The others end at their limit, or in the dashboard of the provider.\n',
    });
    expect(provider.received).toEqual(['{"type":"end-call"}']);
    const { data: switches } = await connect().from('call_switch').select('calls_on');
    expect(switches).toEqual([{ calls_on: false }]);
    const { data } = await openCalls().select('id').is('left_at', null);
    expect(data).toEqual([{ id: 'is-over' }]);
  });

  test('says how the database failed when an end was not stored', async () => {
    await openCalls().insert({ ...call, id: 'unstored' });
    const { code, stderr } = await runBehind(
      ({ call, outgoing, forward }) =>
        call.endsWith('/end_call') ? outgoing.writeHead(403).end('{"code":"42501"}') : forward(),
      'calls-stop',
      [],
      { VAPI_PRIVATE_KEY: UNKNOWN_ID, VAPI_ORG_ID: 'org', VAPI_API_URL: NOWHERE },
    );
    expect(code).toBe(1);
    expect(stderr).toContain('missing or closed (403 42501). Apply');
  });
});
