/** @jest-environment node */
import { checkSettings } from '@/lib/server/startup';

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
