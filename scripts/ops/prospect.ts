import { readAssistantId } from '@/lib/outreach/assistant-id';
import { cleanContactName } from '@/lib/outreach/contact-name';
import type { Prospect } from '@/lib/outreach/personal-link';

const COMPANY_MAX = 200;

const NAME_RULE =
  "use letters, spaces and . ' - only, a degree after a comma, a space after a dot, " +
  'at most 60 characters';
const ASSISTANT_RULE = 'has 1 to 64 letters a-z, digits, - or _';
/** Unlike an empty cell, which stands for no name. */
const VISIBLE = /[^\p{DI}\s]/u;

/** What an operator wrote about a prospect. */
export type ProspectInput = { name?: string; company?: string; assistant?: string };

const isOfNames = (character: string) =>
  character === ',' || cleanContactName(`a${character}a`) !== null;
const isOfIds = (character: string) => readAssistantId(character) !== null;
const isOfCompanies = (character: string) => !/\p{C}/u.test(character);

/** ` (U+0040 "@" at position 4)` for the first character that is refused, otherwise empty. */
function offender(text: string, isAccepted: (character: string) => boolean): string {
  const characters = [...text];
  const index = characters.findIndex((character) => !isAccepted(character));
  const character = characters[index];
  if (character === undefined) return '';
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? ` "${character}"` : '';
  const place = index === characters.length - 1 ? 'the end' : `position ${index + 1}`;
  return ` (U+${code}${shown} at ${place})`;
}

/** Cleans what an operator wrote. Returns a reason when the prospect's page would not work. */
export function readProspect(
  input: ProspectInput,
): { ok: true; prospect: Prospect } | { ok: false; reason: string } {
  const refused = (reason: string) => ({ ok: false as const, reason });
  const id = input.assistant?.trim() ?? '';
  const assistant = readAssistantId(id);
  if (assistant === null) {
    if (id === '') return refused(`the assistant id is missing: it ${ASSISTANT_RULE}`);
    return refused(`an assistant id ${ASSISTANT_RULE}${offender(id, isOfIds)}`);
  }
  const typed = input.name?.trim() ?? '';
  const name = cleanContactName(typed);
  if (name === null && VISIBLE.test(typed)) {
    const what = `the page would not show this name${offender(typed, isOfNames)}`;
    return refused(`${what}: ${NAME_RULE}`);
  }
  const company = (input.company ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim() || null;
  if (company && company.length > COMPANY_MAX)
    return refused(`the company has more than ${COMPANY_MAX} characters`);
  const invisible = offender(company ?? '', isOfCompanies);
  if (invisible) return refused(`the company has an invisible character${invisible}`);
  return { ok: true, prospect: { name, company, assistant } };
}
