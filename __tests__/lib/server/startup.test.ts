/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Startup from '@/lib/server/startup';
import { logLines } from './log-lines';

const complete = {
  NODE_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
  SITE_URL: 'https://callwright.example',
} as const;

const lines = logLines();
let startup: typeof Startup;
/** A build that was not finished. */
let NEXT_DIST_DIR: string;
const finishBuild = () => writeFileSync(join(NEXT_DIST_DIR, 'inline-scripts.json'), '{}');

beforeEach(async () => {
  mkdirSync('.data', { recursive: true });
  NEXT_DIST_DIR = mkdtempSync(join('.data', 'build-'));
  // A process reads its build once.
  jest.resetModules();
  startup = await import('@/lib/server/startup');
});
afterEach(() => rmSync(NEXT_DIST_DIR, { recursive: true }));

test('complete settings pass, and what is off is said once, by name', () => {
  expect(startup.checkSettings({ ...complete, VAPI_PUBLIC_KEY: 'pk-1234' })).toBe(true);
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
  expect(startup.checkSettings({ ...complete, SUPABASE_URL: '' })).toBe(false);
  const problems = lines.filter(({ level }) => level === 'error');
  expect(problems).toEqual([
    expect.objectContaining({ setting: 'SUPABASE_URL', msg: 'setting missing' }),
  ]);
});

test('a wrong setting is refused where none is missing, by name and reason, never by value', () => {
  const wrong = { ...complete, SUPABASE_SECRET_KEY: 'sb_publishable_oops' };
  expect(startup.checkSettings(wrong)).toBe(false);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({
      setting: 'SUPABASE_SECRET_KEY',
      reason: 'is a public key; the server-side key is needed',
      msg: 'setting wrong',
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('oops');
});

test('as many wrong settings as missing ones do not make it right', () => {
  const wrong = { ...complete, SITE_URL: 'nowhere', SUPABASE_URL: '' };
  expect(startup.checkSettings(wrong)).toBe(false);
});

test('a build without the hashes of its scripts is refused by name; a finished one passes', () => {
  const build = { NODE_ENV: 'production', NEXT_DIST_DIR } as const;
  expect(startup.checkBuild(build)).toBe(false);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      file: `${NEXT_DIST_DIR}/inline-scripts.json`,
      msg: 'build not whole',
    }),
  ]);
  finishBuild();
  expect(startup.checkBuild(build)).toBe(true);
});

test('development needs no build', () => {
  expect(startup.checkBuild({ NODE_ENV: 'development', NEXT_DIST_DIR })).toBe(true);
  expect(lines).toEqual([]);
});

test('a build is looked for where Next leaves it, unless a setting says where', () => {
  jest.spyOn(process, 'cwd').mockReturnValue(NEXT_DIST_DIR);
  expect(startup.checkBuild({ NODE_ENV: 'production', NEXT_DIST_DIR: '' })).toBe(false);
  expect(lines).toEqual([expect.objectContaining({ file: '.next/inline-scripts.json' })]);
});

describe('the server', () => {
  const start = (settings: object) => {
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    startup.requireSettings({ ...complete, NEXT_DIST_DIR, ...settings });
    return exit.mock.calls;
  };

  test('starts with settings that can work and a finished build', () => {
    finishBuild();
    expect(start({})).toEqual([]);
  });

  test('does not start with settings that cannot work', () => {
    finishBuild();
    expect(start({ SITE_URL: 'nowhere' })).toEqual([[1]]);
  });

  test('does not start with a build that was not finished', () => {
    expect(start({})).toEqual([[1]]);
  });
});
