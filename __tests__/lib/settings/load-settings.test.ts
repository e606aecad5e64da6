/** @jest-environment node */
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

test.each<[what: string, file: string | Buffer]>([
  ['as it should be', PLAIN],
  ['with the byte order mark of Notepad', `\ufeff${PLAIN}`],
  ['with the line ends of Windows', PLAIN.replaceAll('\n', '\r\n')],
  ['with both', `\ufeff${PLAIN.replaceAll('\n', '\r\n')}`],
  ['with the line ends of old Macs', PLAIN.replaceAll('\n', '\r')],
  ['in UTF-16 of the other byte order', Buffer.from(`\ufeff${PLAIN}`, 'utf16le').swap16()],
  ['in UTF-16, as PowerShell writes it', Buffer.from(`\ufeff${PLAIN}`, 'utf16le')],
  ['with quotes', 'SITE_URL="https://a.example"\nSUPABASE_URL=\'https://b.example\'\n'],
  ['with quotes within quotes', `SITE_URL='"https://a.example"'\nSUPABASE_URL=https://b.example`],
  ['with spaces', ' SITE_URL = https://a.example \nSUPABASE_URL =" https://b.example "\n'],
  ['with colons', 'SITE_URL: https://a.example\nSUPABASE_URL : https://b.example\n'],
  ['with a colon and no space', 'SITE_URL:https://a.example\nSUPABASE_URL:"https://b.example"'],
  [
    'for a shell',
    `# ours\nexport SITE_URL=https://a.example\n\nexport SUPABASE_URL: https://b.example`,
  ],
])('reads a file %s', (_what, file) => {
  expect(load({ '.env': file })).toEqual(SETTINGS);
});

test.each([
  ...['  # Alerts: mail', 'Alerts', '[alerts]', '-----', '; x', '// x', 'REM x', 'set -a', '```'],
  ...['environment:', '\u200b', '#', '  #SITE_URL=https://c.example'],
])('a line %j leaves the next setting alone', (line) => {
  expect(load({ '.env': PLAIN.replace('\n', `\n${line}\n`) })).toEqual(SETTINGS);
});

test('reads a quoted value of several lines', () => {
  const CRON_SECRET = 'first\nSITE_URL=https://c.example\nlast';
  const file = `CRON_SECRET="${CRON_SECRET}"\n${PLAIN}`;
  expect(load({ '.env': file })).toEqual({ ...SETTINGS, CRON_SECRET });
});

test('keeps separators inside a value', () => {
  const CRON_SECRET = 'A=b: C="d"-16-characters';
  expect(load({ '.env': `CRON_SECRET=${CRON_SECRET}\n` })).toEqual({ CRON_SECRET });
});

test.each(['', ' # ours', ' #'])('keeps a # in an address, before %j', (comment) => {
  const SUPABASE_URL = 'https://jan:2024#Heslo@b.example/#';
  const file = `SUPABASE_URL = ${SUPABASE_URL}${comment}\nSITE_URL=https://a.example # ours\n`;
  expect(load({ '.env': file })).toEqual({ SITE_URL: 'https://a.example', SUPABASE_URL });
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
