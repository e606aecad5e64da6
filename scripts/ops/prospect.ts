import { findLanguage, type Language, LANGUAGE_CODES } from '@/lib/language';
import {
  cleanText,
  isVariableName,
  MAX_VARIABLES,
  type Facts,
  IDENTITY_COLUMNS,
  type Prospect,
  PROSPECT_COLUMNS,
  PROSPECT_FIELDS,
  type ProspectColumn,
  TEXT_MAX_LENGTH,
} from '@/lib/outreach/prospect';
import type { LinkOptions } from '@/lib/server/outreach/ops-prospects';
import { TEXT } from './command';

type OptionName = (typeof PROSPECT_FIELDS)[ProspectColumn]['option'];

/** Variables have their own names. */
export type ProspectInput = {
  [Name in OptionName | 'lang']?: string | undefined;
} & { [variable: string]: string | undefined };

const getOption = (column: ProspectColumn): OptionName => PROSPECT_FIELDS[column].option;
export const OPTION_NAMES = PROSPECT_COLUMNS.map(getOption);
export const IDENTITY_OPTIONS = IDENTITY_COLUMNS.map(getOption);

export const PROSPECT_OPTIONS_HELP = Object.values(PROSPECT_FIELDS)
  .map(({ option, help }) => `  --${option.padEnd(9)}  ${help}`)
  .join('\n');

export const PROSPECT_OPTIONS = Object.fromEntries(
  OPTION_NAMES.map((name) => [name, TEXT]),
) as Record<OptionName, typeof TEXT>;

export const listCells = (prospect: Prospect): string[] =>
  PROSPECT_COLUMNS.map((column) => prospect[column] ?? '');

/** Databases export an empty cell as `NULL`; one without visible characters is empty, too. */
const readCell = (cell = '') => (cell === 'NULL' || !/[^\p{DI}\s]/u.test(cell) ? '' : cell.trim());

/** An empty cell is `fallback`. Throws a sentence. */
export function readLanguage(cell?: string, fallback?: Language): Language | undefined {
  const code = readCell(cell);
  const language = code === '' ? fallback : findLanguage(code);
  if (language !== null) return language;
  throw new Error(`lang must be one of ${LANGUAGE_CODES.join(', ')}, not "${code}"`);
}

/** Reads the option --variables. Throws a sentence for the operator. */
export function readVariableNames(list?: string): string[] | undefined {
  const names = list?.split(',').map((name) => name.trim());
  const wrong = names?.find((name) => !isVariableName(name));
  if (wrong !== undefined)
    throw new Error(
      `--variables can't have "${wrong}": use letters a-z and _, and no name that we or the voice ` +
        'provider have already.',
    );
  if (names && names.length > MAX_VARIABLES)
    throw new Error(`--variables can have ${MAX_VARIABLES} names at most.`);
  return names;
}

/** Cleans a prospect's data. Throws a sentence if the personal page would not work. */
export function readProspect(
  input: ProspectInput,
  fallback?: Language,
  variableNames?: readonly string[],
): { prospect: Prospect } & LinkOptions {
  const prospect = {} as Facts;
  for (const column of PROSPECT_COLUMNS) {
    const { clean, option, rule } = PROSPECT_FIELDS[column];
    const typed = readCell(input[option]);
    const value = typed === '' ? null : clean(typed);
    if (typed !== '' && value === null) throw new Error(rule);
    prospect[column] = value || null;
  }
  if (!prospect.vapi_assistant_id)
    throw new Error(`the assistant id is missing: ${PROSPECT_FIELDS.vapi_assistant_id.rule}`);
  const variables: Record<string, string> = {};
  for (const name of variableNames ?? []) {
    const value = cleanText(readCell(input[name]));
    if (value === null)
      throw new Error(`${name} has more than ${TEXT_MAX_LENGTH} characters, or {{ or {%`);
    if (value) variables[name] = value;
  }
  const language = readLanguage(input.lang, fallback);
  return { prospect: prospect as Prospect, language, ...(variableNames && { variables }) };
}
