import { readAssistantId } from '@/lib/outreach/assistant-id';
import { cleanContactName } from '@/lib/outreach/contact-name';
import type { Prospect } from '@/lib/outreach/personal-link';

const COMPANY_MAX = 200;

const NAME_REFUSED =
  "the page would not show this name: use letters, spaces and . ' - only, behind a comma a degree, at most 60 characters, with a space after a dot";

/** What an operator wrote about a prospect. */
export type ProspectInput = { name?: string; company?: string; assistant?: string };

/** Cleans what an operator wrote; with a reason in place of the prospect when its page would not work. */
export function readProspect(
  input: ProspectInput,
): { ok: true; prospect: Prospect } | { ok: false; reason: string } {
  const assistant = readAssistantId(input.assistant?.trim());
  if (assistant === null) {
    const what = input.assistant?.trim() ? 'an assistant id has' : 'the assistant id is missing:';
    return { ok: false, reason: `${what} 1 to 64 letters a-z, digits, - or _` };
  }
  const name = cleanContactName(input.name);
  if (name === null && input.name?.trim()) return { ok: false, reason: NAME_REFUSED };
  const company = (input.company ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim() || null;
  if (company && (company.length > COMPANY_MAX || /\p{C}/u.test(company))) {
    const reason = `the company has more than ${COMPANY_MAX} characters, or invisible ones`;
    return { ok: false, reason };
  }
  return { ok: true, prospect: { name, company, assistant } };
}
