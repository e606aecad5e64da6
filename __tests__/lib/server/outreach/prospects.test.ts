/** @jest-environment node */
import { buildProspect } from '@/__tests__/support/prospect';
import {
  storeProspect,
  lookUpAssistant,
  findLinkEnd,
  recordVisit,
  renewLinks,
} from '@/lib/server/outreach/prospects';
import {
  createAnswer,
  connectDatabase,
  connectTo,
  createRefusal,
  neverAnswer,
} from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';

jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));

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
    expect(await recordVisit('demo-cs')).toEqual({ ok: false, step, unreachable: false });
    const facts = { level: 'error', step, code: '42501', status: 403, msg: 'visit not recorded' };
    expect(logged).toEqual([expect.objectContaining(facts)]);
    expect(JSON.stringify(logged)).not.toContain('demo-cs');
  });

  test.each([
    ['status 429', createRefusal('x', 'x', 429), true],
    ['status 500', createRefusal('x', 'x', 500), false],
    ['status 501', createRefusal('x', 'x', 501), false],
    ['status 521', createRefusal('x', 'x', 521), true],
    ['no answer', failToConnect, true],
  ])('with %s at the update counts as unreachable: %s', async (_, reply, unreachable) => {
    connectDatabase(({ method }) => (method === 'PATCH' ? reply() : createFoundAnswer()));
    expect(await recordVisit('demo-cs')).toEqual({ ok: false, step: 'update', unreachable });
  });

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
    const failed = { ok: false, step, unreachable: true };
    expect(await expectSettledAfter(4000, recordVisit('demo-cs'))).toEqual(failed);
  });
});

describe('adding a prospect', () => {
  const jan = buildProspect({ company: null });
  const createCountAnswer = (rows: number) =>
    createAnswer(null, 200, { 'content-range': `*/${rows}` });

  test('inserts one row and counts those of its assistant', async () => {
    const { db, sent } = connectTo(({ method }) =>
      method === 'POST' ? new Response(null, { status: 201 }) : createCountAnswer(2),
    );
    expect(await storeProspect(jan, db)).toEqual({ added: true, assistantRows: 2 });
    const body = { vapi_assistant_id: 'demo-cs', contact_name: 'Jan Novák', company_name: null };
    const query = { select: 'id', vapi_assistant_id: 'eq.demo-cs' };
    expect(sent).toMatchObject([
      { method: 'POST', table: 'decisionMakers', body },
      { method: 'HEAD', table: 'decisionMakers', query },
    ]);
    expect(sent[1]?.headers.get('prefer')).toContain('count=exact');
  });

  test('does not add an existing prospect, without an error', async () => {
    connectDatabase(({ method }) =>
      method === 'POST' ? createRefusal('23505', 'duplicate key', 409)() : createCountAnswer(1),
    );
    expect(await storeProspect(jan)).toEqual({ added: false, assistantRows: 1 });
  });

  test.each([
    [jan, { contact_name: 'eq.Jan Novák', company_name: 'is.null' }],
    [
      { ...jan, name: null, company: 'a,b.c' },
      { contact_name: 'is.null', company_name: 'eq.a,b.c' },
    ],
  ])('renews the link of an existing prospect: %j', async (prospect, filters) => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12, 0), doNotFake: ['nextTick'] });
    const sent = connectDatabase(({ method }) =>
      method === 'POST' ? createRefusal('23505', 'duplicate key', 409)() : createCountAnswer(1),
    );
    expect(await storeProspect(prospect)).toEqual({ added: false, assistantRows: 1 });
    expect(sent[1]).toMatchObject({
      method: 'PATCH',
      table: 'decisionMakers',
      query: { vapi_assistant_id: 'eq.demo-cs', ...filters },
      body: { renewed_at: '2026-11-22T12:00:00.000Z' },
    });
  });

  test('throws when the link of an existing prospect cannot be renewed', async () => {
    connectDatabase(({ method }) =>
      method === 'POST'
        ? createRefusal('23505', 'duplicate key', 409)()
        : createRefusal('42501', 'Jan', 403)(),
    );
    await expect(storeProspect(jan)).rejects.toThrow('(403 42501)');
  });

  test('counts none when the database gives no count', async () => {
    connectDatabase(({ method }) =>
      method === 'POST' ? new Response(null, { status: 201 }) : createAnswer(null),
    );
    expect(await storeProspect(jan)).toEqual({ added: true, assistantRows: 0 });
  });

  test.each([
    ['the insert', 'POST', '42501'],
    ['the count', 'HEAD', ''],
  ])('throws when %s is refused or gets no answer', async (_what, failing, code) => {
    connectDatabase(({ method }) =>
      method === failing ? createRefusal(code, 'Jan', 403)() : createCountAnswer(1),
    );
    await expect(storeProspect(jan)).rejects.toThrow(`(${['403', code].join(' ').trim()})`);
    connectDatabase(({ method }) => (method === failing ? failToConnect() : createCountAnswer(1)));
    await expect(storeProspect(jan)).rejects.toThrow('(no answer)');
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

describe('whether a prospect has an assistant', () => {
  test.each([
    ['yes', createFoundAnswer],
    ['no', () => createAnswer([])],
  ])('is looked up: %s', async (has, reply) => {
    const sent = connectDatabase(reply);
    expect(await lookUpAssistant('demo-cs')).toBe(has);
    const query = { select: 'id', vapi_assistant_id: 'eq.demo-cs', limit: '1' };
    expect(sent).toMatchObject([{ method: 'GET', table: 'decisionMakers', query }]);
    expect(logged).toEqual([]);
  });

  test('is unknown when the database refuses, and logs only the code', async () => {
    connectDatabase(createRefusal('42501', 'demo-cs', 403));
    expect(await lookUpAssistant('demo-cs')).toBe('unknown');
    const facts = { level: 'warn', code: '42501', status: 403, msg: 'assistant not looked up' };
    expect(logged).toEqual([expect.objectContaining(facts)]);
    expect(JSON.stringify(logged)).not.toContain('demo-cs');
  });

  test('is unknown when the database is unreachable', async () => {
    connectDatabase(failToConnect);
    expect(await lookUpAssistant('demo-cs')).toBe('unknown');
  });

  test('is unknown after four seconds without an answer', async () => {
    installFakeClock();
    connectDatabase(neverAnswer);
    expect(await expectSettledAfter(4000, lookUpAssistant('demo-cs'))).toBe('unknown');
  });
});

test.each([
  ['2026-11-27T10:00:00+00:00', 12, '2027-11-27'],
  ['2026-11-30T10:00:00+00:00', 3, '2027-02-28'],
  ['2026-12-31T23:59:59+00:00', 2, '2027-02-28'],
  ['2026-01-31T00:00:00+00:00', 1, '2026-02-28'],
])('a link of %s ends after %i months on %s', (period_start, months, day) => {
  expect(findLinkEnd({ period_start }, months).toISOString().slice(0, 10)).toBe(day);
});
