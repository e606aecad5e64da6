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

export type LinkParameters = Readonly<Record<string, string | string[] | undefined>>;

const MAX_DECODINGS = 3;
/** The longest value is a whole link in one parameter, with a name and a company. */
const MAX_LENGTH = 4096;
const MAX_PARAMETERS = 64;
/** `a=1&amp;b=2`, `a=1\\u0026b=2`, `a=1;b=2` → `a=1`, `b=2` */
const SEPARATOR =
  /(?:&(?:amp;|#38;|#x26;)*|\\u0026)(?=[^&;?=]{0,64}=)|[;?](?=[^&;?=]{0,64}\w[^\w&;?=]{0,9}=)/i;
/** A code, and what mail programs add around it: `_en_`, `en).` */
const LANGUAGE_CODE = /^[\W_]*([a-z]+)/i;
/** What quoted-printable makes of `=`: `lang==3Den`. */
const QUOTED_EQUALS = /^=3D/;
/** What is left of it in a value: `lang=3Den`. */
const CUT_EQUALS = /^3D/;

function decode(text: string): string {
  let decoded = text;
  try {
    for (let round = 0; round < MAX_DECODINGS; round += 1) decoded = decodeURIComponent(decoded);
  } catch {
    // The rest is not encoded.
  }
  return decoded.slice(0, MAX_LENGTH);
}

type Parameter = readonly [name: string, value: string];

/** Joins the decoded parameters and splits them at all separators, since some are mangled. */
function readParameters(link: LinkParameters): Parameter[] {
  const parameters = Object.entries(link).flatMap(([name, value = []]) =>
    [value].flat().map((text): Parameter => [name, text]),
  );
  const joined = parameters.slice(0, MAX_PARAMETERS).map((parameter) => {
    const [name = '', value] = parameter.map(decode);
    // A whole link may be in a name, or a text that an entity has cut.
    return value || !/[=;]/.test(name) ? `${name}=${value}` : name;
  });
  return joined
    .join('&')
    .split(SEPARATOR)
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      return [name, value.join('=')];
    });
}

/** `Contact\_Name`, and what is left of `&amp;contact_name` or `%3Fcontact_name`: `contactname` */
const normalizeName = (name: string) =>
  name
    .replace(/[^a-z\d]/gi, '')
    .toLowerCase()
    .replace(/^(?:amp|3f)+/, '');

/** Returns what `read` makes of the first value that it accepts, otherwise null. */
function findFirst<Value>(
  parameters: readonly Parameter[],
  parameterName: string,
  read: (value: string) => Value | null,
): Value | null {
  const wanted = normalizeName(parameterName);
  const found = parameters
    .filter(([name]) => normalizeName(name) === wanted)
    .map(([, value]) => value.replace(QUOTED_EQUALS, ''))
    .map((value) => read(value) ?? read(value.replace(CUT_EQUALS, '')));
  return found.find((value) => value !== null) ?? null;
}

/** Of each field the first usable value, even of a mangled link (docs/behaviour.md, section 5). */
export function readPersonalLink(link: LinkParameters) {
  const parameters = readParameters(link);
  const prospect = {} as Record<ProspectFieldName, string | null>;
  for (const name of PROSPECT_FIELD_NAMES) {
    const { column, clean, cleanLinked = clean }: ProspectField = PROSPECT_FIELDS[name];
    prospect[name] = findFirst(parameters, column, (value) => cleanLinked(value) || null);
  }
  return prospect;
}

/** Null if the link names none. */
export function readLinkLanguage(link: LinkParameters): Language | null {
  const readLanguage = (value: string) => findLanguage(LANGUAGE_CODE.exec(value)?.[1]);
  return findFirst(readParameters(link), 'lang', readLanguage);
}

/** Holds nothing personal, and nothing that a mail program could break. */
export const buildShortLink = (siteUrl: string, code: string | null): string =>
  code ? new URL(`/o/${code}`, siteUrl).href : '';

/**
 * The id comes first, so that a link cut at its first `&` still works. Spaces become %20, because
 * some mail programs break an address at a plus.
 */
export function buildPersonalLink(
  siteUrl: string,
  prospect: Prospect,
  language: Language = DEFAULT_PERSONAL_LANGUAGE,
): string {
  const url = new URL('/outreach', siteUrl);
  url.searchParams.set(PROSPECT_FIELDS.assistant.column, prospect.assistant);
  const parameters = { ...getLanguageParameters(language), ...toRow(prospect) };
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value);
  return url.href.replaceAll('+', '%20');
}
