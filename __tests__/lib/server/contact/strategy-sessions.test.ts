/** @jest-environment node */
import type { ContactRequest } from '@/lib/contact/schema';
import {
  eraseStrategySessions,
  storeStrategySession,
} from '@/lib/server/contact/strategy-sessions';
import { answer, connected, refusal } from '../database/database-answers';
import { logLines } from '../observe/log-lines';

jest.mock('@/lib/server/database/supabase', () => ({
  ...jest.requireActual<object>('@/lib/server/database/supabase'),
  getDatabase: jest.fn(),
}));

const request: ContactRequest = { service_type: 'other', email: 'eva@example.com', message: 'Hi' };
const key = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
const stored = { ok: true, service_type: 'other' };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const logged = logLines();
async function store() {
  const sent = connected();
  expect(await storeStrategySession(request, { idempotencyKey: key })).toEqual(stored);
  return sent;
}

test(
  'the look-up asks for this address and service in the last five minutes, for two ' +
    'rows at most',
  async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 22, 12, 0));
    const [lookUp] = await store();
    expect(lookUp).toMatchObject({
      method: 'GET',
      table: 'strategy_sessions',
      query: {
        select: 'id,idempotency_key,message',
        email: 'eq.eva@example.com',
        service_type: 'eq.other',
        created_at: 'gte.2026-11-22T11:55:00.000Z',
        limit: '2',
      },
    });
  },
);

test('inserts the input with the form’s key, and may be retried', async () => {
  const [, insert, ...rest] = await store();
  expect(insert).toMatchObject({
    method: 'POST',
    table: 'strategy_sessions',
    body: { ...request, idempotency_key: key, suspected_spam: false },
  });
  expect(insert?.headers.get('idempotency-key')).toBe(key);
  expect(insert?.headers.get('accept')).toBe('application/vnd.pgrst.object+json');
  expect(insert?.headers.get('prefer')).toContain('return=representation');
  expect(rest).toEqual([]);
  expect(logged).toEqual([]);
});

test('what a program filled is stored with its mark', async () => {
  const sent = connected();
  expect(await storeStrategySession(request, { suspectedSpam: true })).toEqual(stored);
  expect(sent[1]?.body).toMatchObject({ suspected_spam: true });
});

test.each([undefined, null])('a form with the key %p gets one for its insert', async (none) => {
  const sent = connected();
  await storeStrategySession(request, none === undefined ? undefined : { idempotencyKey: none });
  expect(sent[1]?.body).toMatchObject({ idempotency_key: expect.stringMatching(UUID) });
  expect(sent[1]?.headers.get('idempotency-key')).toMatch(UUID);
});

describe('a row that is there already', () => {
  const mine = { id: '1', idempotency_key: key, message: 'Hi' };
  const earlier = (...rows: object[]) =>
    connected(({ method }) => (method === 'GET' ? answer(rows) : undefined));

  test('of this form counts as stored, whichever of two it is', async () => {
    const sent = earlier({ ...mine, idempotency_key: null }, mine);
    expect(await storeStrategySession(request, { idempotencyKey: key })).toEqual(stored);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['another key', { ...mine, idempotency_key: null }],
    ['another text', { ...mine, message: 'Goodbye' }],
    ['no text', { ...mine, message: null }],
  ])('with %s makes this one a duplicate', async (_what, row) => {
    const sent = earlier(row);
    expect(await storeStrategySession(request, { idempotencyKey: key })).toEqual({
      ok: false,
      reason: 'duplicate',
    });
    expect(sent).toHaveLength(1);
  });
});

test('a look-up that the database refuses is logged, and the request is stored', async () => {
  connected(({ method }) => (method === 'GET' ? refusal('42P01', 'eva', 404)() : undefined));
  expect(await storeStrategySession(request)).toEqual(stored);
  expect(logged).toEqual([
    expect.objectContaining({
      level: 'warn',
      code: '42P01',
      status: 404,
      msg: 'duplicate check failed, submission continues',
    }),
  ]);
});

describe('erasing an address', () => {
  test('deletes its rows and says how many there were', async () => {
    const sent = connected(() => answer(null, 200, { 'content-range': '*/3' }));
    expect(await eraseStrategySessions('eva@example.com')).toBe(3);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      method: 'DELETE',
      table: 'strategy_sessions',
      query: { email: 'eq.eva@example.com' },
    });
    expect(sent[0]?.headers.get('prefer')).toContain('count=exact');
  });

  test('counts none where the database does not say', async () => {
    connected(() => answer(null, 200));
    expect(await eraseStrategySessions('eva@example.com')).toBe(0);
  });

  test('throws with status and code when the database refuses, or says it is silent', async () => {
    connected(refusal('42501', 'eva', 403));
    await expect(eraseStrategySessions('eva@example.com')).rejects.toThrow(
      'The database refused: status 403, 42501.',
    );
    connected(() => Promise.reject(new TypeError('fetch failed')));
    await expect(eraseStrategySessions('eva@example.com')).rejects.toThrow(
      'The database did not answer.',
    );
  });
});
