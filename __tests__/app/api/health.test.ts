import { GET } from '@/app/api/health/route';
import { errorsEn } from '@/lib/content/contact-en';
import {
  connectDatabase,
  createAnswer,
  createRefusal,
  neverAnswer,
} from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { expectSettledAfter, installFakeClock } from '@/__tests__/lib/server/fake-clock';
import { provideSettings } from '@/__tests__/lib/server/settings';

provideSettings();
collectLogLines();

const ready = { status: 200, body: { ok: true } };
const notReady = {
  status: 503,
  body: { ok: false, error: 'unavailable', message: errorsEn.unavailable },
};
const ask = async (query = '?ready') => {
  const response = await GET(new Request(`http://localhost:3000/api/health${query}`));
  expect(response.headers.get('cache-control')).toBe('no-store');
  return { status: response.status, body: (await response.json()) as unknown };
};

test('is ready if the database is, which is asked once in five seconds', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  let answer = () => createAnswer([]);
  const sent = connectDatabase(() => answer());
  expect(await ask('')).toEqual(ready);
  expect(sent).toEqual([]);
  expect(await Promise.all([ask(), ask(), ask('?ready=1')])).toEqual(Array(3).fill(ready));
  answer = createRefusal('42501', 'secret details', 403);
  now.mockReturnValue(1_004_999);
  expect(await ask()).toEqual(ready);
  expect(sent).toHaveLength(1);
  now.mockReturnValue(1_005_000);
  expect(await ask()).toEqual(notReady);
  answer = () => createAnswer([]);
  now.mockReturnValue(1_010_000);
  expect(await ask()).toEqual(ready);
});

test('is not ready after two seconds without an answer of the database', async () => {
  installFakeClock();
  connectDatabase(neverAnswer);
  expect(await expectSettledAfter(2000, ask())).toEqual(notReady);
});
