/** @jest-environment node */
import { HSTS_RULE } from '@/lib/settings/rules';
import { type Environment, readBuiltInSettings } from '@/lib/settings/settings';

const SITE_URL = 'https://callwright.example';
const usual = { SITE_URL, HSTS: 'max-age=63072000', RETENTION_MONTHS: 12 };
const read = (source: Environment) => readBuiltInSettings({ SITE_URL, ...source });

test('defaults to HSTS of two years for this host, and to 12 months of retention', () => {
  expect(read({})).toEqual(usual);
  expect(read({ HSTS: ' ', RETENTION_MONTHS: '' })).toEqual(usual);
});

test.each(['1', ' 6 ', '120'])('accepts RETENTION_MONTHS=%p', (months) => {
  const settings = read({ RETENTION_MONTHS: months });
  expect(settings).toEqual({ ...usual, RETENTION_MONTHS: Number(months) });
});

test.each(['0', '-1', '121', '1.5', 'twelve'])('rejects RETENTION_MONTHS=%p', (months) => {
  expect(() => read({ RETENTION_MONTHS: months })).toThrow(
    'RETENTION_MONTHS must be a whole number from 1 to 120.',
  );
});

test.each([
  'max-age=0',
  'max-age=63072000; includeSubDomains; preload',
  'max-age=300;preload',
  'Max-Age=300; INCLUDESUBDOMAINS',
])('accepts HSTS %p', (text) => {
  expect(read({ HSTS: text })).toEqual({ ...usual, HSTS: text });
});

test.each([
  'includeSubDomains; preload',
  'preload; max-age=300',
  'max-age=300;',
  '63072000',
  'max-age',
  'max-age=',
  'max-age=-1',
  'max-age=two years',
  'max-age = 300',
  'max-age=300, includeSubDomains',
  'max-age=300; max-age=600',
  'max-age=300; preload; preload',
  'max-age=300; report-uri=https://example.com',
  'max-age=300; includeSubDomains=true',
  'max-age=300\r\nSet-Cookie: a=b',
  'max-age=12345678901',
])('rejects HSTS %p', (text) => {
  expect(() => read({ HSTS: text })).toThrow(`HSTS ${HSTS_RULE}.`);
});
