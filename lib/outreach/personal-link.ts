import {
  DEFAULT_PERSONAL_LANGUAGE,
  findLanguage,
  getLanguageParameters,
  type Language,
} from '@/lib/language';
import { unwrapAssistantId, UUID } from './assistant-id';
import { cleanContactName } from './contact-name';

/** The query parameters of an address; a repeated one is a list. */
export type LinkParameters = Readonly<Record<string, string | string[] | undefined>>;

export interface Prospect {
  name: string | null;
  company: string | null;
  assistant: string;
}

type Parameter = readonly [name: string, value: string];

const MAX_DECODINGS = 3;
/** The longest link has a name and a company that were encoded three times, and ad parameters. */
const MAX_LENGTH = 4096;
const MAX_PARAMETERS = 64;
/** `a=1&amp;b=2`, `a=1\\u0026b=2`, `a=1;b=2` → `a=1`, `b=2`. A value may hold these as well. */
const SEPARATOR = /(?:&(?:amp;|#38;|#x26;)*|\\u0026|[;?])(?=[^&;?=]{0,64}=)/i;
/**
 * `=` in quoted-printable: `=3Ddemo-cs` → `demo-cs`, `3D1b4e28ba-…` → `1b4e28ba-…`. An id may begin
 * with `3D`, but not with `3D` and a UUID.
 */
const EQUALS_SIGN = new RegExp(`^(?:=3D|3D(?=${UUID}))`, 'i');
/** `contact_name=Nov&aacute;k` arrives as the parameters `contact_name=Nov` and `aacute;k`. */
const REST_OF_NAME = /^(?!amp;)[a-z]+\d*;./i;
/** Punctuation after a link in a text: `Jan).` → `Jan`. Dots before it may belong to the name. */
const AFTER_LINK = /[>)\]}"”“»,;:!?=*|][>)\]}"”“»,;:!?=*|.]{0,9}$/;
/** The text that was shared with a link. One line break may be in the middle of a name. */
const AFTER_EMPTY_LINE = /\r?\n\s*\n.*$/s;

/** A code, and what mail programs add before it: `3Den` of quoted-printable, `_en_`, `en).` */
const LANGUAGE_CODE = /^=?(?:3D)?[\W_]*([a-z]+)/i;

function decode(text: string): string {
  let decoded = text;
  try {
    for (let round = 0; round < MAX_DECODINGS; round += 1) decoded = decodeURIComponent(decoded);
  } catch {
    // The rest is not encoded.
  }
  return decoded;
}

/** Leaves out what is too long for a personal link; the time to read the rest is limited. */
function limitParameters(link: LinkParameters): Parameter[] {
  let length = 0;
  return Object.entries(link)
    .flatMap(([name, value = []]) => [value].flat().map((text): Parameter => [name, text]))
    .slice(0, MAX_PARAMETERS)
    .filter(([name, text]) => {
      const fits = length + name.length + text.length <= MAX_LENGTH;
      if (fits) length += name.length + text.length;
      return fits;
    });
}

function splitParameter(parameter: Parameter): Parameter[] {
  return parameter
    .filter(Boolean)
    .join('=')
    .split(SEPARATOR)
    .map((text) => {
      const [name = '', ...value] = text.split('=');
      return [name, value.join('=')];
    });
}

const normalizeName = (name: string) => name.replace(/[^a-z\d]/gi, '').toLowerCase();

/** Finds the values of a parameter by the end of its name: `amp;Contact_Name`, `contact\_name`. */
function findValues(parameters: readonly Parameter[], parameterName: string): string[] {
  return parameters
    .filter(([name]) => normalizeName(name).endsWith(normalizeName(parameterName)))
    .map(([, value]) => value);
}

/** Returns what `read` makes of the first value that it accepts, otherwise null. */
const readFirst = <Value>(values: string[], read: (value: string) => Value | null) =>
  values.map(read).find((value) => value !== null) ?? null;

const readName = (value: string) =>
  cleanContactName(
    value.replaceAll('+', ' ').replace(AFTER_EMPTY_LINE, '').replace(AFTER_LINK, ''),
  );

/** Decodes a link's parameters, and adds those that an unusual separator has hidden in others. */
function readParameters(link: LinkParameters): { given: Parameter[]; parameters: Parameter[] } {
  const given = limitParameters(link).map(([name, text]): Parameter => [
    decode(name),
    decode(text),
  ]);
  return { given, parameters: [...given, ...given.flatMap(splitParameter)] };
}

/**
 * Reads a personal link, even if a mail program has mangled it (docs/behaviour.md, section 2):
 *
 * 1. Leaves out what is too long, and decodes the rest.
 * 2. Adds the parameters that an encoded or unusual separator has hidden in others.
 * 3. Finds the values of the name and of the id; drops a name that an HTML entity has cut in two.
 * 4. Removes a quoted-printable `=` before the values.
 * 5. Takes the first safe name and the first well-formed id.
 */
export function readPersonalLink(link: LinkParameters) {
  const { given, parameters } = readParameters(link);

  const isNameCut = given.some(([name, value]) => value === '' && REST_OF_NAME.test(name));
  const names = isNameCut ? [] : findValues(parameters, 'contact_name');
  const companies = findValues(parameters, 'company_name');
  const ids = findValues(parameters, 'vapi_assistant_id');

  // Names have no digits, so a leading “3D” is the rest of a quoted-printable “=3D”.
  const isQuotedPrintable = names.some((name) => name.startsWith('3D'));
  const equalsSign = isQuotedPrintable ? /^=?3D/ : EQUALS_SIGN;
  const removeEqualsSign = (value: string) => value.replace(equalsSign, '');

  return {
    contactName: readFirst(names.map(removeEqualsSign), readName),
    /** As the link has it; shown nowhere. */
    companyName: readFirst(companies.map(removeEqualsSign), (value) => value.trim() || null),
    assistantId: readFirst(ids.map(removeEqualsSign), unwrapAssistantId),
  };
}

/** Reads the language that a personal link names; an unknown one is the default. */
export function readLinkLanguage(link: LinkParameters): Language {
  const { parameters } = readParameters(link);
  const readLanguage = (value: string) => findLanguage(LANGUAGE_CODE.exec(value)?.[1]);
  return readFirst(findValues(parameters, 'lang'), readLanguage) ?? DEFAULT_PERSONAL_LANGUAGE;
}

/**
 * Builds the link to a prospect's page. The id comes first, so that a link cut at its first `&`
 * still works, then the language. Spaces become %20, because some mail programs break an address
 * at a plus.
 */
export function buildPersonalLink(
  siteUrl: string,
  { name, company, assistant }: Prospect,
  language: Language = DEFAULT_PERSONAL_LANGUAGE,
): string {
  const parameters = new URLSearchParams({
    vapi_assistant_id: assistant,
    ...getLanguageParameters(language),
    ...(name === null ? {} : { contact_name: name }),
    ...(company === null ? {} : { company_name: company }),
  });
  return `${new URL('/outreach', siteUrl)}?${parameters}`.replaceAll('+', '%20');
}
