/** @jest-environment node */
import {
  storeProspect,
  lookUpAssistant,
  listProspects,
  recordVisit,
} from '@/lib/server/outreach/prospects';
import { answer, connected, connectTo, refusal, silence } from '../database/database-answers';
import { logLines } from '../observe/log-lines';
import { ownTheClock } from '../own-clock';

jest.mock('@/lib/server/database/supabase', () => ({
  ...jest.requireActual<object>('@/lib/server/database/supabase'),
  getDatabase: jest.fn(),
}));

const logged = logLines();
const someone = () => answer([{ id: '1' }]);
const away = () => Promise.reject(new TypeError('fetch failed'));

describe('a visit', () => {
  test('looks for the assistant, then sets the time of all its rows to now', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12, 0), doNotFake: ['nextTick'] });
    const sent = connected(({ method }) => (method === 'GET' ? someone() : answer(null, 200)));
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

  test('of an assistant that no prospect has changes nothing and is a warning', async () => {
    const sent = connected();
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
    connected(({ method }) =>
      method === failing ? refusal('42501', 'demo-cs', 403)() : someone(),
    );
    expect(await recordVisit('demo-cs')).toEqual({ ok: false, step, unreachable: false });
    expect(logged).toEqual([
      expect.objectContaining({
        level: 'error',
        step,
        code: '42501',
        status: 403,
        msg: 'visit not recorded',
      }),
    ]);
    expect(JSON.stringify(logged)).not.toContain('demo-cs');
  });

  test.each([
    [429, true],
    [500, false],
    [501, false],
    [521, true],
  ])('that is answered with status %i counts as unreachable: %s', async (status, unreachable) => {
    connected(({ method }) => (method === 'PATCH' ? refusal('x', 'x', status)() : someone()));
    expect(await recordVisit('demo-cs')).toEqual({ ok: false, step: 'update', unreachable });
  });

  test('without an answer counts as unreachable', async () => {
    connected(({ method }) => (method === 'PATCH' ? away() : someone()));
    expect(await recordVisit('demo-cs')).toEqual({ ok: false, step: 'update', unreachable: true });
  });

  test.each([
    ['look-up', 'lookup', 'GET', 0],
    ['update', 'update', 'PATCH', 3000],
  ])('whose %s never ends is given up after four seconds in all', async (_, step, hung, ms) => {
    ownTheClock();
    const lookUp = () => new Promise<Response>((done) => setTimeout(() => done(someone()), ms));
    connected((sent) => (sent.method === hung ? silence(sent) : lookUp()));
    const settled = jest.fn();
    void recordVisit('demo-cs').then(settled);
    await jest.advanceTimersByTimeAsync(3999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith({ ok: false, step, unreachable: true });
    jest.useRealTimers();
  });
});

describe('adding a prospect', () => {
  const jan = { name: 'Jan Novák', company: null, assistant: 'demo-cs' };
  const counted = (rows: number) => answer(null, 200, { 'content-range': `*/${rows}` });

  test('inserts one row and counts those of its assistant', async () => {
    const { db, sent } = connectTo(({ method }) =>
      method === 'POST' ? new Response(null, { status: 201 }) : counted(2),
    );
    expect(await storeProspect(jan, db)).toEqual({ added: true, assistantRows: 2 });
    expect(sent).toMatchObject([
      {
        method: 'POST',
        table: 'decisionMakers',
        body: { vapi_assistant_id: 'demo-cs', contact_name: 'Jan Novák', company_name: null },
      },
      {
        method: 'HEAD',
        table: 'decisionMakers',
        query: { select: 'id', vapi_assistant_id: 'eq.demo-cs' },
      },
    ]);
    expect(sent[1]?.headers.get('prefer')).toContain('count=exact');
  });

  test('who is there already is not added, and that is no error', async () => {
    connected(({ method }) =>
      method === 'POST' ? refusal('23505', 'duplicate key', 409)() : counted(1),
    );
    expect(await storeProspect(jan)).toEqual({ added: false, assistantRows: 1 });
  });

  test('a count that the database does not give is none', async () => {
    connected(({ method }) =>
      method === 'POST' ? new Response(null, { status: 201 }) : answer(null),
    );
    expect(await storeProspect(jan)).toEqual({ added: true, assistantRows: 0 });
  });

  test.each([
    ['the insert', 'POST'],
    ['the count', 'HEAD'],
  ])('throws when %s is refused, and says when no answer came', async (_what, failing) => {
    connected(({ method }) => (method === failing ? refusal('42501', 'Jan', 403)() : counted(1)));
    await expect(storeProspect(jan)).rejects.toThrow(/^The database refused: .*, status 403\.$/);
    connected(({ method }) => (method === failing ? away() : counted(1)));
    await expect(storeProspect(jan)).rejects.toThrow('The database did not answer.');
  });

  test('a refusal is told with its code, and so is one without', async () => {
    connected(refusal('42501', 'Jan', 403));
    await expect(storeProspect(jan)).rejects.toThrow('refused: 42501, status 403.');
    connected(refusal('', 'Jan', 400));
    await expect(storeProspect(jan)).rejects.toThrow('refused: no code, status 400.');
  });
});

