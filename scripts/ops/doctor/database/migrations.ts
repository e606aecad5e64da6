import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseReport } from './database-answers';

/** A database object that a migration makes. */
type DatabaseObject = {
  file: string;
  kind: 'table' | 'column' | 'function' | 'trigger';
  /** A column has its table's name, too: `calls.ticket`. */
  name: string;
  /** The digest of a function's text, as `database_report` computes it. */
  body?: string;
  /** Set for a function that the migration drops. */
  isDropped?: true;
};

const NAME = '"?(\\w+)"?';
const TABLE = new RegExp(
  '^create (?:unlogged )?(?:table|(?:or replace )?(?:materialized )?view) ' +
    `(?:if not exists )?public\\.${NAME}`,
  'gim',
);
const ALTERED_TABLE = new RegExp(`^alter table (?:only )?public\\.${NAME}([^;]*)`, 'gim');
const ADDED_COLUMN = new RegExp(`\\badd column (?:if not exists )?${NAME}`, 'gi');
const TRIGGER = new RegExp(`^create (?:or replace )?(?:constraint )?trigger ${NAME}`, 'gim');
const FUNCTION = new RegExp(
  `^create (?:or replace )?function public\\.${NAME}\\([\\s\\S]*?\\bas (\\$\\w*\\$)([\\s\\S]*?)\\2`,
  'gim',
);
const DROPPED_FUNCTION = new RegExp(`^drop function (?:if exists )?public\\.${NAME}`, 'gim');

/** Reads the files, because the CLI's list lacks what was pasted into the SQL Editor. */
export async function readMigrations(folder = 'supabase/migrations'): Promise<DatabaseObject[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return files.flatMap((file, index) => parseMigration(file, texts[index] ?? ''));
}

function parseMigration(file: string, sql: string): DatabaseObject[] {
  const findObjects = (kind: DatabaseObject['kind'], pattern: RegExp): DatabaseObject[] =>
    [...sql.matchAll(pattern)].map(([, name = '']) => ({ file, kind, name }));
  const columns = [...sql.matchAll(ALTERED_TABLE)].flatMap(([, table, changes = '']) =>
    [...changes.matchAll(ADDED_COLUMN)].map(([, name]) => `${table}.${name}`),
  );
  return [
    ...findObjects('table', TABLE),
    ...columns.map((name): DatabaseObject => ({ file, kind: 'column', name })),
    ...findObjects('function', DROPPED_FUNCTION).map((each): DatabaseObject => ({
      ...each,
      isDropped: true,
    })),
    ...[...sql.matchAll(FUNCTION)].map(([, name = '', , text = '']): DatabaseObject => ({
      file,
      kind: 'function',
      name,
      body: computeDigest(text),
    })),
    ...findObjects('trigger', TRIGGER),
  ];
}

const computeDigest = (text: string) =>
  createHash('md5').update(text.replace(/\s+/g, ' ')).digest('hex');

/** Finds what a database lacks. Of a function that is made several times, the last text counts. */
export function findMissing(
  report: DatabaseReport,
  objects: readonly DatabaseObject[],
): DatabaseObject[] {
  const has: Record<DatabaseObject['kind'], (each: DatabaseObject) => boolean> = {
    table: ({ name }) => report.tables.some((table) => table.name === name),
    column: ({ name: path }) => {
      const [table, column = ''] = path.split('.');
      return report.tables.some(({ name, columns }) => name === table && columns.includes(column));
    },
    trigger: ({ name }) => report.triggers.includes(name),
    function: ({ name, body }) =>
      report.functions.some((each) => each.name === name && each.body === body),
  };
  const isReplaced = ({ kind, name }: DatabaseObject, index: number) =>
    objects.some((later, at) => at > index && later.kind === kind && later.name === name);
  return objects.filter(
    (each, index) => !each.isDropped && !isReplaced(each, index) && !has[each.kind](each),
  );
}
