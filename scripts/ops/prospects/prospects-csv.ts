import { type CsvDialect, DELIMITERS, readCsv, type Row, trimEmptyEnd } from './csv';
import { decodeTable } from './csv-encoding';
import type { ProspectInput } from './prospect';

const COLUMNS = ['name', 'company', 'assistant'] as const;
/** May be left out. */
const LANGUAGE_COLUMN = 'lang';

/** `line` is where the row ends in the file, counted from 1. */
export type CsvLine = { line: number; input: ProspectInput; problem?: string };

type ProspectsTable = { lines: CsvLine[]; dialect: CsvDialect; detected: string };

/** Reads a spreadsheet's table, with columns in any order and maybe a first line `sep=;`. */
export function readProspectsCsv(bytes: Uint8Array, encoding?: string): ProspectsTable {
  const { text, hasBom, name: encodingName } = decodeTable(bytes, encoding);
  const [[head, ...rows], delimiter] = readCsv(text);
  const columns = readHeader(head);
  const lines = rows.map(({ record, info }): CsvLine => {
    const cells = COLUMNS.map((column) => [column, record[columns.indexOf(column)] ?? ''] as const);
    const lang = record[columns.indexOf(LANGUAGE_COLUMN)];
    const input = { ...Object.fromEntries(cells), ...(lang && { lang }) };
    const row = { line: info.lines, input };
    // Tables that are joined into one file bring their headers.
    if (cells.every(([column, cell]) => normalizeColumn(cell) === column))
      return { ...row, problem: 'it repeats the first line' };
    const filled = trimEmptyEnd(record).length;
    const isTooShort = record.length <= columns.indexOf('assistant');
    if (filled <= columns.length && !isTooShort) return row;
    const count = isTooShort ? record.length : filled;
    const problem = `it has ${count} cells, the first line has ${columns.length}`;
    return { ...row, problem };
  });
  const isOurs = (column: string) =>
    (COLUMNS as readonly string[]).includes(column) || column === LANGUAGE_COLUMN;
  const header = columns.map((column) => (isOurs(column) ? column : `${column} (ignored)`.trim()));
  const detected = [
    `${encodingName}, ${DELIMITERS[delimiter]}`,
    `header in line ${head?.info.lines}: ${header.join(', ')}`,
    `rows: ${lines.length}`,
  ].join('; ');
  return { lines, dialect: { delimiter, hasBom }, detected };
}

const normalizeColumn = (cell: string) =>
  cell
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();

function readHeader(head: Row | undefined): string[] {
  const names = trimEmptyEnd(head?.record ?? []).map(normalizeColumn);
  const findPlaces = (column: string) =>
    names.flatMap((name, index) => (name === column ? index + 1 : []));
  if (!COLUMNS.some((column) => names.includes(column)))
    throw new Error('The first line must name the columns: name,company,assistant.');
  for (const column of COLUMNS) {
    const [first, second] = findPlaces(column);
    const header = `The header (line ${head?.info.lines}: ${names.join(', ')})`;
    if (first === undefined) throw new Error(`${header} has no column ${column}.`);
    if (second !== undefined)
      throw new Error(`${header} names ${column} twice, in column ${first} and ${second}.`);
  }
  return names;
}
