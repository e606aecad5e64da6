import { CsvError, parse } from 'csv-parse/sync';
import type { ProspectInput } from './prospect';

const COLUMNS = ['name', 'company', 'assistant'] as const;
const BOM = '\ufeff';

export type CsvLine = {
  /** Where it ends in the file, counted from 1. */
  line: number;
  input: ProspectInput;
  /** Why it cannot be read at all. */
  problem?: string;
};

/** How the file is written, so that the answer opens in the same program. */
export type CsvDialect = { delimiter: ',' | ';'; bom: boolean };

/**
 * Reads a table of prospects: UTF-8, with or without a byte order mark, cells between commas or semicolons, and
 * a first row that names the columns `name`, `company` and `assistant` in any order; others are ignored.
 * Throws a sentence for the operator when the file as a whole cannot be read.
 */
export function readProspectsCsv(bytes: Uint8Array): { lines: CsvLine[]; dialect: CsvDialect } {
  const text = decode(bytes);
  const bom = text.startsWith(BOM);
  const delimiter = /^[^\r\n]*;/.test(text) ? ';' : ',';
  const [head, ...rows] = split(text, delimiter);
  const names = head?.record.map((cell) => cell.toLowerCase()) ?? [];
  if (!names.includes('assistant')) {
    throw new Error('The first line must name the columns: name,company,assistant.');
  }
  const lines = rows.map(({ record, info }) => {
    const cells = COLUMNS.map((column) => [column, record[names.indexOf(column)] ?? ''] as const);
    const row = { line: info.lines, input: Object.fromEntries(cells) };
    if (record.length === names.length) return row;
    const problem = `it has ${record.length} cells, the first line has ${names.length}`;
    return { ...row, problem };
  });
  return { lines, dialect: { delimiter, bom } };
}

/** Writes rows so that no spreadsheet takes a cell for a formula. */
export function writeCsv(rows: readonly (readonly string[])[], dialect: CsvDialect): string {
  const line = (cells: readonly string[]) => cells.map(writeCell).join(dialect.delimiter);
  return `${dialect.bom ? BOM : ''}${rows.map(line).join('\r\n')}\r\n`;
}

function writeCell(text: string): string {
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",;'\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('The file is not UTF-8. In Excel save it as "CSV UTF-8" and try again.');
  }
}

type Row = { record: string[]; info: { lines: number } };

function split(text: string, delimiter: string): Row[] {
  const options = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true };
  try {
    // With `info` a row is more than its cells, which the types leave out.
    return parse(text, { ...options, delimiter, info: true }) as unknown as Row[];
  } catch (error) {
    if (error instanceof CsvError) throw new Error(`The file is no CSV: ${error.message}.`);
    throw error;
  }
}
