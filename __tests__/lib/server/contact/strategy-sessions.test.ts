/** @jest-environment node */
import type { ContactRequest } from '@/lib/contact/schema';
import {
  eraseStrategySessions,
  storeStrategySession,
} from '@/lib/server/contact/strategy-sessions';
import {
  createAnswer,
  connectDatabase,
  createRefusal,
  neverAnswer,
} from '../database/database-answers';
import { collectLogLines } from '../observe/log-lines';
import { installFakeClock, expectSettledAfter } from '../own-clock';

jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));

const request: ContactRequest = { service_type: 'other', email: 'eva@example.com', message: 'Hi' };
const key = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
const stored = { ok: true, service_type: 'other' };
const unreachable = { ok: false, reason: 'unreachable' };
const duplicateInsert = { ok: false, reason: 'duplicate_insert' };
const storeWithKey = () => storeStrategySession(request, { idempotencyKey: key });
const answerDuplicate = createRefusal('23505', 'duplicate key', 409);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const logged = collectLogLines();
afterEach(() => void jest.useRealTimers());
async function store() {
  const sentQueries = connectDatabase();
  expect(await storeWithKey()).toEqual(stored);
  return sentQueries;
}

test('looks for two rows of this address and service in the last five minutes', async () => {
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
});

test('inserts the input with the key of the form, to be retried safely', async () => {
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

test('marks a row as suspected spam', async () => {
  const sentQueries = connectDatabase();
  expect(await storeStrategySession(request, { suspectedSpam: true })).toEqual(stored);
  expect(sentQueries[1]?.body).toMatchObject({ suspected_spam: true });
});

test.each([undefined, null])('creates a key for a form with the key %p', async (none) => {
  const sentQueries = connectDatabase();
  await storeStrategySession(request, none === undefined ? undefined : { idempotencyKey: none });
  expect(sentQueries[1]?.body).toMatchObject({ idempotency_key: expect.stringMatching(UUID) });
  expect(sentQueries[1]?.headers.get('idempotency-key')).toMatch(UUID);
});

describe('an existing row', () => {
  const mine = { id: '1', idempotency_key: key, message: 'Hi' };
  const connectWithRows = (...rows: object[]) =>
    connectDatabase(({ method }) => (method === 'GET' ? createAnswer(rows) : undefined));

  test('of this form counts as stored, whichever of two it is', async () => {
    const sentQueries = connectWithRows({ ...mine, idempotency_key: null }, mine);
    expect(await storeWithKey()).toEqual(stored);
    expect(sentQueries).toHaveLength(1);
  });

  test.each([
    ['another key', { ...mine, idempotency_key: null }],
    ['another text', { ...mine, message: 'Goodbye' }],
    ['no text', { ...mine, message: null }],
  ])('with %s makes this one a duplicate', async (_what, row) => {
    const sentQueries = connectWithRows(row);
    expect(await storeWithKey()).toEqual({ ok: false, reason: 'duplicate' });
    expect(sentQueries).toHaveLength(1);
  });
});

test('stores the request and warns when the look-up is refused', async () => {
  connectDatabase(({ method }) =>
    method === 'GET' ? createRefusal('42P01', 'eva', 404)() : undefined,
  );
  expect(await storeStrategySession(request)).toEqual(stored);
  const msg = 'duplicate check failed, submission continues';
  const line = { level: 'warn', code: '42P01', status: 404, msg };
  expect(logged).toEqual([expect.objectContaining(line)]);
});

describe('an insert that the database refuses', () => {
  const connectRefusingDatabase = (reply: () => Response) =>
    connectDatabase(({ method }) => (method === 'POST' ? reply() : undefined));

  test.each([
    ['a check violation', '23514', 'strategy_sessions_email_pattern', 400, 'invalid'],
    ['a complaint about the address', '23502', 'null column "email"', 400, 'invalid_email'],
    ['one in other letters', 'P0001', 'Bad E-Mail', 400, 'invalid_email'],
    ['anything else', '22012', 'division by zero', 400, 'unexpected'],
    ['a fault of PostgREST', 'XX000', 'panic', 500, 'unexpected'],
    ['a fault below the gateways', 'XX000', 'panic', 501, 'unexpected'],
    ['too many requests', '', 'mail us', 429, 'unreachable'],
    ['no database behind PostgREST', 'PGRST000', 'email', 503, 'unreachable'],
    ['a gateway', '', 'email', 502, 'unreachable'],
    ['a web server behind its cache', '', 'email', 521, 'unreachable'],
  ])('%s (%s, %p, status %i) is %s', async (_what, code, message, status, reason) => {
    connectRefusingDatabase(createRefusal(code, message, status));
    expect(await storeStrategySession(request)).toEqual({ ok: false, reason });
  });

  test('a unique violation is a duplicate even where its text names the email', async () => {
    connectRefusingDatabase(
      createRefusal('23505', 'Key (email)=(eva@example.com) already exists', 409),
    );
    expect(await storeStrategySession(request)).toEqual(duplicateInsert);
  });

  test.each([
    ['unexpected', '22012', 400],
    ['unreachable', '57014', 502],
  ])('logs %s as an error, without what was typed', async (reason, code, status) => {
    connectRefusingDatabase(createRefusal(code, 'eva@fault.example', status));
    await storeStrategySession({ ...request, email: 'jan@example.com' });
    const own = logged.filter(({ msg }) => !msg.startsWith('database call'));
    expect(own).toHaveLength(1);
    // A gateway's page is no answer: status and code are those of a connection without one.
    const facts = reason === 'unexpected' ? { code, status } : { status: 0 };
    const msg = 'strategy session not stored';
    expect(own[0]).toMatchObject({ level: 'error', reason, ...facts, msg });
    expect(JSON.stringify(logged)).not.toMatch(/eva|jan/);
  });

  test('logs a refusal of bad input as information', async () => {
    const sentQueries = connectRefusingDatabase(createRefusal('23514', 'x', 400));
    await storeStrategySession(request);
    expect(sentQueries.map(({ method }) => method)).toEqual(['GET', 'POST']);
    const msg = 'strategy session refused by the database';
    const facts = { level: 'info', code: '23514', reason: 'invalid', msg };
    expect(logged).toEqual([expect.objectContaining(facts)]);
  });
});

describe('after a unique violation', () => {
  const connectAfterViolation = (reply: () => Response) =>
    connectDatabase(({ method }, nth) =>
      method === 'POST' ? answerDuplicate() : nth > 1 ? reply() : undefined,
    );

  test('the row is looked for by the key of the form, its address and its service', async () => {
    const sentQueries = connectAfterViolation(() =>
      createAnswer([{ idempotency_key: key, message: 'Hi' }]),
    );
    expect(await storeWithKey()).toEqual(stored);
    expect(sentQueries[2]).toMatchObject({
      method: 'GET',
      table: 'strategy_sessions',
      query: {
        select: 'idempotency_key,message',
        idempotency_key: `eq.${key}`,
        email: 'eq.eva@example.com',
        service_type: 'eq.other',
        limit: '1',
      },
    });
    expect(logged).toEqual([]);
  });

  test.each([
    ['no row', []],
    ['a row with another text', [{ idempotency_key: key, message: 'Goodbye' }]],
  ])('refuses a duplicate when it finds %s', async (_what, rows) => {
    connectAfterViolation(() => createAnswer(rows));
    expect(await storeWithKey()).toEqual(duplicateInsert);
  });

  test('a failing look-up asks a form with a key to retry, and refuses one without', async () => {
    connectAfterViolation(createRefusal('XX000', 'x', 500));
    expect(await storeWithKey()).toEqual(unreachable);
    connectAfterViolation(createRefusal('XX000', 'x', 500));
    expect(await storeStrategySession(request)).toEqual(duplicateInsert);
  });
});

describe('a database that never answers', () => {
  beforeEach(installFakeClock);

  test('times out the look-up after four seconds, and the request is stored', async () => {
    const sentQueries = connectDatabase((call) =>
      call.method === 'GET' ? neverAnswer(call) : undefined,
    );
    const storing = storeStrategySession(request);
    await jest.advanceTimersByTimeAsync(3999);
    expect(sentQueries.map(({ method }) => method)).toEqual(['GET']);
    await jest.advanceTimersByTimeAsync(1);
    expect(await storing).toEqual(stored);
    expect(sentQueries.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test('is given up after eight seconds in total', async () => {
    connectDatabase(neverAnswer);
    expect(await expectSettledAfter(8000, storeStrategySession(request))).toEqual(unreachable);
  });

  test('gives up on the look-up of this form after the same eight seconds', async () => {
    const sentQueries = connectDatabase((call, nth) => {
      if (call.method === 'POST') return answerDuplicate();
      return nth > 1 ? neverAnswer(call) : undefined;
    });
    expect(await expectSettledAfter(8000, storeWithKey())).toEqual(unreachable);
    expect(sentQueries.length).toBeGreaterThan(2);
  });
});

describe('erasing an address', () => {
  test('deletes its rows and returns their number', async () => {
    const sentQueries = connectDatabase(() => createAnswer(null, 200, { 'content-range': '*/3' }));
    expect(await eraseStrategySessions('eva@example.com')).toBe(3);
    expect(sentQueries).toHaveLength(1);
    const query = { email: 'eq.eva@example.com' };
    expect(sentQueries[0]).toMatchObject({ method: 'DELETE', table: 'strategy_sessions', query });
    expect(sentQueries[0]?.headers.get('prefer')).toContain('count=exact');
  });

  test('returns none when the database gives no number', async () => {
    connectDatabase(() => createAnswer(null, 200));
    expect(await eraseStrategySessions('eva@example.com')).toBe(0);
  });

  test('throws when the database refuses or does not answer', async () => {
    connectDatabase(createRefusal('42501', 'eva', 403));
    await expect(eraseStrategySessions('eva@example.com')).rejects.toThrow(
      'The database refused: status 403, 42501.',
    );
    connectDatabase(() => Promise.reject(new TypeError('fetch failed')));
    await expect(eraseStrategySessions('eva@example.com')).rejects.toThrow(
      'The database did not answer.',
    );
  });
});
