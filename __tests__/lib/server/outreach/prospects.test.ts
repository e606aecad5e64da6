import { findLinkEnd } from '@/lib/server/outreach/ops-prospects';
import { recordVisit } from '@/lib/server/outreach/prospects';
import { createAnswer, connectDatabase, neverAnswer } from '../database/database-answers';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { provideSettings } from '../settings';

provideSettings();
const createFoundAnswer = () => createAnswer([{ id: '1' }]);

test('a visit is recorded although the first update gets no answer', async () => {
  const sent = connectDatabase(({ method }, nth) => {
    if (method === 'GET') return createFoundAnswer();
    return nth === 1 ? Promise.reject(new TypeError('fetch failed')) : createAnswer(null);
  });
  expect(await recordVisit('demo-cs', {})).toEqual({ ok: true, body: { tracked: true } });
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'PATCH']);
  expect(sent[2]?.body).toEqual(sent[1]?.body);
});

test.each([
  ['lookup', 'GET', 0],
  ['update', 'PATCH', 3000],
])('a visit with a silent %s is given up after four seconds in total', async (step, hung, ms) => {
  installFakeClock();
  const lookUp = () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(createFoundAnswer()), ms));
  connectDatabase((sent) => (sent.method === hung ? neverAnswer(sent) : lookUp()));
  const failed = { ok: false, step, error: 'unavailable' };
  expect(await expectSettledAfter(4000, recordVisit('demo-cs', {}))).toEqual(failed);
});

test.each([
  ['2026-11-27T10:00:00+00:00', 12, '2027-11-27'],
  ['2026-11-30T10:00:00+00:00', 3, '2027-02-28'],
  ['2026-12-31T23:59:59+00:00', 2, '2027-02-28'],
])('a link of %s ends after %i months on %s', (period_start, months, day) => {
  expect(findLinkEnd({ period_start }, months).toISOString().slice(0, 10)).toBe(day);
});
