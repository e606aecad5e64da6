import { type DatabaseReport, listObjects } from './database-answers';
import migrationByObject from './objects.generated.json';

/** An object of the database, and the migration that makes it. */
type DatabaseObject = { kind: string; name: string; file: string };

/** What a database with all migrations reports. A function or constraint has a digest, too. */
export const EXPECTED_OBJECTS: Readonly<Record<string, string>> = migrationByObject;

/** Finds what a database lacks or has with another text. Of a missing table only the table. */
export function findMissing(report: DatabaseReport, expected = EXPECTED_OBJECTS): DatabaseObject[] {
  const present = new Set(listObjects(report));
  const tables = new Set(report.tables.map(({ name }) => name));
  return Object.entries(expected).flatMap(([object, file]) => {
    const [kind = '', name = ''] = object.split(' ');
    const [table = '', part] = name.split('.');
    const isMissing = !present.has(object) && (part === undefined || tables.has(table));
    return isMissing ? [{ kind, name, file }] : [];
  });
}
