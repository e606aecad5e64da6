// Mail programs, chats and QR codes change links. This reads what is left of a personal one
// (docs/behaviour.md, section 5).
import { unescape } from 'node:querystring';
import { findLanguage, type Language } from '@/lib/language';
import { UUID } from './assistant-id';
import { PROSPECT_FIELD_NAMES, PROSPECT_FIELDS, type ProspectFieldName } from './prospect';

export type LinkParameters = Readonly<Record<string, string | string[] | undefined>>;
type Parameter = readonly [name: string, value: string];

const MAX_PARAMETERS = 64;
/** The longest is a whole link in one parameter, with a name and a company. */
const MAX_PARAMETER_LENGTH = 4096;
/** Of an id with what is around it. */
const MAX_ID_LENGTH = 1024;
/** `a=1&amp;b=2`, `a=1\\u0026b=2`, `a=1;b=2` → `a=1`, `b=2` */
const SEPARATOR =
  /(?:&(?:amp;|#38;|#x26;)*|\\u0026)(?=[^&;?=]{0,64}=)|[;?](?=[^&;?=]{0,64}\w[^\w&;?=]{0,9}=)/i;
/** What quoted-printable makes of `=`: `lang==3Den`. In `lang=3Den` it may belong to the value. */
const QUOTED_EQUALS = /^=3D/;
const CUT_EQUALS = /^3D/;

/** The text that was shared with a link. One line break may be in the middle of a name. */
const TEXT_BEHIND = /\r?\n\s*\n.*$/s;
/** Punctuation after a link in a text: `Jan).` → `Jan`. Dots before it may belong to the name. */
const AFTER_LINK = /[>)\]}"”“»,;:!?=*|][>)\]}"”“»,;:!?=*|.]{0,9}$/;
/** Before an id; and a space, also between two words. */
const ENTITIES = /^(?:&#?\w+;)+|&(?:nbsp|#160|#xa0);/gi;
/** Punctuation, symbols, spaces and invisible characters. */
const SIGN = String.raw`[\p{P}\p{S}\p{Z}\p{C}\p{DI}]`;
/** Behind it another parameter or entity, a fragment, a text. A slash before it ends a path. */
const ID_AMONG_SIGNS = new RegExp(
  String.raw`^(?:(?![\w/\\-])${SIGN})*([\w-]+)(?:(?![\w-])${SIGN})*?` +
    String.raw`(?:$|[&#]|\n\s*\n|\s\p{L}\S*\s+\p{L})`,
  'u',
);
/** In _italics_, or behind the rest of `=3D`. */
const UUID_AND_SIGNS = new RegExp(`^(?:3D)?(${UUID})[_-]*$`, 'i');
/** A code, and what is around it: `_en_`, `en).` */
const LANGUAGE_CODE = /^[\W_]*([a-z]+)/i;

/** Decodes what was encoded once or more often. What is no code stays as it is. */
const decode = (text: string) =>
  text
    .replace(/%(?:25)+(?=[\da-f]{2})/gi, '%')
    .replace(/(?:%[\da-f]{2})+/gi, (codes) => unescape(codes));

/** Joins the decoded parameters and splits them at all separators, since some are mangled. */
function readParameters(link: LinkParameters): Parameter[] {
  const parameters = Object.entries(link).flatMap(([name, value = []]) =>
    [value].flat().map((text): Parameter => [name, text]),
  );
  const joined = parameters.slice(0, MAX_PARAMETERS).map((parameter) => {
    const [name = '', value] = parameter.map((text) => decode(text).slice(0, MAX_PARAMETER_LENGTH));
    // A whole link may be in a name, or a text that an entity has cut.
    return value || !/[=;]/.test(name) ? `${name}=${value}` : name;
  });
  return joined
    .join('&')
    .split(SEPARATOR)
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      return [name, value.join('=').replace(QUOTED_EQUALS, '')];
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
    .map(([, value]) => read(value) ?? read(value.replace(CUT_EQUALS, '')));
  return found.find((value) => value !== null) ?? null;
}

const cutText = (value: string) => value.replace(TEXT_BEHIND, '');

/** Removes what is around a value; of most facts only the text behind. */
const UNWRAP: Partial<Record<ProspectFieldName, (value: string) => string>> = {
  name: (value) => cutText(value.replaceAll('+', ' ')).replace(AFTER_LINK, ''),
  assistant: (value) => {
    if (value.length > MAX_ID_LENGTH) return '';
    const [, id = ''] = ID_AMONG_SIGNS.exec(value.replace(ENTITIES, ' ')) ?? [];
    return id.replace(UUID_AND_SIGNS, '$1');
  },
};

/** Of each fact the first usable value; null if there is none. Of the id `a b` there is none. */
export function readPersonalLink(link: LinkParameters) {
  const parameters = readParameters(link);
  const prospect = {} as Record<ProspectFieldName, string | null>;
  for (const name of PROSPECT_FIELD_NAMES) {
    const { column, clean } = PROSPECT_FIELDS[name];
    const unwrap = UNWRAP[name] ?? cutText;
    prospect[name] = findFirst(parameters, column, (value) => clean(unwrap(value)) || null);
  }
  return prospect;
}

/** Null if the link names none. */
export const readLinkLanguage = (link: LinkParameters): Language | null =>
  findFirst(readParameters(link), 'lang', (value) => findLanguage(LANGUAGE_CODE.exec(value)?.[1]));

/** Undefined if it is the path of no short link, empty if it has no code. Ignores added signs. */
export function findCode(path: string): string | undefined {
  const [link, code = ''] = /^\/o\/[^a-z\d]*([a-z\d]{10})?/i.exec(decodePath(path)) ?? [];
  return link && code.toLowerCase();
}

/** Returns the address of the personal page that an unknown path means, with its parameters. */
export function repairPersonalPath(path: string): string | undefined {
  const code = findCode(path);
  if (code) return `/o/${code}`;
  const text = decodePath(path).replace(/;jsessionid=[^?&]*/i, '');
  const [link, parameters] = /^\/\s*outreach(?:.*?([\w.-]{1,64}=.*))?/isu.exec(text) ?? [];
  if (!link || !parameters) return link && '/outreach';
  return `/outreach?${encodeURI(parameters).replaceAll('#', '%23')}`;
}

const decodePath = (path: string) => decode(path).replace(/\p{DI}/gu, '');
