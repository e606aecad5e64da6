/** @jest-environment node */
import { readdirSync } from 'node:fs';
import { type DatabaseReport, listObjects } from '@/scripts/ops/doctor/database/database-answers';
import { EXPECTED_OBJECTS, findMissing } from '@/scripts/ops/doctor/database/migrations';

const table = { name: 'a', is_view: false, secured: true, columns: ['n'], open_to: [] };
const fun = { name: 'one', arguments: [], body: 'digest', is_trigger: false, open_to: [] };
const createReport = (has: Partial<DatabaseReport> = {}): DatabaseReport => ({
  now: '',
  version: '',
  respondedAt: 0,
  tables: [table],
  functions: [fun],
  triggers: ['watch'],
  constraints: [{ table: 'a', name: 'a_pkey', body: 'digest' }],
  ...has,
});

const FILES = ['0.sql', '1.sql', '2.sql', '3.sql', '4.sql'];
const expected = Object.fromEntries(
  listObjects(createReport()).map((object, index) => [object, FILES[index] ?? '']),
);
const listMissing = (has: Partial<DatabaseReport>) =>
  findMissing(createReport(has), expected).map(({ kind, name, file }) => `${file} ${kind} ${name}`);

/** A later migration drops its only function. */
const WITHOUT_OBJECTS = '20261101090300_retention.sql';

test('expects something of each migration', () => {
  const names = readdirSync('supabase/migrations').filter((name) => name.endsWith('.sql'));
  const files = [...new Set(Object.values(EXPECTED_OBJECTS)), WITHOUT_OBJECTS];
  expect(files.sort()).toEqual(names.sort());
});

test('finds nothing in a database that has everything, and more', () => {
  expect(listMissing({})).toEqual([]);
  expect(listMissing({ triggers: ['watch', 'of somebody else'] })).toEqual([]);
});

test.each<[what: string, has: Partial<DatabaseReport>, missing: string[]]>([
  ['a table, but not its columns and constraints', { tables: [] }, ['0.sql table a']],
  ['a column', { tables: [{ ...table, columns: ['m'] }] }, ['1.sql column a.n']],
  ['a function', { functions: [] }, ['2.sql function one']],
  ['a function with another text', { functions: [{ ...fun, body: 'x' }] }, ['2.sql function one']],
  ['a trigger', { triggers: [] }, ['3.sql trigger watch']],
  ['a constraint', { constraints: [] }, ['4.sql constraint a.a_pkey']],
  [
    'a constraint with another text',
    { constraints: [{ table: 'a', name: 'a_pkey', body: 'x' }] },
    ['4.sql constraint a.a_pkey'],
  ],
])('names with its migration %s', (_what, has, missing) => {
  expect(listMissing(has)).toEqual(missing);
});
