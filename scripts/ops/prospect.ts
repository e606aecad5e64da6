import {
  DEFAULT_PERSONAL_LANGUAGE,
  findLanguage,
  type Language,
  LANGUAGE_CODES,
} from '@/lib/language';
import {
  type Prospect,
  PROSPECT_FIELD_NAMES,
  PROSPECT_FIELDS,
  type ProspectFieldName,
} from '@/lib/outreach/prospect';

/** `extra`: the first cell behind the columns of a table. */
export type ProspectInput = {
  [Name in ProspectFieldName | 'lang' | 'extra']?: string | undefined;
};

export const PROSPECT_OPTIONS_HELP = PROSPECT_FIELD_NAMES.map(
  (name) => `  --${name.padEnd(9)}  ${PROSPECT_FIELDS[name].help}`,
).join('\n');

export const listCells = (prospect: Prospect): string[] =>
  PROSPECT_FIELD_NAMES.map((name) => prospect[name] ?? '');

type Refusal = { ok: false; reason: string };
const refuse = (reason: string): Refusal => ({ ok: false, reason });

/** Databases export an empty cell as `NULL`; one without visible characters is empty, too. */
const readCell = (cell = '') => (cell === 'NULL' || !/[^\p{DI}\s]/u.test(cell) ? '' : cell.trim());

/** An empty cell is `fallback`. */
export function readLanguage(
  cell: string | undefined,
  fallback: Language = DEFAULT_PERSONAL_LANGUAGE,
): { ok: true; language: Language } | Refusal {
  const code = readCell(cell);
  const language = code === '' ? fallback : findLanguage(code);
  if (language) return { ok: true, language };
  return refuse(`lang must be one of ${LANGUAGE_CODES.join(', ')}, not "${code}"`);
}

/** Cleans a prospect's data, or says why the personal page would not work. */
export function readProspect(
  input: ProspectInput,
  fallback?: Language,
): { ok: true; prospect: Prospect; language: Language } | Refusal {
  if (input.extra) return refuse('it has more cells than the header');
  const prospect = {} as { [Name in ProspectFieldName]: string | null };
  for (const name of PROSPECT_FIELD_NAMES) {
    const { clean, rule } = PROSPECT_FIELDS[name];
    const typed = readCell(input[name]);
    const value = typed === '' ? null : clean(typed);
    if (typed === '' && name === 'assistant') return refuse(`the assistant id is missing: ${rule}`);
    if (typed !== '' && value === null) return refuse(rule);
    prospect[name] = value || null;
  }
  const language = readLanguage(input.lang, fallback);
  return language.ok ? { ...language, prospect: prospect as Prospect } : language;
}
