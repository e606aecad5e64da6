import {
  DEFAULT_PERSONAL_LANGUAGE,
  findLanguage,
  getLanguageParameters,
  type Language,
} from '@/lib/language';
import {
  type Prospect,
  PROSPECT_FIELD_NAMES,
  PROSPECT_FIELDS,
  type ProspectField,
  type ProspectFieldName,
  toRow,
} from './prospect';

/** The query parameters of an address; a repeated one is a list. */
export type LinkParameters = Readonly<Record<string, string | string[] | undefined>>;

type Parameter = readonly [name: string, value: string];

const MAX_DECODINGS = 3;
/** The longest value is a whole link in one parameter, with a name and a company. */
const MAX_LENGTH = 4096;
const MAX_PARAMETERS = 64;
/** `a=1&amp;b=2`, `a=1\\u0026b=2`, `a=1;b=2` → `a=1`, `b=2`. A value may hold these as well. */
const SEPARATOR = /(?:&(?:amp;|#38;|#x26;)*|\\u0026|[;?])(?=[^&;?=]{0,64}=)/i;
/** `contact_name=Nov&aacute;k` arrives as the parameters `contact_name=Nov` and `aacute;k`. */
const REST_OF_NAME = /^(?!amp;)[a-z]+\d*;./i;
/** A code, and what mail programs add before it: `3Den` of quoted-printable, `_en_`, `en).` */
const LANGUAGE_CODE = /^=?(?:3D)?[\W_]*([a-z]+)/i;

function decode(text: string): string {
  let decoded = text;
  try {
    for (let round = 0; round < MAX_DECODINGS; round += 1) decoded = decodeURIComponent(decoded);
  } catch {
    // The rest is not encoded.
  }
  return decoded.slice(0, MAX_LENGTH);
}

/** Decodes a link's parameters, and adds those that an unusual separator has hidden in others. */
function readParameters(link: LinkParameters): Parameter[] {
  const given = Object.entries(link)
    .flatMap(([name, value = []]) => [value].flat().map((text): Parameter => [name, text]))
    .slice(0, MAX_PARAMETERS)
    .map(([name, text]): Parameter => [decode(name), decode(text)]);
  return [...given, ...given.flatMap(splitParameter)];
}

function splitParameter(parameter: Parameter): Parameter[] {
  const parts = parameter.filter(Boolean).join('=').split(SEPARATOR);
  return parts.map((text) => {
    const [name = '', ...value] = text.split('=');
    return [name, value.join('=')];
  });
}

const normalizeName = (name: string) => name.replace(/[^a-z\d]/gi, '').toLowerCase();

/**
 * Returns what `read` makes of the first value that it accepts, otherwise null. A parameter is
 * found by the end of its name: `amp;Contact_Name`, `contact\_name`.
 */
function readFirst<Value>(
  parameters: readonly Parameter[],
  parameterName: string,
  read: (value: string) => Value | null,
): Value | null {
  const end = normalizeName(parameterName);
  const found = parameters.filter(([name]) => normalizeName(name).endsWith(end));
  return found.map(([, value]) => read(value)).find((value) => value !== null) ?? null;
}

/** What a link says of its prospect; the assistant may be missing. */
export type LinkedProspect = { [Name in ProspectFieldName]: string | null };

/**
 * Reads a personal link, even if a mail program has mangled it (docs/behaviour.md, section 5): of
 * each field the first usable value.
 */
export function readPersonalLink(link: LinkParameters): LinkedProspect {
  const parameters = readParameters(link);
  const fields = PROSPECT_FIELD_NAMES.map((field) => {
    const { column, clean, readLinked = clean }: ProspectField = PROSPECT_FIELDS[field];
    return [field, readFirst(parameters, column, (value) => readLinked(value) || null)];
  });
  const prospect = Object.fromEntries(fields) as LinkedProspect;
  const isNameCut = parameters.some(([name, value]) => value === '' && REST_OF_NAME.test(name));
  return isNameCut ? { ...prospect, name: null } : prospect;
}

/** Reads the language that a personal link names; an unknown one is the default. */
export function readLinkLanguage(link: LinkParameters): Language {
  const readLanguage = (value: string) => findLanguage(LANGUAGE_CODE.exec(value)?.[1]);
  return readFirst(readParameters(link), 'lang', readLanguage) ?? DEFAULT_PERSONAL_LANGUAGE;
}

/**
 * Builds the link to a prospect's page. The id comes first, so that a link cut at its first `&`
 * still works, then the language. Spaces become %20, because some mail programs break an address
 * at a plus.
 */
export function buildPersonalLink(
  siteUrl: string,
  prospect: Prospect,
  language: Language = DEFAULT_PERSONAL_LANGUAGE,
): string {
  const { vapi_assistant_id, ...others } = toRow(prospect);
  const known = Object.entries(others).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  const parameters = new URLSearchParams({
    vapi_assistant_id,
    ...getLanguageParameters(language),
    ...(Object.fromEntries(known) as Record<string, string>),
  });
  return `${new URL('/outreach', siteUrl)}?${parameters}`.replaceAll('+', '%20');
}
