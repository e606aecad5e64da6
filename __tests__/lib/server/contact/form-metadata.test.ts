/** @jest-environment node */
import { classifySource, readFormMetadata } from '@/lib/server/contact/form-metadata';
import { changeSettings, provideSettings } from '../settings';

provideSettings({ SITE_URL: 'https://www.callwright.example' });

const key = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';

test.each<readonly [sent: Record<string, unknown>, isSuspected: boolean]>([
  [{}, false],
  [{ quill_north: '', fill_ms: 5000 }, false],
  ...['x', ' ', 0, null, ['']].map((value) => [{ quill_north: value }, true] as const),
  [{ fill_ms: 0 }, true],
  [{ fill_ms: 1999 }, true],
  [{ fill_ms: 2000 }, false],
  [{ fill_ms: '5' }, false],
])('suspects a form with %j: %s', (sent, suspectedSpam) => {
  const metadata = { idempotencyKey: null, isKeyless: false, source: 'direct' };
  expect(readFormMetadata(sent)).toEqual({ ...metadata, suspectedSpam });
});

test.each<[unknown, string | null]>([
  [key.toUpperCase(), key],
  ...['', undefined, {}, 5, [key], `x${key}`, `${key}x`, key.slice(1), key.slice(0, -1)].map(
    (unfit): [unknown, null] => [unfit, null],
  ),
  ...[key.replaceAll('-', ''), key.replace('-3c1e', ''), key.replace('3c1e', '3g1e')].map(
    (unfit): [unknown, null] => [unfit, null],
  ),
])('of the key %j reads %p', (sent, idempotencyKey) => {
  expect(readFormMetadata({ idempotency_key: sent })).toMatchObject({ idempotencyKey });
});

describe('the source', () => {
  test.each([
    ...['www.google.com', 'www.google.co.uk', 'google.cz', 'yandex.com.tr', 'search.seznam.cz'],
    ...['uk.search.yahoo.com', 'cn.bing.com', 'html.duckduckgo.com'],
    'com.google.android.googlequicksearchbox',
  ])('%s is a search engine', (sent) => expect(classifySource(sent)).toBe('search'));

  test.each<readonly [sent: string, source: string]>([
    ['mail.google.com', 'referral:mail.google.com'],
    ['notgoogle.com', 'referral:notgoogle.com'],
    ['google.com.evil.example', 'referral:google.com.evil.example'],
    ['WWW.Partner.Example:8443', 'referral:partner.example'],
    ['xn--hkyrky-ptac70bc.fi', 'referral:xn--hkyrky-ptac70bc.fi'],
    ['com.google.android.gm', 'referral:com.google.android.gm'],
    // Of a long host the end is kept.
    [`${'x'.repeat(63)}.partner.example`, `referral:${'x'.repeat(44)}.partner.example`],
    ['utm:LinkedIn_ad-2.0', 'utm:linkedin_ad-2.0'],
    // As it is sent again by a form that is shown again.
    ...['search', 'utm:linkedin_ad-2.0', 'referral:a.example'].map((sent) => [sent, sent] as const),
  ])('%s is %s', (sent, source) => expect(classifySource(sent)).toBe(source));

  test.each([
    ...['www.callwright.example', 'callwright.example', '192.0.2.1:3000', 'intranet', ''],
    // No page sends these.
    ...[undefined, null, 5, {}, ['google.com'], 'utm:', 'referral:', 'utm:a b', 'utm:<b>'],
    ...['utm:jana@example.com', 'jana@example.com', 'partner.example/path', 'a..example'],
    ...['javascript:alert(1)', '.example', 'partner.example.', 'direct\n', '\ud800.example'],
    `utm:${'x'.repeat(41)}`,
  ])('%j is direct', (sent) => expect(classifySource(sent)).toBe('direct'));

  test('our own site is known by its address, without www there', () => {
    changeSettings({ SITE_URL: 'https://callwright.example:8443' });
    expect(classifySource('www.callwright.example:8443')).toBe('direct');
  });
});
