import { describeFailure, readFailure } from '@/lib/server/database/database-fault';

const AWAY = 'The database is paused, overloaded or out of reach';
const KEY = 'The database has refused the key';
const MISSING = 'Something in the database is missing or closed';
const OTHER = 'The database has failed';

test.each([
  [0, undefined, `${AWAY} (no answer)`, 'is the project up'],
  [540, undefined, `${AWAY} (540)`, 'SUPABASE_URL'],
  [404, undefined, `${AWAY} (404)`, 'SUPABASE_URL'],
  [429, undefined, `${AWAY} (429)`, 'dashboard'],
  [503, 'PGRST000', `${AWAY} (503 PGRST000)`, 'dashboard'],
  [503, '57P03', `${AWAY} (503 57P03)`, 'dashboard'],
  [503, '53300', `${AWAY} (503 53300)`, 'dashboard'],
  [503, '08006', `${AWAY} (503 08006)`, 'dashboard'],
  [401, undefined, `${KEY} (401)`, 'SUPABASE_SECRET_KEY'],
  [401, 'PGRST301', `${KEY} (401 PGRST301)`, 'SUPABASE_SECRET_KEY'],
  [406, 'PGRST106', `${MISSING} (406 PGRST106)`, 'expose the schema public'],
  [404, 'PGRST202', `${MISSING} (404 PGRST202)`, 'Apply the migrations'],
  [404, '42P01', `${MISSING} (404 42P01)`, 'Apply the migrations'],
  [404, '42883', `${MISSING} (404 42883)`, 'a trigger'],
  [403, '42501', `${MISSING} (403 42501)`, 'Apply the migrations'],
  [405, '25006', `${OTHER} (405 25006)`, 'disk is full'],
  [503, '53100', `${OTHER} (503 53100)`, 'disk is full'],
  [400, 'P0001', `${OTHER} (400 P0001)`, 'a trigger'],
  [500, 'SUP', `${OTHER} (500 SUP)`, 'See Logs'],
] as const)('%i %s: %s', (status, code, seen, todo) => {
  expect(describeFailure({ status, code })).toEqual({
    seen,
    todo: expect.stringContaining(todo) as string,
  });
});

test.each([
  [{ status: 540 }, { message: '', status: 540 }, 502],
  [{ status: 503, code: 'PGRST000' }, { message: '', status: 503, code: 'PGRST000' }, 502],
  [{ status: 0 }, { message: '', status: 0 }, 502],
  [{ status: 0 }, { message: 'AbortError: aborted', code: '' }, 0],
])('reads %j from an error without an answer', (failure, error, status) => {
  expect(readFailure(error, status)).toEqual(failure);
});

test('reads the code of an answer', () => {
  const message = 'x';
  expect(readFailure({ code: '42P01', message }, 404)).toEqual({ status: 404, code: '42P01' });
  expect(readFailure({ code: 42501, message }, 403)).toEqual({ status: 403 });
  expect(readFailure(null, 200)).toEqual({ status: 200 });
});
