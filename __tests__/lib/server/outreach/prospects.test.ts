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

test('a call that cannot renew the links logs the code only', async () => {
  connectDatabase(createRefusal('42501', 'demo-cs', 403));
  await renewLinks('demo-cs');
  const facts = { level: 'warn', code: '42501', status: 403, msg: 'personal link not renewed' };
  expect(logged).toEqual([expect.objectContaining(facts)]);
  expect(JSON.stringify(logged)).not.toContain('demo-cs');
});
