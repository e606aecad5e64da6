/** @jest-environment node */
import {
  FAULT_SENTENCES,
  findFault,
  formatFailure,
  readFailure,
} from '@/lib/server/database/database-fault';

test.each([
  [0, undefined, 'unreachable', 'The site cannot reach its database.'],
  [540, undefined, 'paused', 'The project is paused.'],
  [401, undefined, 'key', 'The key was refused.'],
  [401, 'PGRST301', 'key', 'The key was refused.'],
  [402, undefined, 'restricted', 'The project is restricted'],
  [403, undefined, 'blocked', 'Access to the database is blocked.'],
  [403, '42501', 'permission', 'A permission is missing.'],
  [404, undefined, 'address', 'SUPABASE_URL is not the address of the API.'],
  [200, undefined, 'address', 'SUPABASE_URL is not the address of the API.'],
  [405, '25006', 'read-only', 'The database is read-only.'],
  [503, '53100', 'disk-full', 'The disk is full.'],
  [404, 'PGRST205', 'table', 'A table is missing.'],
  [404, '42P01', 'table', 'A table is missing.'],
  [400, 'PGRST204', 'column', 'A column is missing.'],
  [400, '42703', 'column', 'A column is missing.'],
  [404, 'PGRST202', 'function', 'A function is missing.'],
  [404, '42883', 'function', 'A function is missing.'],
  [400, 'P0001', 'refused', 'The database refuses requests.'],
  [400, '23502', 'refused', 'The database refuses requests.'],
  [406, 'PGRST116', 'refused', 'The database refuses requests.'],
  [500, 'SUP', 'refused', 'The database refuses requests.'],
  [504, 'PGRST003', 'overloaded', 'The database is overloaded'],
  [500, '57014', 'overloaded', 'The database is overloaded'],
  [503, '53300', 'overloaded', 'The database is overloaded'],
  [544, undefined, 'overloaded', 'The database is overloaded'],
  [429, undefined, 'overloaded', 'The database is overloaded'],
  [503, 'PGRST000', 'unreachable', 'The site cannot reach its database.'],
  [503, '57P03', 'unreachable', 'The site cannot reach its database.'],
  [503, '08006', 'unreachable', 'The site cannot reach its database.'],
  [521, undefined, 'unreachable', 'The site cannot reach its database.'],
  [530, undefined, 'unreachable', 'The site cannot reach its database.'],
  [406, 'PGRST106', 'unknown', 'The database failed.'],
  [418, undefined, 'unknown', 'The database failed.'],
] as const)('%i %s: %s', (status, code, fault, seen) => {
  const found = findFault({ status, code });
  expect(found).toBe(fault);
  expect(FAULT_SENTENCES[found].seen).toContain(seen);
});

test.each([
  [{ status: 540 }, { message: 'AbortError: status 540', code: '' }],
  [
    { status: 503, code: 'PGRST000' },
    { message: 'AbortError: status 503 PGRST000', code: '' },
  ],
  [{ status: 0 }, { message: 'AbortError: circuit open', code: '' }],
  [{ status: 0 }, { message: 'AbortError: timeout', code: '' }],
  [{ status: 0 }, null],
])('reads %j from an error without an answer', (failure, error) => {
  expect(readFailure(error, 0)).toEqual(failure);
});

test('reads the code of an answer', () => {
  const message = 'status 540';
  expect(readFailure({ code: '42P01', message }, 404)).toEqual({ status: 404, code: '42P01' });
  expect(readFailure({ code: 42501, message }, 403)).toEqual({ status: 403 });
  expect(readFailure(null, 200)).toEqual({ status: 200 });
});

test('names a failure', () => {
  const failures = [{ status: 0 }, { status: 540 }, { status: 405, code: '25006' }];
  expect(failures.map(formatFailure)).toEqual(['no answer', '540', '405 25006']);
});
