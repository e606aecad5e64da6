/** @jest-environment node */
import type { ContactRequest } from '@/lib/contact/schema';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { answer, connected, refusal, silence } from '../database/database-answers';
import { logLines } from '../observe/log-lines';
import { ownTheClock } from '../own-clock';

jest.mock('@/lib/server/database/supabase', () => ({
  ...jest.requireActual<object>('@/lib/server/database/supabase'),
  getDatabase: jest.fn(),
}));

const request: ContactRequest = { service_type: 'other', email: 'eva@example.com', message: 'Hi' };
const key = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
const stored = { ok: true, service_type: 'other' };
const duplicate = refusal('23505', 'duplicate key', 409);

const logged = logLines();
afterEach(() => void jest.useRealTimers());

describe('an insert that the database refuses', () => {
  const refuse = (reply: () => Response) =>
    connected(({ method }) => (method === 'POST' ? reply() : undefined));

  test.each([
    ['a check violation', '23514', 'strategy_sessions_email_pattern', 400, 'invalid'],
    [
      'a complaint about the address',
      '23502',
      'null value in column "email"',
      400,
      'invalid_email',
    ],
    ['one in other letters', 'P0001', 'Bad E-Mail', 400, 'invalid_email'],
    ['anything else', '22012', 'division by zero', 400, 'unexpected'],
    ['a fault of PostgREST', 'XX000', 'panic', 500, 'unexpected'],
    ['a fault below the gateways', 'XX000', 'panic', 501, 'unexpected'],
    ['too many requests', '', 'mail us', 429, 'unreachable'],
    ['no database behind PostgREST', 'PGRST000', 'email', 503, 'unreachable'],
    ['a gateway', '', 'email', 502, 'unreachable'],
    ['a web server behind its cache', '', 'email', 521, 'unreachable'],
  ])('%s (%s, %p, status %i) is %s', async (_what, code, message, status, reason) => {
    refuse(refusal(code, message, status));
    expect(await storeStrategySession(request)).toEqual({ ok: false, reason });
  });

  test('a unique violation is a duplicate even where its text names the email', async () => {
    refuse(refusal('23505', 'Key (email)=(eva@example.com) already exists', 409));
    expect(await storeStrategySession(request)).toEqual({ ok: false, reason: 'duplicate_insert' });
  });

  test.each([
    ['unexpected', '22012', 400],
    ['unreachable', '57014', 502],
  ])('%s is an error in the log, without what was typed', async (reason, code, status) => {
    refuse(refusal(code, 'eva@fault.example', status));
    await storeStrategySession({ ...request, email: 'jan@example.com' });
    const own = logged.filter(({ msg }) => !msg.startsWith('database call'));
    expect(own).toHaveLength(1);
    // A gateway's page is no answer: status and code are those of a connection without one.
    const facts = reason === 'unexpected' ? { code, status } : { status: 0 };
    expect(own[0]).toMatchObject({
      level: 'error',
      reason,
      ...facts,
      msg: 'strategy session not stored',
    });
    expect(JSON.stringify(logged)).not.toMatch(/eva|jan/);
  });

  test('a refusal that is the visitor’s is no error in the log', async () => {
    const sent = refuse(refusal('23514', 'x', 400));
    await storeStrategySession(request);
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(logged).toEqual([
      expect.objectContaining({
        level: 'info',
        code: '23514',
        reason: 'invalid',
        msg: 'strategy session refused by the database',
      }),
    ]);
  });
});

describe('after a unique violation', () => {
  const found = (reply: () => Response) =>
    connected(({ method }, nth) =>
      method === 'POST' ? duplicate() : nth > 1 ? reply() : undefined,
    );

  test('the row is looked for by the key of the form, its address and its service', async () => {
    const sent = found(() => answer([{ idempotency_key: key, message: 'Hi' }]));
    expect(await storeStrategySession(request, { idempotencyKey: key })).toEqual(stored);
    expect(sent[2]).toMatchObject({
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
  ])('%s of this form means that somebody else was first', async (_what, rows) => {
    found(() => answer(rows));
    expect(await storeStrategySession(request, { idempotencyKey: key })).toEqual({
      ok: false,
      reason: 'duplicate_insert',
    });
  });

  test(
    'a look-up that fails says “try again” to a form with a key, and “duplicate” to ' +
      'one without',
    async () => {
      const fail = refusal('XX000', 'x', 500);
      found(fail);
      expect(await storeStrategySession(request, { idempotencyKey: key })).toEqual({
        ok: false,
        reason: 'unreachable',
      });
      found(fail);
      expect(await storeStrategySession(request)).toEqual({
        ok: false,
        reason: 'duplicate_insert',
      });
    },
  );
});

describe('a database that never answers', () => {
  beforeEach(ownTheClock);

  test('costs the look-up four seconds, and the request is stored', async () => {
    const sent = connected((call) => (call.method === 'GET' ? silence(call) : undefined));
    const storing = storeStrategySession(request);
    await jest.advanceTimersByTimeAsync(3999);
    expect(sent.map(({ method }) => method)).toEqual(['GET']);
    await jest.advanceTimersByTimeAsync(1);
    expect(await storing).toEqual(stored);
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test('is given up after eight seconds in all', async () => {
    connected(silence);
    const settled = jest.fn();
    void storeStrategySession(request).then(settled);
    await jest.advanceTimersByTimeAsync(7999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith({ ok: false, reason: 'unreachable' });
  });

  test('ends the look-up for the row of this form at the same eight seconds', async () => {
    const sent = connected((call, nth) => {
      if (call.method === 'POST') return duplicate();
      return nth > 1 ? silence(call) : undefined;
    });
    const settled = jest.fn();
    void storeStrategySession(request, { idempotencyKey: key }).then(settled);
    await jest.advanceTimersByTimeAsync(7999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith({ ok: false, reason: 'unreachable' });
    expect(sent.length).toBeGreaterThan(2);
  });
});
