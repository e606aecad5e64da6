/** @jest-environment node */
import { HONEYPOT_FIELD, readFormMetadata } from '@/lib/contact/form-metadata';

const key = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';

test('does not suspect a form sent without a script', () => {
  expect(readFormMetadata({})).toEqual({ suspectedSpam: false, idempotencyKey: null });
});

test('does not suspect a form filled in slowly', () => {
  const metadata = readFormMetadata({ [HONEYPOT_FIELD]: '', fill_ms: 5000, idempotency_key: key });
  expect(metadata).toEqual({ suspectedSpam: false, idempotencyKey: key });
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
