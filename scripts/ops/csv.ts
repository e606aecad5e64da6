import { isAscii, isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { IDENTITY_NAMES, PROSPECT_FIELD_NAMES } from '@/lib/outreach/prospect';
import type { ProspectInput } from './prospect';

/** A spreadsheet would run it. A quote in front guards it, also one that has quotes already. */
const FORMULA = /^'*[=+\-@＝＋－＠]/;
const GUARD = /^'(?='*[=+\-@＝＋－＠])/;

/** Writes a table for a spreadsheet: without formulas, and with a BOM, which Excel needs. */
export const writeCsv = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  stringify(
    rows.map((row) => row.map((cell) => cell.trim().replace(FORMULA, `'$&`))),
    // Also cells that another delimiter would split.
    { delimiter, bom: true, record_delimiter: 'windows', quoted_match: /[,;'\t\r\n]/ },
  );

/** What npm prints, blank lines and `sep=;` may come before it. */
const findHeader = (text: string, name: string) =>
  new RegExp(`^(?:.*(?:[^\\S\\n]|[,;"]))?${name}(?:(?:[^\\S\\n]|[,;"]).*)?$`, 'im').exec(text);

/** `line` is where the row ends in the file, counted from 1. */
export type CsvLine = { line: number; input: ProspectInput };

/** `needed`: the columns that must be there, in any order. Throws a sentence for the operator. */
export function readProspectsCsv(
  bytes: Uint8Array,
  encoding?: string,
  needed: readonly string[] = IDENTITY_NAMES,
) {
  // In one form, because csv-parse counts a line break of two characters in a cell twice.
  const text = decode(bytes, encoding).replace(/\r\n?/g, '\n');
  const rule = `It must name ${needed.join(', ')}, each once, and maybe lang.`;
  const header = findHeader(text, needed.includes('assistant') ? 'assistant' : 'name');
  if (!header) throw new Error(`The file has no header. ${rule}`);
  const delimiter = /[,;\t]/.exec(header[0])?.[0] ?? ',';
  const blankLines = text.slice(0, header.index).replace(/[^\n]/g, '');
  const nameColumns = (names: string[]) => {
    if (needed.some((field) => names.filter((name) => name === field).length !== 1))
      throw new Error(`The header is: ${names.join(', ')}. ${rule}`);
    const known: string[] = [...PROSPECT_FIELD_NAMES, ...needed, 'lang'];
    return names.map((name) => known.includes(name) && name);
  };
  const rows = parseRows(blankLines + text.slice(header.index), delimiter, nameColumns);
  const lines = rows.map(({ record, info }): CsvLine => ({ line: info.lines, input: record }));
  return { lines, delimiter };
}

function decode(bytes: Uint8Array, encoding = 'utf-8'): string {
  if (!/^utf/i.test(encoding) && isUtf8(bytes) && !isAscii(bytes))
    throw new Error('The file is UTF-8: leave out --encoding.');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(
      `The file can't be read as ${encoding}. In Excel save it as "CSV UTF-8", or name its ` +
        'encoding, such as --encoding windows-1250 of Czech Excel.',
    );
  }
}

type Row = { record: ProspectInput; info: { lines: number } };

function parseRows(
  text: string,
  delimiter: string,
  nameColumns: (names: string[]) => (string | false)[],
): Row[] {
  try {
    // The types of csv-parse ignore the option `info`.
    return parse(text, {
      delimiter,
      // The first cell behind the last column is `extra`.
      columns: (header: string[]) => {
        const names = header.map((name) => name.trim().toLowerCase());
        return [...nameColumns(names.slice(0, names.findLastIndex(Boolean) + 1)), 'extra'];
      },
      info: true,
      record_delimiter: '\n',
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      cast: (cell, { header }) => (header ? cell : cell.replace(GUARD, '')),
    }) as unknown as Row[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const [line = ''] = /line \d+/.exec(error.message) ?? [];
    const rule = 'so it must end with one, and quotes inside it are doubled';
    throw new Error(`The file is no CSV: in ${line} a cell begins with a quote, ${rule}.`);
  }
}
