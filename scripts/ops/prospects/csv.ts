import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
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

const COLUMNS = ['name', 'company', 'assistant'] as const;
/** What npm prints, blank lines and `sep=;` may come before it. */
const HEADER = /^(?:.*[\s,;"])?assistant(?:[\s,;"].*)?$/im;

/** `line` is where the row ends in the file, counted from 1. */
export type CsvLine = { line: number; input: ProspectInput; problem?: string | undefined };

type Row = { record: string[]; info: { lines: number } };

/** Reads a table of prospects, with columns in any order. Throws a sentence for the operator. */
export function readProspectsCsv(bytes: Uint8Array, encoding?: string) {
  // In one form, because csv-parse counts a line break of two characters in a cell twice.
  const text = decode(bytes, encoding).replace(/\r\n?/g, '\n');
  const header = HEADER.exec(text);
  if (!header) throw new Error(`The file has no header. ${describeHeader()}`);
  const before = text.slice(0, header.index);
  const [, sep] = /sep=([,;\t])/i.exec(before) ?? [];
  const delimiter = sep ?? /[,;\t]/.exec(header[0])?.[0] ?? ',';
  const blankLines = before.replace(/[^\n]/g, '');
  const [head, ...rows] = parseRows(blankLines + text.slice(header.index), delimiter);
  const names = (head?.record ?? []).map((name) => name.trim().toLowerCase());
  if (COLUMNS.some((column) => names.filter((name) => name === column).length !== 1))
    throw new Error(`The header is: ${names.join(', ')}. ${describeHeader()}`);
  const lines = rows
    .filter(({ record }) => record.some(Boolean))
    .map(({ record, info }): CsvLine => {
      const cells = [...COLUMNS, 'lang'].map((column) => [
        column,
        (record[names.indexOf(column)] ?? '').replace(GUARD, ''),
      ]);
      const input = Object.fromEntries(cells) as ProspectInput;
      const width = names.findLastIndex(Boolean) + 1;
      const isLonger = record.slice(width).some(Boolean);
      const isHeader = input.assistant?.toLowerCase() === 'assistant';
      const problem = isLonger
        ? `it has more cells than the ${width} of the header`
        : isHeader
          ? 'it repeats the header'
          : undefined;
      return { line: info.lines, input, problem };
    });
  return { lines, delimiter };
}

const describeHeader = () => `It must name ${COLUMNS.join(', ')}, each once, and maybe lang.`;

function decode(bytes: Uint8Array, encoding = 'utf-8'): string {
  const utf8 = tryToDecode(bytes, 'utf-8');
  if (!/^utf/i.test(encoding) && utf8 && !/^\p{ASCII}*$/u.test(utf8))
    throw new Error('The file is UTF-8: leave out --encoding.');
  const text = tryToDecode(bytes, encoding);
  if (text !== null) return text;
  throw new Error(
    `The file can't be read as ${encoding}. In Excel save it as "CSV UTF-8", or name its ` +
      'encoding, such as --encoding windows-1250 of Czech Excel.',
  );
}

function tryToDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parseRows(text: string, delimiter: string): Row[] {
  const options = { trim: true, skip_empty_lines: true, relax_column_count: true };
  const quotes = { record_delimiter: '\n', relax_quotes: true };
  try {
    // The types of csv-parse ignore the option `info`.
    return parse(text, { ...options, ...quotes, delimiter, info: true }) as unknown as Row[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const [line = ''] = /line \d+/.exec(error.message) ?? [];
    const rule = 'so it must end with one, and quotes inside it are doubled';
    throw new Error(`The file is no CSV: in ${line} a cell begins with a quote, ${rule}.`);
  }
}
