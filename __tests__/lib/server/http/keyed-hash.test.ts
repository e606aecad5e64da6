/** @jest-environment node */
import { createKeyedHash, deriveKey } from '@/lib/server/http/keyed-hash';
import { changeSettings, giveSettings } from '../settings';

giveSettings();
const hex = (purpose: string) => Buffer.from(deriveKey(purpose)).toString('hex');

test('each purpose has a key of 32 bytes, the same in every process', () => {
  expect(deriveKey('call ticket v1')).toHaveLength(32);
  expect(hex('call ticket v1')).toBe(hex('call ticket v1'));
  expect(hex('call ticket v1')).not.toBe(hex('rate limit v1'));
});

test('another server-side key makes other keys', () => {
  const before = hex('call ticket v1');
  changeSettings({ SUPABASE_SECRET_KEY: 'sb_secret_other' });
  expect(hex('call ticket v1')).not.toBe(before);
  changeSettings({ SUPABASE_SECRET_KEY: 'sb_secret_abcdef' });
  expect(hex('call ticket v1')).toBe(before);
});

test('what is counted has the same name each time, in 27 characters that tell nothing', () => {
  const name = createKeyedHash('call', '192.0.2.1');
  expect(name).toMatch(/^[\w-]{27}$/);
  expect(createKeyedHash('call', '192.0.2.1')).toBe(name);
});

test('no two have the same name, however their parts are cut', () => {
  const all = [
    ['call', '1'],
    ['call1'],
    ['cal', 'l1'],
    ['1', 'call'],
    ['call', '1', ''],
    ['call,1'],
  ];
  expect(new Set(all.map((parts) => createKeyedHash(...parts))).size).toBe(all.length);
});
