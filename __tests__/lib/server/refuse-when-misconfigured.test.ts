/** @jest-environment node */
import type * as SiteBuild from '@/lib/site/site-build';
import type * as Startup from '@/lib/server/refuse-when-misconfigured';
import { collectLogLines } from './log/log-lines';

const complete = {
  NODE_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
  SITE_URL: 'https://callwright.example',
} as const;

const lines = collectLogLines();
let startup: typeof Startup;
let findBuildProblem: jest.MockedFunction<typeof SiteBuild.findBuildProblem>;

jest.mock('@/lib/site/site-build');
beforeEach(async () => {
  // A process checks itself once.
  Reflect.deleteProperty(globalThis, Symbol.for('site.configured'));
  jest.resetModules();
  startup = await import('@/lib/server/refuse-when-misconfigured');
  ({ findBuildProblem } = jest.mocked(await import('@/lib/site/site-build')));
});
const createSettings = (more: object = {}) => {
  jest.replaceProperty(process, 'env', { ...complete, NEXT_DIST_DIR: 'out', ...more });
};

test('accepts complete settings and logs what is off in one line', () => {
  expect(startup.checkSettings({ ...complete, VAPI_PUBLIC_KEY: 'pk-1234' })).toBe(true);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'info',
      msg: 'not set',
      off: expect.stringContaining('; TRUSTED_IP_HEADER (the rate limit per address); ') as string,
    }),
  ]);
  // Nothing is off without the last one.
  for (const name of ['VAPI_PUBLIC_KEY', 'VAPI_API_URL'])
    expect(lines[0]?.['off']).not.toContain(name);
});

const reason = 'is a public key; the server-side key is needed';
test.each([
  [{ SUPABASE_URL: '' }, { setting: 'SUPABASE_URL', reason: 'is missing', msg: 'setting invalid' }],
  [
    { SUPABASE_SECRET_KEY: 'sb_publishable_oops' },
    { setting: 'SUPABASE_SECRET_KEY', reason, msg: 'setting invalid' },
  ],
  [
    { VAPI_PRIVATE_KEY: 'oops' },
    {
      setting: 'VAPI_PRIVATE_KEY',
      reason: 'needs VAPI_ORG_ID, which is not set',
      msg: 'setting invalid',
    },
  ],
])('refuses %j by name and reason, without the value', (more, line) => {
  expect(startup.checkSettings({ ...complete, ...more })).toBe(false);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([expect.objectContaining(line)]);
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

test('refuses as many wrong settings as missing ones', () => {
  const wrong = { ...complete, SITE_URL: 'nowhere', SUPABASE_URL: '' };
  expect(startup.checkSettings(wrong)).toBe(false);
});

test.each([
  ['production', 'It is not whole.', false],
  ['production', undefined, true],
  // Development needs no build.
  ['development', 'It is not whole.', true],
])('in %s, checks a build with the flaw %p: %s', (NODE_ENV, flaw, shouldPass) => {
  createSettings({ NODE_ENV });
  findBuildProblem.mockReturnValue(flaw);
  expect(startup.checkBuild()).toBe(shouldPass);
  const line = { level: 'error', reason: flaw, msg: 'build refused' };
  expect(lines).toEqual(shouldPass ? [] : [expect.objectContaining(line)]);
  const { SITE_URL } = complete;
  const builtIn = { SITE_URL, HSTS: 'max-age=63072000', RETENTION_MONTHS: 12 };
  if (!shouldPass)
    expect(findBuildProblem).toHaveBeenCalledWith('out', expect.objectContaining(builtIn));
});

describe.each([
  ['with its own process', {}],
  ['of functions', { VERCEL: '1' }],
])('a host %s', (_what, host) => {
  const isServerless = 'VERCEL' in host;
  const start = (more: object = {}) => {
    createSettings({ ...host, ...more });
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    startup.exitIfMisconfigured();
    return exit.mock.calls.length > 0;
  };

  test('serves with valid settings and a whole build', () => {
    expect(start()).toBe(false);
    expect(startup.mustRefuseRequests()).toBe(false);
  });

  test.each([
    ['wrong settings', { SITE_URL: 'nowhere' }, undefined],
    ['a flawed build', {}, 'It is not whole.'],
  ])('exits or refuses every request with %s', (_why, more, flaw) => {
    findBuildProblem.mockReturnValue(flaw);
    expect(start(more)).toBe(!isServerless);
    expect(startup.mustRefuseRequests()).toBe(isServerless);
  });

  test('checks once across bundled copies of the module', async () => {
    findBuildProblem.mockReturnValue('It is not whole.');
    start();
    startup.mustRefuseRequests();
    jest.resetModules();
    (await import('@/lib/server/refuse-when-misconfigured')).mustRefuseRequests();
    expect(lines.filter(({ msg }) => msg === 'build refused')).toHaveLength(1);
  });
});
