/** @jest-environment node */
import { recordVisit, renewLinks } from '@/lib/server/outreach/prospects';
import {
  createAnswer,
  connectDatabase,
  createRefusal,
  neverAnswer,
} from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { provideSettings } from '../settings';

provideSettings();
const logged = collectLogLines();
const createFoundAnswer = () => createAnswer([{ id: '1' }]);
const failToConnect = () => Promise.reject(new TypeError('fetch failed'));

describe('a visit', () => {
  test('looks up the assistant, then sets the time of all its rows to now', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12, 0), doNotFake: ['nextTick'] });
    const sent = connectDatabase(({ method }) =>
      method === 'GET' ? createFoundAnswer() : createAnswer(null, 200),
    );
    const visit = recordVisit('demo-cs');
    await jest.runAllTimersAsync();
    jest.useRealTimers();
    expect(await visit).toEqual({ ok: true, tracked: true });
    expect(sent).toMatchObject([
      {
        method: 'GET',
        table: 'decisionMakers',
        query: { select: 'id', vapi_assistant_id: 'eq.demo-cs', limit: '1' },
      },
      {
        method: 'PATCH',
        table: 'decisionMakers',
        query: { vapi_assistant_id: 'eq.demo-cs' },
        body: { visited_at: '2026-11-22T12:00:00.000Z' },
      },
    ]);
    expect(sent).toHaveLength(2);
    expect(logged).toEqual([]);
  });

  test('of an unknown assistant changes nothing and logs a warning', async () => {
    const sent = connectDatabase();
    expect(await recordVisit('nobody')).toEqual({ ok: true, tracked: false });
    expect(sent.map(({ method }) => method)).toEqual(['GET']);
    expect(logged).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'visit not recorded: no prospect has this assistant',
      }),
    ]);
    expect(JSON.stringify(logged)).not.toContain('nobody');
  });

  test.each([
    ['lookup', 'GET'],
    ['update', 'PATCH'],
  ])('fails at the %s when the database refuses it', async (step, failing) => {
    connectDatabase(({ method }) =>
      method === failing ? createRefusal('42501', 'demo-cs', 403)() : createFoundAnswer(),
    );
    expect(await recordVisit('demo-cs')).toEqual({ ok: false, step, error: 'internal' });
    const facts = { level: 'error', step, code: '42501', status: 403, msg: 'visit not recorded' };
    expect(logged).toEqual([expect.objectContaining(facts)]);
    expect(JSON.stringify(logged)).not.toContain('demo-cs');
  });

  test.each([
    ['status 429', createRefusal('x', 'x', 429), 'unavailable'],
    ['status 500', createRefusal('x', 'x', 500), 'internal'],
    ['status 501', createRefusal('x', 'x', 501), 'internal'],
    ['status 521', createRefusal('x', 'x', 521), 'unavailable'],
    ['no answer', failToConnect, 'unavailable'],
  ])(
    'with %s at the update is an error of ours or of the database: %s',
    async (_, reply, error) => {
      connectDatabase(({ method }) => (method === 'PATCH' ? reply() : createFoundAnswer()));
      expect(await recordVisit('demo-cs')).toEqual({ ok: false, step: 'update', error });
    },
  );

  test('is recorded although the first update gets no answer', async () => {
    const sent = connectDatabase(({ method }, nth) => {
      if (method === 'GET') return createFoundAnswer();
      return nth === 1 ? failToConnect() : createAnswer(null, 200);
    });
    expect(await recordVisit('demo-cs')).toEqual({ ok: true, tracked: true });
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'PATCH']);
    expect(sent[2]?.body).toEqual(sent[1]?.body);
  });

  test.each([
    ['look-up', 'lookup', 'GET', 0],
    ['update', 'update', 'PATCH', 3000],
  ])('with a silent %s is given up after four seconds in total', async (_, step, hung, ms) => {
    installFakeClock();
    const lookUp = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(createFoundAnswer()), ms));
    connectDatabase((sent) => (sent.method === hung ? neverAnswer(sent) : lookUp()));
    const failed = { ok: false, step, error: 'unavailable' };
    expect(await expectSettledAfter(4000, recordVisit('demo-cs'))).toEqual(failed);
  });
});

describe('a call', () => {
  test('renews the links of its assistant', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12, 0), doNotFake: ['nextTick'] });
    const sent = connectDatabase(() => createAnswer(null, 200));
    await renewLinks('demo-cs');
    expect(sent).toMatchObject([
      {
        method: 'PATCH',
        table: 'decisionMakers',
        query: { vapi_assistant_id: 'eq.demo-cs' },
        body: { renewed_at: '2026-11-22T12:00:00.000Z' },
      },
    ]);
    expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy();
    expect(logged).toEqual([]);
  });

  test('that cannot renew them logs the code only', async () => {
    connectDatabase(createRefusal('42501', 'demo-cs', 403));
    await renewLinks('demo-cs');
    const facts = { level: 'warn', code: '42501', status: 403, msg: 'personal link not renewed' };
    expect(logged).toEqual([expect.objectContaining(facts)]);
    expect(JSON.stringify(logged)).not.toContain('demo-cs');
  });
});
