import {
  DEFAULT_PERSONAL_LANGUAGE,
  findLanguage,
  type Language,
  LANGUAGE_CODES,
} from '@/lib/language';
import { normalizeUuid, parseAssistantId } from '@/lib/outreach/assistant-id';
import { cleanContactName } from '@/lib/outreach/contact-name';
import type { Prospect } from '@/lib/outreach/personal-link';

const COMPANY_MAX = 200;

const NAME_RULE =
  "use letters, spaces and . ' - only, a degree after a comma, a space after a dot, " +
  'at most 60 characters';
const ASSISTANT_RULE = 'has 1 to 64 letters a-z, digits, - or _';
/** A cell without visible characters is the same as no name. */
const VISIBLE = /[^\p{DI}\s]/u;

export interface ProspectInput {
  name?: string | undefined;
  company?: string | undefined;
  assistant?: string | undefined;
  /** The language of the page. */
  lang?: string | undefined;
}

const isAllowedInName = (character: string) =>
  character === ',' || cleanContactName(`a${character}a`) !== null;
const isAllowedInId = (character: string) => parseAssistantId(character) !== null;

/** Returns e.g. ` (U+0040 "@" at position 4)` for the first refused character, otherwise `''`. */
function describeRefusedCharacter(
  text: string,
  isAccepted: (character: string) => boolean,
): string {
  const characters = [...text];
  const index = characters.findIndex((character) => !isAccepted(character));
  const character = characters[index];
  if (character === undefined) return '';
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? ` "${character}"` : '';
  const place = index === characters.length - 1 ? 'the end' : `position ${index + 1}`;
  return ` (U+${code}${shown} at ${place})`;
}

/** Databases export an empty cell as `NULL`. */
const readCell = (cell = '') => (cell === 'NULL' ? '' : cell);

/** Returns a company's name as it is stored. An emoji may end with an invisible character. */
export const cleanCompany = (text: string) =>
  text
    .normalize('NFC')
    .replace(/^[\s\p{DI}]+|(?:\s|(?![\ufe0f\u{e007f}])\p{DI})+$/gu, '')
    .replace(/\s+/gu, ' ');

/** What joins signs to one (👩‍💻), and the flags that are written in tags. */
const JOINED = /(?<=\S)[\u200c\u200d](?=\S)|\u{1f3f4}[\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;

type Refusal = { ok: false; reason: string };
const refuse = (reason: string): Refusal => ({ ok: false, reason });

/** Reads the language of a personal page; an empty cell is the default. */
export function readLanguage(cell: string | undefined): { ok: true; language: Language } | Refusal {
  const code = readCell(cell).trim();
  const language = code === '' ? DEFAULT_PERSONAL_LANGUAGE : findLanguage(code);
  if (language) return { ok: true, language };
  return refuse(`lang must be one of ${LANGUAGE_CODES.join(', ')}, not "${code}"`);
}

/** Cleans a prospect's data, or says why the personal page would not work. */
export function readProspect(
  input: ProspectInput,
): { ok: true; prospect: Prospect; language: Language } | Refusal {
  const id = input.assistant?.trim() ?? '';
  const assistant = parseAssistantId(id);
  if (assistant === null) {
    if (id === '') return refuse(`the assistant id is missing: it ${ASSISTANT_RULE}`);
    return refuse(
      `an assistant id ${ASSISTANT_RULE}${describeRefusedCharacter(id, isAllowedInId)}`,
    );
  }
  const typed = readCell(input.name).trim();
  const name = cleanContactName(typed);
  if (name === null && VISIBLE.test(typed)) {
    const refusal = `the page would not show this name${describeRefusedCharacter(typed, isAllowedInName)}`;
    return refuse(`${refusal}: ${NAME_RULE}`);
  }
  const company = cleanCompany(readCell(input.company)) || null;
  if (company && company.length > COMPANY_MAX)
    return refuse(`the company has more than ${COMPANY_MAX} characters`);
  const signs = (company ?? '').replace(JOINED, (joined) => 'x'.repeat([...joined].length));
  const invisible = describeRefusedCharacter(signs, (sign) => !/\p{C}/u.test(sign));
  if (invisible) return refuse(`the company has an invisible character${invisible}`);
  const language = readLanguage(input.lang);
  if (!language.ok) return language;
  return { ...language, prospect: { name, company, assistant: normalizeUuid(assistant) } };
}
