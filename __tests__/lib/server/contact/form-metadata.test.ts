import { readFormMetadata } from '@/lib/server/contact/strategy-sessions';
import { provideSettings } from '../settings';

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
  const metadata = { idempotencyKey: null, source: 'direct' };
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
