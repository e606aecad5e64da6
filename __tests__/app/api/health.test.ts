/** @jest-environment node */
import { GET } from '@/app/api/health/route';
import { errorsEn } from '@/lib/content/contact-en';
import {
  connectDatabase,
  createAnswer,
  createRefusal,
  type SentQuery,
} from '@/__tests__/lib/server/database/database-answers';
import { provideSettings } from '@/__tests__/lib/server/settings';

provideSettings();

const NOT_READY = {
  status: 503,
  body: { ok: false, error: 'unavailable', message: errorsEn.unavailable },
};

let isRefusing: boolean;
let sentQueries: SentQuery[];
const ask = async (query = '') => {
  const response = await GET(new Request(`http://localhost:3000/api/health${query}`));
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-request-id')).toBeTruthy();
  return { status: response.status, body: (await response.json()) as unknown };
};

beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  isRefusing = false;
  sentQueries = connectDatabase(() =>
    isRefusing ? createRefusal('42501', 'secret details', 403)() : createAnswer([]),
  );
});

test('liveness does not query the database', async () => {
  expect(await ask()).toEqual({ status: 200, body: { ok: true } });
  expect(sentQueries).toEqual([]);
});

test('readiness queries the database once in five seconds and returns no details', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const answers = await Promise.all([ask('?ready'), ask('?ready'), ask('?ready=1')]);
  expect(answers).toEqual(Array(3).fill({ status: 200, body: { ok: true } }));
  isRefusing = true;
  now.mockReturnValue(1_004_999);
  expect((await ask('?ready')).status).toBe(200);
  expect(sentQueries).toHaveLength(1);
  now.mockReturnValue(1_005_000);
  expect(await ask('?ready')).toEqual(NOT_READY);
  isRefusing = false;
  now.mockReturnValue(1_010_000);
  expect((await ask('?ready')).status).toBe(200);
});

test('is not ready if the database refuses', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(2_000_000);
  isRefusing = true;
  expect(await ask('?ready')).toEqual(NOT_READY);
});
