/** @jest-environment node */
import { collectLogLines } from '../log/log-lines';
import { provideSettings } from '../settings';
import { buildProspect } from '@/__tests__/support/prospect';
import { findLinkEnd, storeProspect } from '@/lib/server/outreach/ops-prospects';
import { createAnswer, connectDatabase, createRefusal } from '../database/database-answers';

provideSettings();
collectLogLines();

const failToConnect = () => Promise.reject(new TypeError('fetch failed'));

describe('adding a prospect', () => {
  const jan = buildProspect({ company: null });
  const createCountAnswer = (rows: number) =>
    createAnswer(null, 200, { 'content-range': `*/${rows}` });

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

test.each([
  ['2026-11-27T10:00:00+00:00', 12, '2027-11-27'],
  ['2026-11-30T10:00:00+00:00', 3, '2027-02-28'],
  ['2026-12-31T23:59:59+00:00', 2, '2027-02-28'],
  ['2026-01-31T00:00:00+00:00', 1, '2026-02-28'],
])('a link of %s ends after %i months on %s', (period_start, months, day) => {
  expect(findLinkEnd({ period_start }, months).toISOString().slice(0, 10)).toBe(day);
});
