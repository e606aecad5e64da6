import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@/lib/settings/load-settings';

const { env } = process;
const root = process.cwd();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callwright-settings-'));
  process.chdir(folder);
});
afterEach(() => {
  process.env = env;
  process.chdir(root);
  rmSync(folder, { recursive: true });
});

/** Loads the settings in a folder with these files. */
function load(files: Record<string, string | Buffer>, variables: Record<string, string> = {}) {
  for (const [name, content] of Object.entries(files)) writeFileSync(name, content);
  process.env = { NODE_ENV: 'production', ...variables };
  loadSettings();
  const { SITE_URL, SUPABASE_URL, CRON_SECRET } = process.env;
  return Object.fromEntries(
    Object.entries({ SITE_URL, SUPABASE_URL, CRON_SECRET }).filter(([, text]) => text),
  );
}

const SETTINGS = { SITE_URL: 'https://a.example', SUPABASE_URL: 'https://b.example' };
const PLAIN = 'SITE_URL=https://a.example\nSUPABASE_URL=https://b.example\n';

test.each<[what: string, file: string]>([
  ['as it should be', PLAIN],
  ['with the byte order mark and line ends of Windows', `\ufeff${PLAIN.replaceAll('\n', '\r\n')}`],
  ['with the line ends of old Macs', PLAIN.replaceAll('\n', '\r')],
  ['with quotes', 'SITE_URL="https://a.example"\nSUPABASE_URL=\'https://b.example\'\n'],
  ['with quotes within quotes', `SITE_URL='"https://a.example"'\nSUPABASE_URL=https://b.example`],
  ['with spaces', ' SITE_URL = https://a.example \nSUPABASE_URL =" https://b.example "\n'],
  ['for a shell', `export SITE_URL=https://a.example\nexport SUPABASE_URL="https://b.example"`],
  ['with comments', `#a\n\n  # B=c\n${PLAIN.replaceAll('\n', ' # "it\'s" #1\n')}CRON_SECRET= # d`],
  ['that sets a name again', `SITE_URL=https://c.example\n${PLAIN}`],
])('reads a file %s', (_what, file) => {
  expect(load({ '.env': file })).toEqual(SETTINGS);
});

test.each([
  ...['A=b: C="d"', '$SITE_URL', '${SITE_URL}', '\\$SITE_URL', '$$', '$(id)', '`id`'],
  ...['"a # b"', "'a#b'", `'it"s #1'`, '"a\\nb"', 'a\\tb', '\\'],
])('a value means what is written: %s', (written) => {
  const file = `${PLAIN}CRON_SECRET=${written}\n`;
  const CRON_SECRET = written.replace(/^(["'])(.*)\1$/, '$2');
  expect(load({ '.env': file })).toEqual({ ...SETTINGS, CRON_SECRET });
});

// Next reads .env files in each of its processes, and expands `$` even in what was set before.
test.each(['build and start', 'dev'])('Next leaves the values alone in %s', (mode) => {
  const CRON_SECRET = '16-characters-$SITE_URL-${SITE_URL}-\\$';
  load({ '.env': `${PLAIN}CRON_SECRET=${CRON_SECRET}\n` });
  jest.resetModules();
  const { loadEnvConfig } = createRequire(require.resolve('next/package.json'))('@next/env') as {
    loadEnvConfig: (folder: string, isDev: boolean) => void;
  };
  loadEnvConfig(folder, mode === 'dev');
  expect(process.env).toMatchObject({ ...SETTINGS, CRON_SECRET });
});

test.each([
  ...['CRON_SECRET=pass#word', 'CRON_SECRET="pass', 'CRON_SECRET="pass"word"'],
  ...['CRON_SECRET=a#b # c', 'CRON_SECRET="pass\nword"'],
  ...['CRON_SECRET: pass', 'CRON_SECRET', '[pass]', '; pass', '// pass', '=pass'],
])('refuses the line %j by its number, and does not repeat it', (line) => {
  const refusal = /^\.env, line 2: write NAME=value, with one pair of quotes .* has # or quotes/;
  const file = PLAIN.replace('\n', `\n${line}\n`);
  expect(() => load({ '.env': file })).toThrow(refusal);
  expect(() => load({ '.env': file })).not.toThrow('pass');
});

test('refuses a file that is not UTF-8', () => {
  const utf16 = Buffer.from(`\ufeff${PLAIN}`, 'utf16le');
  expect(() => load({ '.env': utf16 })).toThrow('.env is not UTF-8: save it as UTF-8.');
});

test('the environment overrides every file, and .env.local overrides .env', () => {
  const files = {
    '.env': PLAIN,
    '.env.local': '\ufeffSITE_URL=https://c.example\nSUPABASE_URL=https://c.example\n',
  };
  expect(load(files, { SITE_URL: '"https://d.example" ' })).toEqual({
    SITE_URL: 'https://d.example',
    SUPABASE_URL: 'https://c.example',
  });
});
