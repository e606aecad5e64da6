/** @jest-environment node */
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS } from '@/lib/contact/fields';
import {
  eraseStrategySessions,
  listOpenRequests,
  markHandled,
} from '@/lib/server/contact/ops-requests';
import {
  connectDatabase,
  connectTo,
  createAnswer,
  createRefusal,
} from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';

jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));
collectLogLines();

const ID = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
const request = { id: ID, service_type: 'other', email: 'eva@example.com', source: 'search' };
const listed = CONTACT_FIELD_NAMES.filter((name) => CONTACT_FIELDS[name].listedAs);
const refuse = createRefusal('42501', 'permission denied', 403);

test('lists the requests without an answer, oldest first', async () => {
  const { db, sent } = connectTo(() => createAnswer([request], 200, { 'content-range': '0-0/1' }));
  expect(await listOpenRequests(db)).toEqual([request]);
  expect(sent[0]).toMatchObject({
    method: 'GET',
    table: 'strategy_sessions',
    query: {
      select: `id,${listed.join()},created_at,suspected_spam,source`,
      handled_at: 'is.null',
      order: 'created_at.asc,id.asc',
    },
  });
});

test('marks a request that is still open', async () => {
  const { db, sent } = connectTo(() => createAnswer([{ id: ID }]));
  expect(await markHandled(ID, db)).toBe('marked');
  expect(sent).toMatchObject([
    {
      method: 'PATCH',
      table: 'strategy_sessions',
      query: { id: `eq.${ID}`, handled_at: 'is.null', select: 'id' },
      body: { handled_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    },
  ]);
});

test.each([
  ['handled', [{ id: ID }]],
  ['unknown', []],
])('says “%s” if it finds %j and nothing to mark', async (state, found) => {
  const { db, sent } = connectTo(({ method }) => createAnswer(method === 'PATCH' ? [] : found));
  expect(await markHandled(ID, db)).toBe(state);
  expect(sent[1]).toMatchObject({
    method: 'GET',
    table: 'strategy_sessions',
    query: { select: 'id', id: `eq.${ID}` },
  });
});

test.each([
  ['marking', () => refuse()],
  ['looking', ({ method }: { method: string }) => (method === 'GET' ? refuse() : createAnswer([]))],
])('throws if the database refuses %s', async (_step, reply) => {
  const { db } = connectTo(reply);
  await expect(markHandled(ID, db)).rejects.toThrow('42501');
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
      'The database refused: 42501, status 403.',
    );
    connectDatabase(() => Promise.reject(new TypeError('fetch failed')));
    await expect(eraseStrategySessions('eva@example.com')).rejects.toThrow(
      'The database did not answer.',
    );
  });
});
