import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

export const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
type Delimiter = keyof typeof DELIMITERS;

/** The links are written in the dialect of the file, so that the same program opens them. */
export type CsvDialect = { delimiter: Delimiter; hasBom: boolean };

/** Writes rows, and guards cells that a spreadsheet would run as formulas. */
export function writeCsv(
  rows: readonly (readonly string[])[],
  { delimiter, hasBom }: CsvDialect,
): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      delimiter,
      bom: hasBom,
      record_delimiter: 'windows',
      escape_formulas: true,
      // Also cells that get a guard, and those that another dialect would split.
      quoted_match: /[",;'\t\r\n]|^[=+\-@＝＋－＠]/,
    },
  );
}

/** `lines`: where the row ends in the file, counted from 1. */
export type Row = { record: string[]; info: { lines: number } };

/** Excel reads the delimiter from `sep=;`, and Windows PowerShell writes `#TYPE …`. */
const FIRST_LINE_OF_A_TOOL = /^\s*(?:"?sep=(.)"?[,;\t]*[^\S\n]*|#TYPE .*)$/im;

/** Reads the rows that are not empty. Throws a sentence for the operator if it is no CSV. */
export function readCsv(text: string): [rows: Row[], delimiter: Delimiter] {
  // Its line break remains, so that lines count as in an editor.
  const [line = '', sep] = FIRST_LINE_OF_A_TOOL.exec(findFirstLine(text)) ?? [];
  if (sep && !(sep in DELIMITERS))
    throw new Error('The delimiter after sep= must be a comma, a semicolon or a tab.');
  const rest = text.replace(line, '');
  const candidates = sep ? [sep as Delimiter] : (Object.keys(DELIMITERS) as Delimiter[]);
  const header = findFirstLine(rest);
  const countCells = (delimiter: Delimiter) => header.split(delimiter).length;
  const [delimiter = ','] = candidates.sort((one, other) => countCells(other) - countCells(one));
  const rows = parseCsv(rest, delimiter);
  return [rows.filter(({ record }) => trimEmptyEnd(record).length > 0), delimiter];
}

const findFirstLine = (text: string) => /^.*[^\s,;"].*$/m.exec(text)?.[0] ?? '';

export const trimEmptyEnd = (record: readonly string[]) =>
  record.slice(0, record.findLastIndex((cell) => cell !== '') + 1);

function parseCsv(text: string, delimiter: Delimiter): Row[] {
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