describe('whether a prospect has an assistant', () => {
  test.each([
    ['yes', someone],
    ['no', () => answer([])],
  ])('is looked up: %s', async (told, reply) => {
    const sent = connected(reply);
    expect(await lookUpAssistant('demo-cs')).toBe(told);
    expect(sent).toMatchObject([
      {
        method: 'GET',
        table: 'decisionMakers',
        query: { select: 'id', vapi_assistant_id: 'eq.demo-cs', limit: '1' },
      },
    ]);
    expect(logged).toEqual([]);
  });

  test('is unknown where the database refuses, by its code alone', async () => {
    connected(refusal('42501', 'demo-cs', 403));
    expect(await lookUpAssistant('demo-cs')).toBe('unknown');
    expect(logged).toEqual([
      expect.objectContaining({
        level: 'warn',
        code: '42501',
        status: 403,
        msg: 'assistant not looked up',
      }),
    ]);
    expect(JSON.stringify(logged)).not.toContain('demo-cs');
  });

  test('is unknown where the database is away', async () => {
    connected(away);
    expect(await lookUpAssistant('demo-cs')).toBe('unknown');
  });

  test('is unknown after four seconds without an answer', async () => {
    ownTheClock();
    connected(silence);
    const settled = jest.fn();
    void lookUpAssistant('demo-cs').then(settled);
    await jest.advanceTimersByTimeAsync(3999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith('unknown');
    jest.useRealTimers();
  });
});

describe('the list of prospects', () => {
  const people = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ vapi_assistant_id: `a-${from + n}` }));

  test('is read in pages of 500, the latest visit first, in a stable order', async () => {
    const { db, sent } = connectTo(({ query }) => {
      const offset = Number(query['offset'] ?? 0);
      return answer(people(offset, Math.min(500, 1003 - offset)));
    });
    expect(await listProspects(db)).toEqual(people(0, 1003));
    expect(sent.map(({ query }) => [query['offset'] ?? '0', query['limit']])).toEqual([
      ['0', '500'],
      ['500', '500'],
      ['1000', '500'],
    ]);
    expect(sent[0]).toMatchObject({
      method: 'GET',
      table: 'decisionMakers',
      query: {
        select: 'vapi_assistant_id,contact_name,company_name,visited_at',
        order: 'visited_at.desc.nullslast,created_at.desc,id.asc',
      },
    });
  });

  test('of exactly one page is asked for once more', async () => {
    const sent = connected((_, nth) => answer(nth === 0 ? people(0, 500) : []));
    expect(await listProspects()).toHaveLength(500);
    expect(sent).toHaveLength(2);
  });

  test('throws when the database refuses', async () => {
    connected(refusal('42501', 'x', 403));
    await expect(listProspects()).rejects.toThrow('refused: 42501, status 403.');
  });
});
