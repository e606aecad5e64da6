import { readAssistantId } from './assistant-id';
import { cleanContactName } from './contact-name';

/** The parameters of an address; a repeated one is a list. */
export type LinkParameters = Readonly<Record<string, string | string[] | undefined>>;

export type Prospect = { name: string | null; company: string | null; assistant: string };

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/**
 * Reads a personal link (docs/behaviour.md, section 2); of a repeated parameter the first value wins.
 * The company is part of every link, but nothing on the page uses it.
 *
 * @returns whom to greet and which assistant to call; null for what is absent or unfit
 */
export function readPersonalLink(parameters: LinkParameters) {
  return {
    contactName: cleanContactName(first(parameters.contact_name)),
    assistantId: readAssistantId(first(parameters.vapi_assistant_id)),
  };
}

/** The address of a prospect's page. Spaces become %20: some mail programs break an address at a plus. */
export function personalLink(siteUrl: string, { name, company, assistant }: Prospect): string {
  const parameters = new URLSearchParams({
    ...(name === null ? {} : { contact_name: name }),
    ...(company === null ? {} : { company_name: company }),
    vapi_assistant_id: assistant,
  });
  return `${new URL('/outreach', siteUrl)}?${parameters}`.replaceAll('+', '%20');
}
