/** @jest-environment node */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseReport } from '@/scripts/ops/doctor/database/database-answers';
import { readMigrations, findMissing } from '@/scripts/ops/doctor/database/migrations';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'callwright-migrations-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function writeAndReadMigrations(...files: string[]) {
  await Promise.all(files.map((sql, index) => writeFile(join(folder, `${index}.sql`), sql)));
  return readMigrations(folder);
}

const createFunction = (name: string, text: string) =>
  `create or replace function public.${name}(n integer) returns integer\nlanguage sql\nas $$${text}$$;`;

const createReport = (has: Partial<DatabaseReport> = {}): DatabaseReport => ({
  now: '',
  version: '',
  respondedAt: 0,
  tables: [],
  functions: [],
  triggers: [],
  ...has,
});

test('finds an object of each migration', async () => {
  const names = (await readdir('supabase/migrations')).filter((name) => name.endsWith('.sql'));
  const seen = new Set((await readMigrations()).map(({ file }) => file));
  expect([...seen].sort()).toEqual(names.sort());
  const tables = (await readMigrations()).filter(({ kind }) => kind === 'table');
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['strategy_sessions', 'decisionMakers', 'rate_limits', 'calls']),
  );
});

test('finds tables, views, columns, functions and triggers', async () => {
  const sql = `
-- create table public.spoken_of (n integer);
create table public."Mixed" (n integer);
create unlogged table if not exists public.fast (n integer);
create view public.sums as select 1;
alter table public."Mixed" add column a text, add column if not exists b text;
alter table public.fast enable row level security;
create trigger watch after insert on public.fast for each row execute function public.one();
${createFunction('one', ' select 1; ')}
create function public.two() returns text language sql as $body$ select '$$' $body$;`;
  expect(await writeAndReadMigrations(sql)).toEqual([
    { file: '0.sql', kind: 'table', name: 'Mixed' },
    { file: '0.sql', kind: 'table', name: 'fast' },
    { file: '0.sql', kind: 'table', name: 'sums' },
    { file: '0.sql', kind: 'column', name: 'Mixed.a' },
    { file: '0.sql', kind: 'column', name: 'Mixed.b' },
    { file: '0.sql', kind: 'function', name: 'one', body: expect.any(String) },
    { file: '0.sql', kind: 'function', name: 'two', body: expect.any(String) },
    { file: '0.sql', kind: 'trigger', name: 'watch' },
  ]);
});

test('names each missing object with its file', async () => {
  const all = await writeAndReadMigrations(
    'create table public.a (n integer);',
    'alter table public.a add column b text;',
    'create trigger watch after insert on public.a for each row execute function public.one();',
    createFunction('one', 'select 1'),
  );
  expect(findMissing(createReport(), all).map(({ file }) => file)).toEqual([
    '0.sql',
    '1.sql',
    '2.sql',
    '3.sql',
  ]);
  const table = { name: 'a', is_view: false, secured: true, columns: ['n'], open_to: [] };
  const some = findMissing(createReport({ tables: [table], triggers: ['watch'] }), all);
  expect(some.map(({ file }) => file)).toEqual(['1.sql', '3.sql']);
});

test('compares a function with its latest migration', async () => {
  const all = await writeAndReadMigrations(
    createFunction('one', 'select 1'),
    createFunction('one', 'select\n  2'),
  );
  const createReportWithBody = (body = '') =>
    createReport({
      functions: [{ name: 'one', arguments: [], body, is_trigger: false, open_to: [] }],
    });
  const [first, last] = all;
  expect(findMissing(createReportWithBody(last?.body), all)).toEqual([]);
  expect(findMissing(createReportWithBody(first?.body), all)).toEqual([last]);
});

test('ignores differences in whitespace', async () => {
  const all = await writeAndReadMigrations(
    createFunction('one', ' select\r\n\t 1 '),
    createFunction('two', ' select 1 '),
  );
  expect(all[0]?.body).toBe(all[1]?.body);
});

test('ignores a dropped function unless it is created again', async () => {
  const drop = 'drop function public.one(integer);';
  const make = createFunction('one', 'select 1');
  expect(findMissing(createReport(), await writeAndReadMigrations(make, drop))).toEqual([]);
  const again = await writeAndReadMigrations(make, drop, createFunction('one', 'select 2'));
  expect(findMissing(createReport(), again).map(({ file }) => file)).toEqual(['2.sql']);
});
