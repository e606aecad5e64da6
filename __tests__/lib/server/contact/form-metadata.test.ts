/** @jest-environment node */
import fc from 'fast-check';
import { HONEYPOT_FIELD } from '@/lib/contact/fields';
import {
  classifySource,
  readFormMetadata,
  SOURCE_PATTERN,
} from '@/lib/server/contact/form-metadata';
import { changeSettings, provideSettings } from '../settings';

provideSettings({ SITE_URL: 'https://www.callwright.example' });

const key = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';

test('does not suspect a form sent without a script', () => {
  expect(readFormMetadata({})).toEqual({
    suspectedSpam: false,
    idempotencyKey: null,
    isKeyless: false,
    source: 'direct',
  });
});

test('does not suspect a form filled in slowly', () => {
  const metadata = readFormMetadata({ [HONEYPOT_FIELD]: '', fill_ms: 5000, idempotency_key: key });
  expect(metadata).toMatchObject({ suspectedSpam: false, idempotencyKey: key });
});

test.each(['x', ' ', 0, 1, null, ['']])('suspects %j in the honeypot', (value) => {
  expect(readFormMetadata({ quill_north: value })).toMatchObject({ suspectedSpam: true });
});

test.each([
  [0, true],
  [1900, true],
  [1999, true],
  [2000, false],
  ['5', false],
  [null, false],
])('suspects a form filled in within %j ms: %s', (ms, suspectedSpam) => {
  expect(readFormMetadata({ fill_ms: ms })).toMatchObject({ suspectedSpam });
});

test('reads a key in capitals', () => {
  const metadata = readFormMetadata({ idempotency_key: key.toUpperCase() });
  expect(metadata.idempotencyKey).toBe(key);
});

test.each([
  ['nothing', ''],
  ['undefined', undefined],
  ['an object', {}],
  ['a number', 5],
  ['a digit', '1'],
  ['a list with a key', [key]],
  ['a key with more before it', `x${key}`],
  ['a key with more behind it', `${key}x`],
  ['a key without its hyphens', key.replaceAll('-', '')],
  ['too short a first group', key.slice(1)],
  ['too short a middle group', key.replace('-3c1e-', '-3c1-')],
  ['too long a middle group', key.replace('-3c1e-', '-3c1ee-')],
  ['a group too few', key.replace('-3c1e', '')],
  ['a group too many', key.replace('-3c1e', '-3c1e-3c1e')],
  ['too short a last group', key.slice(0, -1)],
  ['another letter in the first group', key.replace('0b1f', '0g1f')],
  ['another letter in a middle group', key.replace('3c1e', '3g1e')],
  ['another letter in the last group', key.replace('2f6f', '2g6f')],
])('rejects %s as a key', (_what, unfit) => {
  expect(readFormMetadata({ idempotency_key: unfit })).toMatchObject({ idempotencyKey: null });
});

describe('the source', () => {
  test.each([
    ['a search engine', 'www.google.com', 'search'],
    ['one of a country', 'www.google.co.uk', 'search'],
    ['one without www', 'google.cz', 'search'],
    ['one of two labels', 'yandex.com.tr', 'search'],
    ['the search of a portal', 'search.seznam.cz', 'search'],
    ['that of another country', 'uk.search.yahoo.com', 'search'],
    ['another list of results', 'cn.bing.com', 'search'],
    ['one without script', 'html.duckduckgo.com', 'search'],
    ['the app of a search engine', 'com.google.android.googlequicksearchbox', 'search'],
    ['the mail of a search engine', 'mail.google.com', 'referral:mail.google.com'],
    ['a name that ends like one', 'notgoogle.com', 'referral:notgoogle.com'],
    ['a name that begins like one', 'google.com.evil.example', 'referral:google.com.evil.example'],
    ['a site', 'partner.example', 'referral:partner.example'],
    ['a site in capitals', 'WWW.Partner.Example', 'referral:partner.example'],
    ['a site with a port', 'partner.example:8443', 'referral:partner.example'],
    ['a site with letters of its own', 'xn--hkyrky-ptac70bc.fi', 'referral:xn--hkyrky-ptac70bc.fi'],
    ['an app', 'com.google.android.gm', 'referral:com.google.android.gm'],
    ['our own site', 'www.callwright.example', 'direct'],
    ['our own site without www', 'callwright.example', 'direct'],
    ['a machine without a name', '192.0.2.1:3000', 'direct'],
    ['a host without a dot', 'intranet', 'direct'],
    ['a link that names itself', 'utm:LinkedIn_ad-2.0', 'utm:linkedin_ad-2.0'],
    ['nothing', '', 'direct'],
  ])('%s: %s is %s', (_what, sent, source) => {
    expect(classifySource(sent)).toBe(source);
  });

  test.each([
    ...[undefined, null, 5, true, {}, ['google.com'], 'utm:', 'referral:', 'utm:a b'],
    ...[
      'utm:jana@example.com',
      'jana@example.com',
      'utm:<b>',
      'partner.example/path',
      'a..example',
    ],
    ...['javascript:alert(1)', '.example', 'partner.example.', 'direct\n', '\ud800.example'],
    `utm:${'x'.repeat(41)}`,
  ])('%j, which no page sends, is direct', (sent) => {
    expect(classifySource(sent)).toBe('direct');
  });

  test('of a long host the end is kept', () => {
    const host = `${'x'.repeat(63)}.partner.example`;
    expect(classifySource(host)).toBe(`referral:${host.slice(-60)}`);
  });

  test('our own site is known by its address, without www there', () => {
    changeSettings({ SITE_URL: 'https://callwright.example:8443' });
    expect(classifySource('www.callwright.example:8443')).toBe('direct');
  });

  test('whatever is sent has one of the four forms, and stays the same if sent again', () => {
    const part = fc.constantFrom(
      'utm:',
      'referral:',
      'search',
      'google',
      'www.',
      '.',
      '@',
      ':80',
      'é',
    );
    const text = fc
      .array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 70 })))
      .map((parts) => parts.join(''));
    const sent = fc.oneof(text, fc.domain(), fc.jsonValue());
    fc.assert(
      fc.property(sent, (any) => {
        const source = classifySource(any);
        expect(source).toMatch(SOURCE_PATTERN);
        expect(classifySource(source)).toBe(source);
      }),
    );
  });
});
