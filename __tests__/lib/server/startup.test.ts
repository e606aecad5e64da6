/** @jest-environment node */
import type * as SiteBuild from '@/lib/server/site-build';
import type * as Startup from '@/lib/server/startup';
import { logLines } from './observe/log-lines';

const complete = {
  NODE_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
  SITE_URL: 'https://callwright.example',
} as const;

const lines = logLines();
const before = process.env;
let startup: typeof Startup;
let findBuildProblem: jest.MockedFunction<typeof SiteBuild.findBuildProblem>;

jest.mock('@/lib/server/site-build');
beforeEach(async () => {
  // A process checks itself once.
  Reflect.deleteProperty(globalThis, Symbol.for('site.configured'));
  jest.resetModules();
  startup = await import('@/lib/server/startup');
  ({ findBuildProblem } = jest.mocked(await import('@/lib/server/site-build')));
});
afterEach(() => {
  process.env = before;
});
const settings = (more: object = {}) => {
  process.env = { ...complete, NEXT_DIST_DIR: 'out', ...more };
};

test('complete settings pass, and what is off is said once, by name', () => {
  expect(startup.areSettingsValid({ ...complete, VAPI_PUBLIC_KEY: 'pk-1234' })).toBe(true);
  const off = lines.map((line) => line['setting']);
  expect(off).toContain('TRUSTED_IP_HEADER');
  expect(off).not.toContain('VAPI_PUBLIC_KEY');
  expect(new Set(off).size).toBe(off.length);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'info',
      setting: 'TRUSTED_IP_HEADER',
      off: 'the rate limit per address',
      msg: 'not set',
    }),
  );
});

test('a missing setting is refused by name', () => {
  expect(startup.areSettingsValid({ ...complete, SUPABASE_URL: '' })).toBe(false);
  const problems = lines.filter(({ level }) => level === 'error');
  expect(problems).toEqual([
    expect.objectContaining({ setting: 'SUPABASE_URL', msg: 'setting missing' }),
  ]);
});

test('a wrong setting is refused where none is missing, by name and reason, never by value', () => {
  const wrong = { ...complete, SUPABASE_SECRET_KEY: 'sb_publishable_oops' };
  expect(startup.areSettingsValid(wrong)).toBe(false);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({
      setting: 'SUPABASE_SECRET_KEY',
      reason: 'is a public key; the server-side key is needed',
      msg: 'setting invalid',
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('oops');
});

test('as many wrong settings as missing ones do not make it right', () => {
  const wrong = { ...complete, SITE_URL: 'nowhere', SUPABASE_URL: '' };
  expect(startup.areSettingsValid(wrong)).toBe(false);
});

test('a flaw of the build is logged as one sentence', () => {
  settings();
  findBuildProblem.mockReturnValue('It is not whole.');
  expect(startup.isBuildServable()).toBe(false);
  expect(lines).toEqual([
    expect.objectContaining({ level: 'error', reason: 'It is not whole.', msg: 'build refused' }),
  ]);
  expect(findBuildProblem).toHaveBeenCalledWith('out', complete.SITE_URL, true);
});

test('a build without a flaw passes without a word', () => {
  settings();
  expect(startup.isBuildServable()).toBe(true);
  expect(lines).toEqual([]);
});

test('development needs no build', () => {
  settings({ NODE_ENV: 'development' });
  findBuildProblem.mockReturnValue('It is not whole.');
  expect(startup.isBuildServable()).toBe(true);
});

test.each([{ VERCEL: '1' }, { AWS_LAMBDA_FUNCTION_NAME: 'site' }])(
  'on a host of functions (%p) there are no pages to look at',
  (host) => {
    settings(host);
    startup.isBuildServable();
    expect(findBuildProblem).toHaveBeenCalledWith('out', complete.SITE_URL, false);
  },
);

describe.each([
  ['that has its process', {}],
  ['of functions', { VERCEL: '1' }],
])('a host %s', (_what, host) => {
  const isFunctions = 'VERCEL' in host;
  const start = (more: object = {}) => {
    settings({ ...host, ...more });
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    startup.exitIfMisconfigured();
    return exit.mock.calls.length > 0;
  };

  test('serves with settings that can work and a whole build', () => {
    expect(start()).toBe(false);
    expect(startup.mustRefuseRequests()).toBe(false);
  });

  test.each([
    ['settings that cannot work', { SITE_URL: 'nowhere' }, undefined],
    ['a build that must not be served', {}, 'It is not whole.'],
  ])('with %s it ends, or refuses every request', (_why, more, flaw) => {
    findBuildProblem.mockReturnValue(flaw);
    expect(start(more)).toBe(!isFunctions);
    expect(startup.mustRefuseRequests()).toBe(isFunctions);
  });

  test('checks once, however often this module is bundled', async () => {
    findBuildProblem.mockReturnValue('It is not whole.');
    start();
    startup.mustRefuseRequests();
    jest.resetModules();
    (await import('@/lib/server/startup')).mustRefuseRequests();
    expect(lines.filter(({ msg }) => msg === 'build refused')).toHaveLength(1);
  });
});
