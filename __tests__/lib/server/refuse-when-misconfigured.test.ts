import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Startup from '@/lib/server/refuse-when-misconfigured';
import { SITE_BUILD_FILE } from '@/lib/site/site-build';
import { resetSharedState } from '@/__tests__/support/shared-state';
import { collectLogLines } from './log/log-lines';

const NEXT_DIST_DIR = mkdtempSync(join(tmpdir(), 'callwright-build-'));
const complete = {
  NODE_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
  SITE_URL: 'https://callwright.example',
  NEXT_DIST_DIR,
} as const;
const builtIn = { SITE_URL: complete.SITE_URL, HSTS: 'max-age=63072000', RETENTION_MONTHS: 12 };
const build = (settings: object = builtIn) =>
  writeFileSync(join(NEXT_DIST_DIR, SITE_BUILD_FILE), JSON.stringify({ settings }));

const lines = collectLogLines();
const listErrors = () => lines.filter(({ level }) => level === 'error');
let startup: typeof Startup;
beforeEach(async () => {
  build();
  jest.resetModules();
  startup = await import('@/lib/server/refuse-when-misconfigured');
});
afterAll(() => rmSync(NEXT_DIST_DIR, { recursive: true }));

test('accepts complete settings and logs what is off in one line', () => {
  expect(startup.checkSettings({ ...complete, VAPI_PUBLIC_KEY: 'pk-1234' })).toBe(true);
  const off = expect.stringContaining('; TRUSTED_IP_HEADER (limits per address, ');
  expect(lines).toEqual([expect.objectContaining({ level: 'info', msg: 'not set', off })]);
  // Nothing is off without the last one.
  for (const name of ['VAPI_PUBLIC_KEY', 'VAPI_API_URL'])
    expect(lines[0]?.['off']).not.toContain(name);
});

test('refuses wrong and missing settings by name and reason, without the value', () => {
  const wrong = { SUPABASE_URL: '', SUPABASE_SECRET_KEY: 'sb_publishable_oops' };
  expect(startup.checkSettings({ ...complete, ...wrong })).toBe(false);
  const reason = 'is a public key; the server-side key is needed';
  expect(listErrors()).toMatchObject([
    { setting: 'SUPABASE_URL', reason: 'is missing', msg: 'setting invalid' },
    { setting: 'SUPABASE_SECRET_KEY', reason, msg: 'setting invalid' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('oops');
});

test('warns of names that begin like a setting and are none', () => {
  const names = ['CALLS_PER_DAYS', 'ALERT_MAIL_T0', 'ALERTS_MAIL_TO', 'HSTS_MAX_AGE', 'port'];
  const misspelt = Object.fromEntries(names.map((name) => [name, '1']));
  const others = { SUPABASE_ACCESS_TOKEN: 'a', SUPABASE_PUBLISHABLE_KEY: 'a', CALLBACK: 'a' };
  expect(startup.checkSettings({ ...complete, ...misspelt, ...others, NEXT_X: 'a' })).toBe(true);
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([
    expect.objectContaining({ names: names.join(', '), msg: 'nothing reads these settings' }),
  ]);
});

describe.each([
  ['with its own process', {}],
  ['of functions', { VERCEL: '1' }],
])('a host %s', (_what, host) => {
  const isServerless = 'VERCEL' in host;
  const start = (more: object = {}) => {
    jest.replaceProperty(process, 'env', { ...complete, ...host, ...more });
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    exit.mockClear();
    startup.exitIfMisconfigured();
    return { exits: exit.mock.calls.length > 0, refuses: startup.mustRefuseRequests() };
  };

  test('serves with valid settings and a whole build', () => {
    expect(start()).toEqual({ exits: false, refuses: false });
    expect(listErrors()).toEqual([]);
  });

  test('exits or refuses every request with wrong settings', () => {
    expect(start({ SITE_URL: 'nowhere' })).toEqual({ exits: !isServerless, refuses: isServerless });
  });

  test('does so with a build for another site, and says so once', async () => {
    build({ ...builtIn, SITE_URL: 'https://other.example' });
    expect(start()).toEqual({ exits: !isServerless, refuses: isServerless });
    jest.resetModules();
    (await import('@/lib/server/refuse-when-misconfigured')).mustRefuseRequests();
    const reason = expect.stringContaining('made with SITE_URL=https://other.example') as string;
    expect(listErrors()).toMatchObject([{ reason, msg: 'build refused' }]);
    // Development needs no build.
    resetSharedState();
    startup = await import('@/lib/server/refuse-when-misconfigured');
    expect(start({ NODE_ENV: 'development' })).toEqual({ exits: false, refuses: false });
  });
});
