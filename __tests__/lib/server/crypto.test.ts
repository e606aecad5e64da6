/** @jest-environment node */
import { createKeyedHash, deriveKey } from '@/lib/server/crypto';
import { changeSettings, provideSettings } from './settings';

provideSettings();
const deriveHex = (purpose: string) => Buffer.from(deriveKey(purpose)).toString('hex');

test('derives one key of 32 bytes per purpose', () => {
  expect(deriveKey('form key v1')).toHaveLength(32);
  expect(deriveHex('form key v1')).toBe(deriveHex('form key v1'));
  expect(deriveHex('form key v1')).not.toBe(deriveHex('rate limit v1'));
});

test('derives other keys from another server key', () => {
  const before = deriveHex('form key v1');
  changeSettings({ SUPABASE_SECRET_KEY: 'sb_secret_other' });
  expect(deriveHex('form key v1')).not.toBe(before);
  changeSettings({ SUPABASE_SECRET_KEY: 'sb_secret_abcdef' });
  expect(deriveHex('form key v1')).toBe(before);
});

test('hashes to the same 27 characters each time', () => {
  const name = createKeyedHash('call', '192.0.2.1');
  expect(name).toMatch(/^[\w-]{27}$/);
  expect(createKeyedHash('call', '192.0.2.1')).toBe(name);
});

test('hashes differently divided parts differently', () => {
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
