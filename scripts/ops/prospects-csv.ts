import { CsvError, parse } from 'csv-parse/sync';
import { detectMarkedEncoding } from '@/lib/settings/load-settings.mjs';
import type { ProspectInput } from './prospect';

const COLUMNS = ['name', 'company', 'assistant'] as const;
const BOM = '\ufeff';
const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
type Delimiter = keyof typeof DELIMITERS;

/** `line` is where the row ends in the file, counted from 1. */
type CsvLine = { line: number; input: ProspectInput; problem?: string };

/** The links are written in the dialect of the file, so that the same program opens them. */
export type CsvDialect = { delimiter: Delimiter; hasBom: boolean };

type ProspectsTable = { lines: CsvLine[]; dialect: CsvDialect; detected: string };

/** Reads a spreadsheet's table, with columns in any order and maybe a first line `sep=;`. */
export function readProspectsCsv(bytes: Uint8Array, encoding?: string): ProspectsTable {
  const { text, hasBom, name: encodingName } = decode(bytes, encoding);
  const [[head, ...rows], delimiter] = splitRows(text);
  const columns = readHeader(head);
  const lines = rows.map(({ record, info }): CsvLine => {
    const cells = COLUMNS.map((column) => [column, record[columns.indexOf(column)] ?? ''] as const);
    const row = { line: info.lines, input: Object.fromEntries(cells) };
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
  const isOurs = (column: string) => (COLUMNS as readonly string[]).includes(column);
  const header = columns.map((column) => (isOurs(column) ? column : `${column} (ignored)`.trim()));
  const detected = [
    `${encodingName}, ${DELIMITERS[delimiter]}`,
    `header in line ${head?.info.lines}: ${header.join(', ')}`,
    `rows: ${lines.length}`,
  ].join('; ');
  return { lines, dialect: { delimiter, hasBom }, detected };
}

/** Writes rows, and guards cells that a spreadsheet would run as formulas. */
export function writeCsv(rows: readonly (readonly string[])[], dialect: CsvDialect): string {
  const formatLine = (cells: readonly string[]) => cells.map(writeCell).join(dialect.delimiter);
  return `${dialect.hasBom ? BOM : ''}${rows.map(formatLine).join('\r\n')}\r\n`;
}

function writeCell(text: string): string {
  const escaped = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",;'\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/** Czech letters in UTF-8 that were read as windows-1250. */
const MISREAD_UTF8 = /\S*(?:Ă[ˇ\u00ad©]|Ĺ[ˇľŻ™]|Ä[ŤŚ›])\S*/;

/** `hasBom`: whether the links need a byte order mark, so that Excel detects UTF-8. */
function decode(
  bytes: Uint8Array,
  requested?: string,
): { text: string; hasBom: boolean; name: string } {
  const markedEncoding = detectMarkedEncoding(bytes);
  const decoder = createDecoder(markedEncoding ?? requested ?? 'utf-8');
  const name = decoder.encoding.replace(/^utf-.*/, (utf) => utf.toUpperCase());
  if (markedEncoding && requested && createDecoder(requested).encoding !== decoder.encoding)
    throw new Error(`The file begins with the mark of ${name}: leave out --encoding.`);
  if (!name.startsWith('UTF') && isUtf8WithAccents(bytes))
    throw new Error(`The file is UTF-8, not ${name}: leave out --encoding.`);
  const text = decodeAll(bytes, decoder);
  if (text === undefined) {
    const advice =
      'In Excel save it as "CSV UTF-8", or add --encoding windows-1250, which Czech Excel writes.';
    throw new Error(`The file is not ${name}. ${advice}`);
  }
  if (text.includes('\0'))
    throw new Error('The file is UTF-16 without a mark, or no text: save it as "CSV UTF-8".');
  const [misread] = MISREAD_UTF8.exec(text) ?? [];
  if (misread) {
    const what = `A program has read the file in a wrong encoding and saved it: it has "${misread}".`;
    throw new Error(`${what} Export it again as "CSV UTF-8".`);
  }
  // In one form, because csv-parse counts a line break of two characters in a cell twice.
  return {
    text: text.replace(/\r\n?/g, '\n'),
    hasBom: name !== 'UTF-8' || markedEncoding !== undefined,
    name,
  };
}

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new Error('--encoding must be the name of an encoding, such as windows-1250.');
  }
}

function decodeAll(bytes: Uint8Array, decoder: TextDecoder): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const isUtf8WithAccents = (bytes: Uint8Array) =>
  bytes.some((byte) => byte > 0x7f) && decodeAll(bytes, createDecoder('utf-8')) !== undefined;

type Row = { record: string[]; info: { lines: number } };

/** Excel reads the delimiter from `sep=;`, and Windows PowerShell writes `#TYPE …`. */
const FIRST_LINE_OF_A_TOOL = /^\s*(?:"?sep=(.)"?[,;\t]*[^\S\n]*|#TYPE .*)$/im;

function splitRows(text: string): [rows: Row[], delimiter: Delimiter] {
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

const trimEmptyEnd = (record: readonly string[]) =>
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
