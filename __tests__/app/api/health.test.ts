/** @jest-environment node */
import { GET } from '@/app/api/health/route';
import { errorsEn } from '@/lib/content/contact-en';
import { getDatabase } from '@/lib/server/database/supabase';

jest.mock('@/lib/server/database/supabase');

const NOT_READY = {
  status: 503,
  body: { ok: false, error: 'unavailable', message: errorsEn.unavailable },
};

let error: object | null = null;
const abortSignal = jest.fn(async () => ({ error }));
const select = () => ({ limit: () => ({ abortSignal }) });
const ask = async (query = '') => {
  const response = await GET(new Request(`http://localhost:3000/api/health${query}`));
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-request-id')).toBeTruthy();
  return { status: response.status, body: (await response.json()) as unknown };
};

beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  jest.mocked(getDatabase).mockReturnValue({ from: () => ({ select }) } as never);
});

test('liveness does not query the database', async () => {
  expect(await ask()).toEqual({ status: 200, body: { ok: true } });
  expect(abortSignal).not.toHaveBeenCalled();
});

test('readiness queries the database once in five seconds and returns no details', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const answers = await Promise.all([ask('?ready'), ask('?ready'), ask('?ready=1')]);
  expect(answers).toEqual(Array(3).fill({ status: 200, body: { ok: true } }));
  error = { message: 'secret details' };
  now.mockReturnValue(1_004_999);
  expect((await ask('?ready')).status).toBe(200);
  expect(abortSignal).toHaveBeenCalledTimes(1);
  now.mockReturnValue(1_005_000);
  expect(await ask('?ready')).toEqual(NOT_READY);
  error = null;
  now.mockReturnValue(1_010_000);
  expect((await ask('?ready')).status).toBe(200);
});

test('is not ready if the database refuses', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(2_000_000);
  error = {};
  expect(await ask('?ready')).toEqual(NOT_READY);
});
