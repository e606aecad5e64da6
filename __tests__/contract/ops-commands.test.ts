/** @jest-environment node */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { buildRequest } from '@/__tests__/support/contact-form';
import { recordVisit } from '@/lib/server/outreach/prospects';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import { getServiceName } from '@/lib/content/services-en';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS } from '@/lib/contact/fields';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { consumeShared, createEmailLimit } from '@/lib/server/http/rate-limit';
import { createWebhookReply } from '../support/webhook-receivers';
import { listen } from '../../local/ports';
import { findRandomFreePort } from '../../scripts/test/test-site';
import { startLite, startPostgres, type TestDatabase } from '../support/databases/databases';
import { findPostgresProblem } from '../../scripts/test/find-postgres-problem';
import { formatTimeAgo } from './outbox';

const SITE = 'https://callwright.example';
const COMMANDS = [
  ...(['outreach-add', 'outreach-list', 'outreach-remove'] as const),
  ...(['requests', 'personal-data'] as const),
  ...(['funnel', 'summary', 'doctor', 'calls-stop'] as const),
];
let database: TestDatabase;
let folder: string;
let built: string;

beforeAll(async () => {
  // The commands work alike on both; Supabase Lite takes four times as long to start.
  database = await (findPostgresProblem() ? startLite() : startPostgres());
  folder = await mkdtemp(join(tmpdir(), 'callwright-commands-'));
  // Built once, because tsx would build for every call. One test below runs a command the way npm
  // does.
  await mkdir('.data', { recursive: true });
  built = await mkdtemp(join('.data', 'commands-'));
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

beforeEach(async () => void (await openProspects().delete().neq('vapi_assistant_id', '')));

const connect = () => createDatabaseClient(database.url, database.secretKey);
const openProspects = () => connect().from('decisionMakers');
const openRequests = () => connect().from('strategy_sessions');
const listRows = async () =>
  (await openProspects().select('contact_name, company_name, vapi_assistant_id').throwOnError())
    .data;

type Result = { code: number; stdout: string; stderr: string };

function run(command: (typeof COMMANDS)[number], args: string[] = [], env = {}) {
  return runNode([join(built, `${command}.mjs`), ...args], env);
}

// As the scripts of package.json do.
const exportData = (args: string[]) => run('personal-data', ['--export', ...args]);
const eraseData = (args: string[]) => run('personal-data', args);

function runNode(args: string[], env = {}): Promise<Result> {
  const nodeArgs = ['--conditions=react-server', ...args];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      nodeArgs,
      { env: { ...process.env, ...env } },
      (error, ...output) => {
        const [stdout, stderr] = output;
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}

async function writeCsv(name: string, text: string | Buffer) {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

const jan = ['--name', 'Jan Novák', '--company', 'Novák s.r.o.', '--assistant', 'demo-cs'];
const link = `${SITE}/outreach?vapi_assistant_id=demo-cs&contact_name=Jan%20Nov%C3%A1k&company_name=Nov%C3%A1k%20s.r.o.`;

test('one prospect is added once, and the link is printed alone', async () => {
  // As `npm run outreach:add` does it.
  const first = await runNode(['--import', 'tsx', 'scripts/ops/outreach-add.ts', ...jan]);
  expect(first).toMatchObject({ code: 0, stdout: `${link}\n` });
  expect(first.stderr).toContain(`Added to ${database.url}`);
  const again = await run('outreach-add', jan);
  expect(again).toMatchObject({ code: 0, stdout: `${link}\n` });
  expect(again.stderr).toContain(`Already in ${database.url}, and renewed.`);
  expect(await listRows()).toEqual([
    { contact_name: 'Jan Novák', company_name: 'Novák s.r.o.', vapi_assistant_id: 'demo-cs' },
  ]);
});

test('warns about a second prospect of an assistant', async () => {
  await run('outreach-add', jan);
  const { code, stderr } = await run('outreach-add', ['--name', 'Eva', '--assistant', 'demo-cs']);
  expect(code).toBe(0);
  expect(stderr).toContain(
    '2 prospects share the assistant demo-cs; a visit of one marks them all',
  );
});

test.each([
  [['--name', 'Jan <b>', '--assistant', 'a'], 'Nothing was added: the page would not show'],
  [['--name', 'Jan'], 'Nothing was added: the assistant id is missing'],
  [[], 'Usage:'],
  [['--csv', 'a.csv', '--name', 'Jan'], 'Usage:'],
  [['--csv', 'a.csv', '--out', './a.csv'], 'would overwrite'],
  [['--assistant', 'a', '--encoding', 'windows-1250'], 'Usage:'],
  [['--phone', '1'], "Unknown option '--phone'. --help explains the options.\n"],
  [['--csv', 'a.csv', '--lang', 'xx'], 'Nothing was added: lang must be one of en, cs,'],
  [['--assistant', 'a', '--lang', 'xx'], 'Nothing was added: lang must be one of en, cs,'],
  [['--lang', 'en'], 'Usage:'],
  [['--name'], "Option '--name <value>' argument missing. --help"],
  [['Jan'], "Unexpected argument 'Jan'"],
])('refuses %j with a message', async (args, sentence) => {
  const { code, stdout, stderr } = await run('outreach-add', args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain('    at ');
  expect(await listRows()).toEqual([]);
});

test.each([
  ['outreach-add', 'outreach:add -- --csv prospects.csv'],
  ['outreach-list', 'outreach:list'],
  ['outreach-remove', 'outreach:remove -- --name "Jan Novák" --company "Novák s.r.o."'],
  ['requests', 'requests -- --handled <id>'],
  ['personal-data', 'requests:erase -- --email person@example.com'],
  ['personal-data', 'data:export -- --email person@example.com'],
  ['funnel', 'funnel -- --days 7'],
  ['summary', 'summary'],
  ['doctor', 'doctor'],
] as const)('%s prints its help and the database that it would use', async (command, example) => {
  const { code, stdout, stderr } = await run(command, ['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('\nUsage:\n');
  expect(stdout.includes('\nOptions:\n')).toBe(command !== 'summary');
  expect(stdout).toContain(`  npm run ${example}\n`);
  expect(stdout).toMatch(new RegExp(`At present: ${database.url}\n$`));
  expect(await listRows()).toEqual([]);
});

test('prints the help of a command without a database', async () => {
  const { code, stdout } = await run('outreach-add', ['-h'], { SUPABASE_SECRET_KEY: '' });
  expect(code).toBe(0);
  expect(stdout).toContain('At present: SUPABASE_SECRET_KEY is missing');
});

test('a file is added as a whole, with progress, a summary and a file of links', async () => {
  const file = await writeCsv(
    'prospects.csv',
    [
      '\ufeffname;company;assistant',
      'Jan Novák;Novák s.r.o.;demo-cs',
      'Eva 2;Firma;demo-b',
      ';"=HYPERLINK(""x"")";demo-c',
      'Ivo;Firma',
      'Jan Novák;Novák s.r.o.;demo-cs',
      'Petr;Firma;not an id',
      '',
    ].join('\r\n'),
  );
  const first = await run('outreach-add', ['--csv', file]);
  expect(first.code).toBe(1);
  expect(first.stderr).toContain('6 of 6');
  expect(first.stderr).toContain('3 accepted (2 new, 1 already there), 3 refused.');
  expect(first.stderr).toMatch(/line 3: the page would not show/);
  expect(first.stderr).toMatch(/line 5: the assistant id is missing/);
  expect(first.stderr).toMatch(/line 7: an assistant id has/);
  const out = join(folder, 'prospects-links.csv');
  expect(first.stdout).toBe(`Links: ${out}\n`);
  expect((await readFile(out, 'utf8')).split('\r\n')).toEqual([
    '\ufeffname;company;assistant;lang;link',
    `Jan Novák;Novák s.r.o.;demo-cs;cs;${link}`,
    `;"'=HYPERLINK(""x"")";demo-c;cs;${SITE}/outreach?vapi_assistant_id=demo-c&company_name=%3DHYPERLINK%28%22x%22%29`,
    `Jan Novák;Novák s.r.o.;demo-cs;cs;${link}`,
    '',
  ]);
  expect(await listRows()).toHaveLength(2);

  const again = await run('outreach-add', ['--csv', file, '--out', join(folder, 'again.csv')]);
  expect(again.stderr).toContain('3 accepted (0 new, 3 already there), 3 refused.');
  expect(again.stderr).toContain('The links of those already there were renewed.');
  expect(await listRows()).toHaveLength(2);
});

test('a link names its language, by an option or by a column of the table', async () => {
  const english = '/outreach?vapi_assistant_id=demo-en&lang=en';
  const one = await run('outreach-add', ['--assistant', 'demo-en', '--lang', 'en']);
  expect(one).toMatchObject({ code: 0, stdout: `${SITE}${english}\n` });
  const file = await writeCsv(
    'languages.csv',
    'lang,name,company,assistant\ncs,,,demo-cs\nNULL,,,demo-en\nxx,,,a\n',
  );
  const { stderr } = await run('outreach-add', ['--csv', file, '--lang', 'en']);
  expect(stderr).toContain('line 4: lang must be one of en, cs,');
  const links = await readFile(join(folder, 'languages-links.csv'), 'utf8');
  expect(links).toContain(`demo-cs,cs,${SITE}/outreach?vapi_assistant_id=demo-cs\r\n`);
  expect(links).toContain(`demo-en,en,${SITE}${english}\r\n`);
});

test('a file in another encoding is refused, and read when that is named', async () => {
  const file = await writeCsv(
    'old.txt',
    Buffer.from('sep=;\r\nname;company;assistant;;\r\nEva Nov\xe1kov\xe1;F;a\r\n;;;\r\n', 'latin1'),
  );
  const refused = await run('outreach-add', ['--csv', file]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('--encoding windows-1250');
  expect(await listRows()).toEqual([]);

  const { code, stdout, stderr } = await run('outreach-add', [
    ...['--csv', file, '--encoding', 'windows-1250'],
  ]);
  expect(code).toBe(0);
  expect(stderr).toContain('1 accepted (1 new, 0 already there), 0 refused.');
  const out = join(folder, 'old-links.txt');
  expect(stdout).toBe(`Links: ${out}\n`);
  expect(await readFile(out, 'utf8')).toMatch(
    /^\ufeffname;company;assistant;lang;link\r\nEva Nováková;F;a;cs;/,
  );
  expect(await listRows()).toMatchObject([{ contact_name: 'Eva Nováková' }]);
});

test('a database that does not answer stops a file with its line', async () => {
  const file = await writeCsv('a.csv', 'name,company,assistant\nJan,F,a\n');
  const nowhere = { SUPABASE_URL: `http://127.0.0.1:${await findRandomFreePort()}` };
  const { code, stderr } = await run('outreach-add', ['--csv', file], nowhere);
  expect(code).toBe(1);
  expect(stderr).toMatch(/out of reach \(no answer\)\. .* Stopped at line 2; run it again/);
});

test('settings may have quotes, blanks and line ends around them', async () => {
  const { url, secretKey } = database;
  const { code, stdout } = await run('outreach-add', jan, {
    ...{ SUPABASE_URL: `"${url}"`, SUPABASE_SECRET_KEY: ` '${secretKey}'\r` },
    SITE_URL: `\ufeff${SITE}`,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${link}\n` });
});

test.each([
  ['firma.cz', 'SITE_URL must begin with https://'],
  ['', 'SITE_URL is missing'],
])('adds no prospect with SITE_URL=%s', async (siteUrl, message) => {
  const { code, stderr } = await run('outreach-add', jan, { SITE_URL: siteUrl });
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(await listRows()).toEqual([]);
});

test.each([
  ['outreach-add', jan],
  ['outreach-list', []],
  ['requests', []],
  ['personal-data', ['--email', 'eva@b.cz']],
  ['funnel', []],
] as const)('%s refuses a setting without the one that it needs', async (command, args) => {
  expect(await run(command, [...args], { ALERT_SMTP_URL: 'smtp://mail.example' })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'ALERT_SMTP_URL needs ALERT_MAIL_TO, which is not set. ' +
      '.env.example explains each setting.\n',
  });
  expect(await listRows()).toEqual([]);
});

test('the list shows who came, when, and when each link ends, the latest first', async () => {
  const called = '2026-01-01T10:02:00Z';
  const rows = [
    ['early', 'Eva', null, '2026-01-01T10:00:00Z', called, 125, 4],
    ['never', 'Ivo \u001b[31m', 'Firma', null, null, null, null],
    ['now', 'Jan Novák', 'Novák s.r.o.', null, called, 9, null],
  ] as const;
  await openProspects().insert(
    rows.map(([vapi_assistant_id, contact_name, company_name, visited_at, ...call]) => ({
      ...{ vapi_assistant_id, contact_name, company_name, visited_at },
      ...{ called_at: call[0], call_seconds: call[1], call_rating: call[2] },
      created_at: '2025-03-04T10:00:00Z',
    })),
  );
  await recordVisit('now');
  const { code, stdout, stderr } = await run('outreach-list');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(
    /^last visit \(UTC\) +last call \(UTC\) +length +rating +link ends +name +company +assistant +link$/,
  );
  const day = '\\d{4}-\\d\\d-\\d\\d';
  expect(lines[1]).toMatch(
    new RegExp(
      `^${day} \\d\\d:\\d\\d {2}2026-01-01 10:02 {2}0:09 +- +${day} {2}Jan Novák +Novák s\\.r\\.o\\. +now +${SITE}/outreach\\?vapi_assistant_id=now&contact_name=Jan%20Nov%C3%A1k&`,
    ),
  );
  expect(lines[2]).toMatch(
    /^2026-01-01 10:00 {2}2026-01-01 10:02 {2}2:05 +4 +2027-01-01 {2}Eva +- +early +https:/,
  );
  expect(lines[3]).toMatch(/^- +- +- +- +2026-03-04 {2}Ivo \[31m +Firma +never +https:/);
  expect(lines).toHaveLength(4);
  expect(stderr).toContain('2 of 3 visited');
});

test('outreach:add reads what outreach:list and outreach:add have written', async () => {
  const companies = ['=1+1', "'=x", '👩\u200d💻 "Studio"; s.r.o.'];
  for (const company of companies)
    await run('outreach-add', ['--assistant', 'demo-en', '--company', company]);
  const list = await writeCsv('list.csv', (await run('outreach-list', ['--csv'])).stdout);
  const read = await run('outreach-add', ['--csv', list]);
  expect(read).toMatchObject({ code: 0, stdout: `Links: ${join(folder, 'list-links.csv')}\n` });
  const again = await run('outreach-add', ['--csv', join(folder, 'list-links.csv')]);
  for (const { stderr } of [read, again])
    expect(stderr).toContain('3 accepted (0 new, 3 already there), 0 refused.');
  expect((await listRows()).map(({ company_name }) => company_name).sort()).toEqual(
    companies.sort(),
  );
});

describe('removing a prospect', () => {
  const select = async () => (await openProspects().select('id, contact_name').throwOnError()).data;

  beforeEach(async () => {
    await openProspects().insert([
      { vapi_assistant_id: 'a', contact_name: 'Jan Novák', company_name: 'Novák s.r.o.' },
      { vapi_assistant_id: 'b', contact_name: 'Jan Novák', company_name: null },
      { vapi_assistant_id: 'c', contact_name: 'Eva' },
    ]);
  });

  test('asks first, so that a script without --yes deletes nothing', async () => {
    const { code, stdout, stderr } = await run('outreach-remove', ['--name', 'Eva']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Eva +- +c +[\da-f-]{36}$/m);
    expect(stderr).toBe(
      `Delete this prospect in ${database.url} for good? ` +
        'Nothing was deleted. Add --yes: there is no terminal to ask in.\n',
    );
    expect(await select()).toHaveLength(3);
  });

  test('deletes the one that matches, with --yes', async () => {
    const company = ['--name', 'Jan Novák', '--company', 'Novák s.r.o.'];
    const { code, stdout } = await run('outreach-remove', [...company, '--yes']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Deleted 1 prospect in \S+\.\n$/);
    expect((await select()).map((person) => person.contact_name).sort()).toEqual([
      'Eva',
      'Jan Novák',
    ]);
  });

  test('finds one by what outreach:add accepts for it', async () => {
    const name = ['--name', 'Ing. Eva  Malá , Ph.D.', '--company', ' Malá  s.r.o.'];
    const person = [...name, '--assistant', ' d '];
    expect((await run('outreach-add', person)).code).toBe(0);
    expect((await run('outreach-remove', [...person, '--yes'])).code).toBe(0);
    expect(await select()).toHaveLength(3);
  });

  test('lists several that match, and deletes the one whose id is passed', async () => {
    const { code, stdout, stderr } = await run('outreach-remove', ['--name', 'Jan Novák', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toContain('Nothing was deleted: pass --id.');
    const [, id = ''] = /Jan Novák +- +b +([\da-f-]{36})/.exec(stdout) ?? [];
    expect((await select()).map((person) => person.id)).toContain(id);
    expect((await run('outreach-remove', ['--id', id, '--yes'])).code).toBe(0);
    const left = await select();
    expect(left).toHaveLength(2);
    expect(left.map((person) => person.id)).not.toContain(id);
  });

  test.each([
    [['--name', 'Nobody', '--yes'], 'There is no such prospect in'],
    [['--id', '7', '--yes'], '--id needs the id of a row'],
    [['--yes'], 'Usage:'],
    [[], 'Usage:'],
  ])('refuses %j', async (args, sentence) => {
    const { code, stderr } = await run('outreach-remove', args);
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(await select()).toHaveLength(3);
  });
});

describe('the open requests', () => {
  const HOUR = 3_600_000;
  const createRequest = (email: string, ms: number, more: object = {}) => ({
    ...buildRequest({ email, message: null }),
    created_at: formatTimeAgo(ms),
    handled_at: null,
    suspected_spam: false,
    source: 'direct',
    ...more,
  });

  const SHORT_FIELDS = CONTACT_FIELD_NAMES.filter(
    (name) => CONTACT_FIELDS[name].control !== 'textarea',
  );
  const LONG_FIELDS = CONTACT_FIELD_NAMES.filter((name) => !SHORT_FIELDS.includes(name));
  const HEADS = [...SHORT_FIELDS, 'source', 'id', ...LONG_FIELDS].map(
    (name) => ({ service_type: 'service', email: 'address' })[String(name)] ?? name,
  );

  beforeEach(async () => void (await openRequests().delete().neq('email', '')));

  test('are listed with their age, the oldest first, the overdue ones marked', async () => {
    const crm = { service_type: 'crm-integrations' } as const;
    await openRequests().insert([
      createRequest('new@example.com', 5 * HOUR + 7 * 60_000),
      createRequest('late@example.com', 20 * HOUR + 60_000, { ...crm, source: 'search' }),
      createRequest('spam@example.com', 52 * HOUR + 60_000, { suspected_spam: true }),
      createRequest('fast@example.com', 2 * HOUR + 60_000, { suspected_spam: true }),
      createRequest('sly\u202e@example.com', 60_000),
      createRequest('done@example.com', HOUR, { handled_at: formatTimeAgo(0) }),
    ]);
    const { code, stdout, stderr } = await run('requests');
    expect(code).toBe(0);
    const [head, ...lines] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(head).toEqual(['age', ...HEADS]);
    expect(head?.slice(0, 3)).toEqual(['age', 'service', 'address']);
    const createCells = (age: string, mark: string, email: string, more = {}, from = 'direct') => {
      const request = buildRequest({ email, message: null, ...more });
      const fields = SHORT_FIELDS.map((name) => request[name] ?? '-');
      const id = expect.stringMatching(/^[\da-f-]{36}$/) as string;
      return [age, mark, ...fields, from, id, request.message ?? '-'];
    };
    expect(lines).toEqual([
      createCells('2 d 4 h', 'OVERDUE spam?', 'spam@example.com'),
      createCells('20 h 1 min', 'OVERDUE', 'late@example.com', crm, 'search'),
      createCells('5 h 7 min', '-', 'new@example.com'),
      createCells('2 h 1 min', 'spam?', 'fast@example.com'),
      createCells('0 h 1 min', '-', 'sly@example.com'),
    ]);
    expect(stderr).toBe(`5 open, 2 of them overdue, in ${database.url}.\n`);
  });

  test('are all listed where the API returns fewer at once', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => createRequest(`p${n}@example.com`, HOUR));
    await openRequests().insert(rows);
    const { stdout, stderr } = await run('requests');
    expect(new Set(stdout.match(/p\d+@/g)).size).toBe(250);
    expect(stderr).toBe(`250 open, 0 of them overdue, in ${database.url}.\n`);
  });

  test('prints that there are no open requests', async () => {
    expect(await run('requests', ['--csv'])).toMatchObject({
      code: 0,
      stdout: `\ufeffreceived,mark,${HEADS.join()}\r\n`,
    });
    expect(await run('requests')).toEqual({
      code: 0,
      stdout: '',
      stderr: `0 open, 0 of them overdue, in ${database.url}.\n`,
    });
  });

  test('are printed with their source for a spreadsheet', async () => {
    await openRequests().insert([
      createRequest('a@example.com', HOUR, { source: 'referral:b.example' }),
    ]);
    const { stdout } = await run('requests', ['--csv']);
    expect(stdout).toMatch(/,a@example\.com,referral:b\.example,[\da-f-]{36},\r\n$/);
  });

  test('are printed for Excel, with its dates and the names of services', async () => {
    await openRequests().insert([
      createRequest('a@example.com', HOUR, { created_at: '2026-03-04T05:06:07.8+00:00' }),
    ]);
    const { stdout } = await run('requests', ['--excel']);
    const [head, row] = stdout.split('\r\n');
    expect(head).toBe(`\ufeffreceived (UTC);mark;${HEADS.join(';')}`);
    expect(row).toMatch(/^2026-03-04 05:06:07;OVERDUE;/);
    expect(row).toContain(`;${getServiceName('other')};a@example.com;direct;`);
  });

  test('end without an error once their reader has seen enough', async () => {
    await openRequests().insert([createRequest('a@example.com', HOUR)]);
    const args = ['--conditions=react-server', join(built, 'requests.mjs')];
    const command = spawn(process.execPath, args, { env: process.env });
    command.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
    expect({ code, stderr: stderr.replace(/^1 open.*\n/, '') }).toEqual({ code: 0, stderr: '' });
  });

  test('are never younger than now', async () => {
    await openRequests().insert([createRequest('a@example.com', -HOUR)]);
    expect((await run('requests')).stdout).toMatch(/^0 h 0 min /m);
  });

  test('are printed without the log of a retry, which may not get into the file', async () => {
    let requests = 0;
    const server = createServer(({ url = '', headers }, response) => {
      requests += 1;
      if (requests === 1) return response.destroy();
      const { apikey = '' } = headers;
      void fetch(database.url + url, { headers: { apikey: String(apikey) } }).then(async (answer) =>
        response.writeHead(answer.status).end(await answer.text()),
      );
    });
    const SUPABASE_URL = `http://127.0.0.1:${await listen(server)}`;
    const { code, stdout, stderr } = await run('requests', ['--csv'], { SUPABASE_URL });
    server.close();
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `\ufeffreceived,mark,${HEADS.join()}\r\n`,
    });
    expect(stderr).toContain('"msg":"database call failed"');
  });

  test('keep their lines short next to a long message', async () => {
    await openRequests().insert([
      createRequest('a@example.com', 2 * HOUR),
      createRequest('b@example.com', HOUR, { message: 'word '.repeat(200).trim() }),
    ]);
    const [, first = '', second = ''] = (await run('requests')).stdout.split('\n');
    expect(first.length).toBeLessThan(150);
    expect(second).toMatch(/ {2}[\da-f-]{36} {2}(word ?){200}$/);
  });

  test('can be marked as answered once', async () => {
    await openRequests().insert([
      createRequest('a@example.com', HOUR),
      createRequest('b@example.com', HOUR),
    ]);
    const { data } = await openRequests().select('id').eq('email', 'a@example.com').single();
    const id = data?.id ?? '';
    const marked = await run('requests', ['--handled', id]);
    expect(marked).toEqual({
      code: 0,
      stdout: `Marked request ${id} as answered in ${database.url}.\n`,
      stderr: '',
    });
    const readRows = async () =>
      (await openRequests().select('email, handled_at').order('email').throwOnError()).data;
    const before = await readRows();
    expect(before).toEqual([
      { email: 'a@example.com', handled_at: expect.any(String) as string },
      { email: 'b@example.com', handled_at: null },
    ]);

    const again = await run('requests', ['--handled', id]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toBe(`There is no open request ${id} in ${database.url}.\n`);
    expect(await readRows()).toEqual(before);
  });

  test('cannot be marked with an unknown id', async () => {
    const id = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
    expect(await run('requests', ['--handled', id])).toMatchObject({
      code: 1,
      stderr: `There is no open request ${id} in ${database.url}.\n`,
    });
    for (const slip of ['', 'a@example.com', '1']) {
      const { code, stderr } = await run('requests', ['--handled', slip]);
      expect(code).toBe(1);
      expect(stderr).toContain('--handled needs the id of a request');
    }
  });
});

describe('what is kept about a person', () => {
  const EMAIL = 'eva@example.com';
  const readKeys = async () =>
    (await connect().from('rate_limits').select('key').throwOnError()).data;
  const readSubjects = async () =>
    (await connect().from('alerts').select('subject').throwOnError()).data;
  let requestId: string;

  beforeEach(async () => {
    await connect().from('alerts').delete().neq('dedupe', '');
    await connect().from('rate_limits').delete().neq('key', '');
    await openRequests().delete().neq('email', '');
    await storeStrategySession(buildRequest({ email: 'ota@example.com', message: null }));
    const request = buildRequest({ email: EMAIL, message: 'Call me' });
    await storeStrategySession(request, { source: 'utm:news' });
    const { data } = await openRequests().select('id').eq('email', EMAIL).single();
    requestId = data?.id ?? '';
    const signal = AbortSignal.timeout(9000);
    for (const email of [EMAIL, 'ota@example.com'])
      await consumeShared([createEmailLimit(email)], null, signal);
    await openProspects().insert([
      { vapi_assistant_id: 'demo-cs', contact_name: 'Eva' },
      { vapi_assistant_id: 'demo-en', contact_name: 'Ota' },
    ]);
  });

  test('is exported as JSON for an address in any spelling', async () => {
    const exporting = run('personal-data', ['--export', '--email', ' Eva@Example.com'], {
      SITE_URL: '',
    });
    const { code, stdout } = await exporting;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      requests: [expect.objectContaining({ id: requestId, email: EMAIL, source: 'utm:news' })],
      alerts: expect.arrayContaining(
        ['request', 'acknowledgement'].map((kind) =>
          expect.objectContaining({ kind, subject: requestId }),
        ),
      ),
      counters: [expect.objectContaining({ hits: 1 })],
      calls: [],
      prospects: [],
    });
    const prospect = await exportData(['--assistant', 'demo-cs']);
    expect(JSON.parse(prospect.stdout)).toMatchObject({ prospects: [{ contact_name: 'Eva' }] });
  });

  test('is erased with --yes, and nothing about others', async () => {
    expect(await eraseData(['--email', ' Eva@Example.com', '--yes'])).toEqual({
      code: 0,
      stdout: `Erased 1 request, 2 alerts, 1 rate limit counter in ${database.url}.\n`,
      stderr: '',
    });
    expect((await openRequests().select('email')).data).toEqual([{ email: 'ota@example.com' }]);
    expect(await readKeys()).toHaveLength(1);
    const subjects = (await readSubjects()).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects).not.toContain(requestId);
    expect(await listRows()).toHaveLength(2);
    expect((await eraseData(['--email', EMAIL, '--yes'])).stdout).toBe(
      `Nothing is kept about this person in ${database.url}.\n`,
    );
  });

  test('is erased for a prospect, by the assistant', async () => {
    for (const assistant_id of ['demo-cs', 'demo-en'])
      await connect().rpc('alert_prospect', { kind: 'prospect-visited', assistant_id, facts: {} });
    const { data: prospect } = await openProspects()
      .select('id')
      .eq('vapi_assistant_id', 'demo-cs')
      .single();
    const call = { personal: true, ends_by: formatTimeAgo(0) };
    const live = { ...call, ended_at: null, ends_by: formatTimeAgo(-60_000) };
    await connect()
      .from('calls')
      .insert([
        { ...call, id: 'theirs', assistant_id: 'demo-cs', ended_at: null },
        { ...live, id: 'ended', assistant_id: 'demo-cs', ended_at: formatTimeAgo(0) },
        { ...live, id: 'live', assistant_id: 'demo-cs' },
        { ...call, id: 'page', assistant_id: 'demo-cs', ended_at: null, personal: false },
        { ...call, id: 'other', assistant_id: 'demo-en', ended_at: null },
      ]);
    const before = await readSubjects();
    const { stdout } = await eraseData(['--assistant', 'demo-cs', '--yes']);
    expect(stdout).toBe(`Erased 1 prospect, 2 calls, 1 alert in ${database.url}.\n`);
    const calls = connect().from('calls');
    const { data: kept } = await calls.delete().neq('id', '').select('id');
    expect(kept?.map(({ id }) => id).sort()).toEqual(['live', 'other', 'page']);
    expect(await listRows()).toMatchObject([{ contact_name: 'Ota' }]);
    const isOfOthers = ({ subject }: { subject: string | null }) => subject !== prospect?.id;
    expect(await readSubjects()).toEqual(before.filter(isOfOthers));
    expect(before.filter(isOfOthers)).toHaveLength(before.length - 1);
  });

  test('is erased as a whole while other rows are deleted', async () => {
    const rows = Array.from({ length: 250 }, () => buildRequest({ email: EMAIL, message: null }));
    const created_at = new Date(Date.now() - 3_600_000).toISOString();
    await openRequests().insert(rows.map((row) => ({ ...row, created_at })));
    let isPurged = false;
    const server = createServer(async (request, response) => {
      const { url = '', method = '', headers } = request;
      const init = { method, headers: { apikey: String(headers['apikey']) } };
      const answer = await fetch(database.url + url, init);
      const body = await answer.text();
      if (!isPurged && url.includes('strategy_sessions')) {
        isPurged = true;
        const [first] = JSON.parse(body) as { id: string }[];
        await openRequests()
          .delete()
          .eq('id', first?.id ?? '');
      }
      response.writeHead(answer.status).end(body || undefined);
    });
    const SUPABASE_URL = `http://127.0.0.1:${await listen(server)}`;
    const { code } = await run('personal-data', ['--email', EMAIL, '--yes'], { SUPABASE_URL });
    server.close();
    expect(code).toBe(0);
    expect((await openRequests().select('id').eq('email', EMAIL)).data).toEqual([]);
  });

  test('stays without --yes and without a terminal', async () => {
    const { code, stderr } = await eraseData(['--email', EMAIL]);
    expect(code).toBe(1);
    expect(stderr).toContain(`Erase 1 request, 2 alerts, 1 rate limit counter in ${database.url}?`);
    expect(stderr).toContain('Add --yes');
    expect((await openRequests().select('id')).data).toHaveLength(2);
  });

  test('needs settings with which the site starts', async () => {
    const { code, stderr } = await run('personal-data', ['--email', EMAIL], { CALLS_OFF: 'maybe' });
    expect(code).toBe(1);
    expect(stderr).toContain('CALLS_OFF must be true or false');
  });

  test('is found for an address in each form that a browser sends or once sent', async () => {
    const forms = ['ján@müller.de', 'ja\u0301n@mu\u0308ller.de', 'ján@xn--mller-kva.de'];
    // Version 0.1.0 stored such addresses.
    const older = ['ján@müller.de;', '\u200bján@mu\u0308ller.de', "'ján@ｍüller.de'"];
    const created_at = new Date(Date.now() - 3_600_000).toISOString();
    for (const email of forms) {
      const rows = [...forms, ...older].map((form) => ({
        ...buildRequest({ email: form, message: null }),
        created_at,
      }));
      expect((await openRequests().insert(rows)).error).toBeNull();
      await consumeShared([createEmailLimit(email)], null, AbortSignal.timeout(9000));
      const kept = JSON.parse((await exportData(['--email', forms[0] ?? ''])).stdout) as object;
      expect(kept).toMatchObject({ requests: Array(6).fill({}), counters: [{}] });
      expect((await eraseData(['--email', email, '--yes'])).stdout).toContain('Erased 6 requests,');
    }
    expect((await openRequests().select('email')).data).toHaveLength(2);
  });

  test('is found for a prospect, however the id is written', async () => {
    const id = '3D0C2D9E-7A51-4C3B-9A0E-2F6D1B8E5C77';
    for (const vapi_assistant_id of [id.toLowerCase(), id])
      await openProspects().insert({ vapi_assistant_id });
    const { stdout } = await eraseData(['--assistant', id, '--yes']);
    expect(stdout).toBe(`Erased 2 prospects in ${database.url}.\n`);
  });
});

describe('the funnel', () => {
  const getDay = (daysAhead: number) =>
    new Date(Date.now() + daysAhead * 24 * 3_600_000).toISOString().slice(0, 10);
  // Both stay on their side of “today”, even if midnight passes during a test.
  const [before, tomorrow] = [getDay(-2), getDay(1)];
  const view = { page: '/', language: 'en', device: 'phone', entry: 'direct' };
  const openCounters = () => connect().from('funnel_counts');
  beforeEach(async () => void (await openCounters().delete().neq('event', '')));

  test('is printed with its rates for the requested days', async () => {
    const createCounter = (day: string, event: string, count: number, detail = '') => ({
      ...view,
      ...{ day, event, count, detail },
    });
    await openCounters().insert([
      createCounter(tomorrow, 'page_seen', 30),
      createCounter(before, 'page_seen', 10),
      createCounter(tomorrow, 'dialog_opened', 6, 'hero'),
      createCounter(tomorrow, 'call_active', 4, '3'),
    ]);
    const { code, stdout, stderr } = await run('funnel');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`in ${database.url}.`),
    });
    expect(stdout).toMatch(/^page seen +40 +0$/m);
    expect(stdout).toMatch(/^dialog opened +6 +15 % +0 +-$/m);
    expect(stdout).toMatch(/^seconds from start to active, at most .*\n3 +4 +100 %/m);
    expect((await run('funnel', ['--days', '1'])).stdout).toMatch(/^page seen +30 +0$/m);
  });

  test('counts more details than the API returns at once', async () => {
    const rows = Array.from({ length: 150 }, (_, n) => ({
      ...view,
      ...{ day: tomorrow, event: 'page_seen', count: 1, detail: String(n) },
    }));
    expect((await openCounters().insert(rows)).error).toBeNull();
    expect((await run('funnel')).stdout).toMatch(/^page seen +150 +0$/m);
  });

  test.each(['0', '761', '1.5', 'all', ''])('rejects --days %j', async (days) => {
    const { code, stdout, stderr } = await run('funnel', ['--days', days]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('--days must be a whole number from 1 to 760.\n');
  });
});

test('the summary shows this week so far, and the last one', async () => {
  const getDay = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 24 * 3_600_000).toISOString().slice(0, 10);
  const view = { page: '/', language: 'en', device: 'phone', entry: 'direct', detail: '' };
  await connect().from('funnel_counts').delete().neq('event', '');
  await connect()
    .from('funnel_counts')
    .insert(
      [0, 7].map((ago) => ({ ...view, day: getDay(ago), event: 'page_seen', count: 3 + ago })),
    );
  const { code, stdout } = await run('summary');
  expect(code).toBe(0);
  const [week, before] = stdout.split('\n\n');
  expect(week).toMatch(/^Monday \S+ to Sunday \S+, UTC:\nVisits: 3\b.*\nCalls: 0/);
  expect(before).toMatch(/^Monday \S+ to Sunday \S+, UTC:\nVisits: 10\n/);
});

describe('the doctor', () => {
  const KEY = 'sb_secret_nobody_may_see';
  const runDoctor = async (...args: string[]) =>
    run('doctor', args, {
      SITE_URL: `http://localhost:${await findRandomFreePort()}`,
      SUPABASE_SECRET_KEY: KEY,
    });

  test('prints one line per check with finding and advice, but no key', async () => {
    const { code, stdout, stderr } = await runDoctor();
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(new RegExp(`^http://localhost:\\d+ with ${database.url}$`));
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^✗ database: .*: The database has refused the key \(401 PGRST301\)\. Set SUPABASE_/,
      ),
    );
    expect(lines).toContain('– write: not examined, because “database” has failed.');
    expect(lines).toContainEqual(
      expect.stringMatching(/^✗ site: no answer from localhost:\d+ \(ECONNREFUSED\)\. \w/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^! alerts: no channel reports new requests\. Set/),
    );
    const checks = lines.filter((line) => /^[✓!✗–] /.test(line));
    const count = (sign: string) => checks.filter((line) => line.startsWith(sign)).length;
    expect(['✓', '!', '✗'].map(count)).toEqual([1, 1, 2]);
    expect(lines.at(-2)).toMatch(/^ok \d+, warning \d+, failed 2, skipped \d+$/);
    expect(checks.length).toBeGreaterThan(12);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).not.toContain(KEY);
  });

  test('with --alert it sends a test alert and examines nothing else', async () => {
    let shown: string | null = null;
    const server = createServer(async (request, response) => {
      const receipt = createWebhookReply('teams', await text(request));
      shown = receipt.shown;
      response.writeHead(receipt.status).end();
    });
    const { code, stdout } = await run('doctor', ['--alert'], {
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${await listen(server)}/`,
      ALERT_WEBHOOK_KIND: 'teams',
    });
    server.close();
    expect(shown).toBe('Test by npm run doctor: nothing to do.');
    const checks = stdout.split('\n').filter((line) => /^[✓!✗–] /.test(line));
    expect(checks).toEqual([
      expect.stringMatching(/^✓ settings: /),
      expect.stringMatching(/^! alerts: .* only a look at the channel proves delivery\.$/),
    ]);
    expect(code).toBe(0);
  });

  test('names the missing one of SUPABASE_URL and SUPABASE_SECRET_KEY', async () => {
    const { code, stdout } = await run('doctor', [], { SUPABASE_SECRET_KEY: '' });
    expect(stdout).toContain('✗ settings: SUPABASE_SECRET_KEY is missing. .env.example');
    expect(code).toBe(1);
  });
});

test('calls:stop switches calls off and ends those that go on', async () => {
  const ended: string[] = [];
  const provider = createServer(async (request, response) => {
    ended.push(`${request.url} ${await text(request)}`);
    response.writeHead(404).end();
  });
  const control_url = `http://127.0.0.1:${await listen(provider)}/control`;
  const call = {
    ...{ assistant_id: 'demo', caller: null, personal: false, call_id: null },
    ends_by: formatTimeAgo(-60_000),
  };
  const openCalls = () => connect().from('calls');
  await openCalls().insert([
    { ...call, id: 'goes-on', control_url },
    { ...call, id: 'is-created', control_url: null },
    { ...call, id: 'is-over', control_url, ends_by: formatTimeAgo(60_000) },
  ]);
  // Only links need an address of the site.
  const result = await run('calls-stop', [], { SITE_URL: '' });
  provider.close();
  expect(result).toEqual({
    code: 1,
    stdout: `Calls are off in ${database.url}.\nEnded 1 of 2 calls.\n`,
    stderr: 'The others end at their limit, or in the dashboard of the provider.\n',
  });
  expect(ended).toEqual(['/control {"type":"end-call"}']);
  expect((await connect().from('call_switch').select('calls_on')).data).toEqual([
    { calls_on: false },
  ]);
  const { data } = await openCalls().select('id').is('left_at', null).order('id');
  expect(data).toEqual([{ id: 'is-over' }]);
});

test('calls:stop says how the database failed when an end was not stored', async () => {
  await connect()
    .from('calls')
    .insert({
      ...{ id: 'unstored', assistant_id: 'demo', personal: false },
      ends_by: formatTimeAgo(-60_000),
    });
  const server = createServer(async (request, response) => {
    const { url = '', method = '', headers } = request;
    if (url.includes('end_call')) return response.writeHead(403).end('{"code":"42501"}');
    const names = ['apikey', 'content-type', 'prefer'];
    const answer = await fetch(database.url + url, {
      method,
      headers: names.flatMap((name): [string, string][] =>
        headers[name] ? [[name, String(headers[name])]] : [],
      ),
      ...(method !== 'GET' && { body: await text(request) }),
    });
    return response.writeHead(answer.status).end((await answer.text()) || undefined);
  });
  const env = {
    SUPABASE_URL: `http://127.0.0.1:${await listen(server)}`,
    VAPI_PRIVATE_KEY: '0dd4a36c-5b6b-4c3c-9a3c-0c1f7f7b6a10',
    VAPI_ORG_ID: 'org',
    VAPI_API_URL: 'http://127.0.0.1:1',
  };
  const { code, stderr } = await run('calls-stop', [], env);
  server.close();
  await connect().from('calls').delete().eq('id', 'unstored');
  expect(code).toBe(1);
  expect(stderr).toContain('missing or closed (403 42501). Apply');
});
