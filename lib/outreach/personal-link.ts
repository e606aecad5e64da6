import { unwrapAssistantId } from './assistant-id';
import { cleanContactName } from './contact-name';

/** The parameters of an address; a repeated one is a list. */
export type LinkParameters = Readonly<Record<string, string | string[] | undefined>>;

export type Prospect = { name: string | null; company: string | null; assistant: string };

type Parameter = readonly [name: string, value: string];

/** How often a link may have been encoded again on its way. */
const ENCODINGS = 3;
/** Between parameters, plain or as HTML writes it. A value may hold these characters as well. */
const SEPARATOR = /(?:&(?:amp;|#38;|#x26;)*|[;?])(?=[^&;?=]*=)/i;
/** How the source of a mail writes `=`. An id may begin with `3D`, but not with `3D` and a UUID. */
const EQUALS_SIGN = /^(?:=3D|3D(?=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))/i;
/** What follows a link in a text. Dots before it may belong to the name. */
const AFTER_LINK = /[>)\]}"”“»,;:!?=*|][>)\]}"”“»,;:!?=*|.]{0,9}$/;

function decode(text: string): string {
  let decoded = text;
  try {
    for (let round = 0; round < ENCODINGS; round += 1) decoded = decodeURIComponent(decoded);
  } catch {
    // What is left is not encoded.
  }
  return decoded;
}

/** The parameters, followed by those that an encoded or unusual separator has hidden in others. */
function parametersOf(link: LinkParameters): Parameter[] {
  const plain = Object.entries(link).flatMap(([name, value = []]) =>
    [value].flat().map((one): Parameter => [decode(name), decode(one)]),
  );
  const hidden = plain.flatMap((parameter) => parameter.join('=').split(SEPARATOR));
  return [
    ...plain,
    ...hidden.map((text): Parameter => {
      const [name = '', ...value] = text.split('=');
      return [name, value.join('=')];
    }),
  ];
}

const lettersOf = (name: string) => name.replace(/[^a-z\d]/gi, '').toLowerCase();

/** @param wanted `contact_name` is also found as `amp;Contact_Name` */
function valuesOf(parameters: readonly Parameter[], wanted: string): string[] {
  return parameters
    .filter(([name]) => lettersOf(name).endsWith(lettersOf(wanted)))
    .map(([, value]) => value);
}

/**
 * Reads a personal link (docs/behaviour.md, section 2), also one that a mail program has changed.
 * The first usable value of a parameter counts. Nothing on the page uses the company.
 *
 * @returns whom to greet and which assistant to call; null for what is absent or unfit
 */
export function readPersonalLink(link: LinkParameters) {
  const parameters = parametersOf(link);
  const names = valuesOf(parameters, 'contact_name');
  // No name has a digit, so all values of the link begin with the rest of an equals sign.
  const isSource = names.some((name) => name.startsWith('3D'));
  const equalsSign = isSource ? /^=?3D/ : EQUALS_SIGN;
  const readName = (value: string) =>
    cleanContactName(value.replace(equalsSign, '').replaceAll('+', ' ').replace(AFTER_LINK, ''));
  const readId = (value: string) => unwrapAssistantId(value.replace(equalsSign, ''));
  const firstUsable = (values: string[], read: (value: string) => string | null) =>
    values.map(read).find((value) => value !== null) ?? null;
  return {
    contactName: firstUsable(names, readName),
    assistantId: firstUsable(valuesOf(parameters, 'vapi_assistant_id'), readId),
  };
}

/**
 * The address of a prospect's page. The id comes first, so that a link that is cut at its first `&`
 * still works. Spaces become %20: some mail programs break an address at a plus.
 */
export function personalLink(siteUrl: string, { name, company, assistant }: Prospect): string {
  const parameters = new URLSearchParams({
    vapi_assistant_id: assistant,
    ...(name === null ? {} : { contact_name: name }),
    ...(company === null ? {} : { company_name: company }),
  });
  return `${new URL('/outreach', siteUrl)}?${parameters}`.replaceAll('+', '%20');
}
