/** @jest-environment node */
import { listOpenRequests, markHandled } from '@/lib/server/contact/ops-requests';
import { connectTo, createAnswer, createRefusal } from '../database/database-answers';

const ID = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
const request = { id: ID, service_type: 'other', email: 'eva@example.com' };
const refuse = createRefusal('42501', 'permission denied', 403);

test('lists the requests without an answer, oldest first', async () => {
  const { db, sent } = connectTo(() => createAnswer([request], 200, { 'content-range': '0-0/1' }));
  expect(await listOpenRequests(db)).toEqual([request]);
  expect(sent[0]).toMatchObject({
    method: 'GET',
    table: 'strategy_sessions',
    query: {
      select: 'id,service_type,email,created_at,suspected_spam',
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
