import { isAscii, isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { IDENTITY_OPTIONS, OPTION_NAMES, type ProspectInput } from './prospect';

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

/** `line` is where the row ends in the file, counted from 1. */
type CsvLine = { line: number; input: ProspectInput };

/** `needed`: the columns that must be there, in any order. Throws a sentence for the operator. */
export function readProspectsCsv(
  bytes: Uint8Array,
  encoding?: string,
  needed: readonly string[] = IDENTITY_OPTIONS,
) {
  const text = decode(bytes, encoding)
    // In one form, because csv-parse counts a line break of two characters in a cell twice.
    .replace(/\r\n?/g, '\n')
    // Excel's own line.
    .replace(/^"?sep=.*/i, '');
  if (!text.trim()) throw new Error('The file is empty.');
  const delimiter = /[,;\t]/.exec(text)?.[0] ?? ',';
  const known: string[] = [...OPTION_NAMES, ...needed, 'lang'];
  const nameColumns = (header: string[]) => {
    const names = header.map((name) => name.trim().toLowerCase());
    if (needed.some((field) => names.filter((name) => name === field).length !== 1))
      throw new Error(
        `The header is: ${names.join(', ')}. ` +
          `It must name ${needed.join(', ')}, each once, and maybe lang.`,
      );
    return names.map((name) => known.includes(name) && name);
  };
  const lines: CsvLine[] = [];
  try {
    parse(text, {
      delimiter,
      columns: nameColumns,
      on_record: (input: ProspectInput, info) => lines.push({ line: info.lines, input }),
      record_delimiter: '\n',
      trim: true,
      relax_quotes: true,
      relax_column_count_less: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      cast: (cell, { header }) => (header ? cell : cell.replace(GUARD, '')),
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const [line = ''] = /line \d+/.exec(error.message) ?? [];
    throw new Error(
      error.code === 'CSV_RECORD_INCONSISTENT_COLUMNS'
        ? `The file is no CSV: ${line} has more cells than the header.`
        : `The file is no CSV: in ${line} a cell begins with a quote, so it must end with one, and ` +
            'quotes inside it are doubled.',
    );
  }
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
