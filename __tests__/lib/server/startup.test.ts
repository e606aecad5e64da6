/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBuild, checkSettings } from '@/lib/server/startup';

const complete = {
  NODE_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
  SITE_URL: 'https://callwright.example',
} as const;

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});

test('complete settings pass, and what is off is said once, by name', () => {
  expect(checkSettings({ ...complete, VAPI_PUBLIC_KEY: 'pk-1234' })).toBe(true);
  const off = lines.map((line) => (JSON.parse(line) as { setting: string }).setting);
  expect(off).toContain('TRUSTED_IP_HEADER');
  expect(off).not.toContain('VAPI_PUBLIC_KEY');
  expect(new Set(off).size).toBe(off.length);
});

test('a missing setting and a publishable key are refused by name, never by value', () => {
  const wrong = { ...complete, SUPABASE_URL: '', SUPABASE_SECRET_KEY: 'sb_publishable_oops' };
  expect(checkSettings(wrong)).toBe(false);
  expect(lines.join()).toContain('"setting":"SUPABASE_URL"');
  expect(lines.join()).toContain('"setting":"SUPABASE_SECRET_KEY"');
  expect(lines.join()).not.toContain('oops');
});

test('a build without the hashes of its scripts is refused by name; development needs none', () => {
  mkdirSync('.data', { recursive: true });
  const NEXT_DIST_DIR = mkdtempSync(join('.data', 'build-'));
  try {
    expect(checkBuild({ NODE_ENV: 'development', NEXT_DIST_DIR })).toBe(true);
    expect(checkBuild({ NODE_ENV: 'production', NEXT_DIST_DIR })).toBe(false);
    expect(lines.join()).toContain(`"file":"${NEXT_DIST_DIR}/inline-scripts.json"`);
    writeFileSync(join(NEXT_DIST_DIR, 'inline-scripts.json'), '{}');
    expect(checkBuild({ NODE_ENV: 'production', NEXT_DIST_DIR })).toBe(true);
  } finally {
    rmSync(NEXT_DIST_DIR, { recursive: true });
  }
});
