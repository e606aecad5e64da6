// Mail programs and chats change links. This reads what is left of a personal one
// (docs/behaviour.md, section 5).
import { unescape } from 'node:querystring';
import { findLanguage, type Language } from '@/lib/language';
import { type Facts, PROSPECT_COLUMNS, PROSPECT_FIELDS, type ProspectColumn } from './prospect';

export type LinkParameters = Readonly<Record<string, string | string[] | undefined>>;
type Parameter = readonly [name: string, value: string];

const MAX_PARAMETERS = 64;
/** The longest parameter is a whole link, with a name and a company. */
const MAX_LENGTH = 4096;
/** `a=1&amp;b=2`, `a=1;b=2`, `a=1?b=2`, but not `company_name=A&B`. */
const SEPARATOR = /(?:&(?:amp;|#\w+;)*|[;?](?=[^&;?=]{0,64}\w))(?=[^&;?=]{0,64}=)/i;
/** The text that was shared with a link. One line break may be in the middle of a name. */
const TEXT_BEHIND = /\r?\n[^\S\n]*\n.*$/s;
/** Punctuation after a link in a text: `Jan).` → `Jan`. Dots before it may belong to the name. */
const AFTER_NAME = /[>)\]}"”“»,;:!?=*|][>)\]}"”“»,;:!?=*|.]{0,9}$/;
/** Entities and signs around it, or behind it a fragment. A slash before it ends a path. */
const ID_AMONG_SIGNS = /^(?:&#?\w+;|[^\w/\\&-])*([\w-]+)[^\w-]*?(?:$|[&#])/;
/** A code, and what is around it: `_en_`, `en).` */
const LANGUAGE_CODE = /^[\W_]*([a-z]+)/i;

/** Decodes what was encoded once or more often. What is no code stays as it is. */
const decode = (text: string) =>
  text
    .replace(/%(?:25)+(?=[\da-f]{2})/gi, '%')
    .replace(/(?:%[\da-f]{2})+/gi, (codes) => unescape(codes));

/** Joins the decoded parameters and splits them at all separators, since some are mangled. */
const readParameters = (link: LinkParameters): Parameter[] =>
  Object.entries(link)
    .flatMap(([name, values = []]) => [values].flat().map((value) => [name, value]))
    .slice(0, MAX_PARAMETERS)
    .map((parameter) => parameter.map(decode))
    // A whole link may be in a name, or a text that an entity has cut.
    .map(([name = '', value]) => (value || !/[=;]/.test(name) ? `${name}=${value}` : name))
    .map((text) => text.slice(0, MAX_LENGTH).replace(TEXT_BEHIND, ''))
    .join('&')
    .split(SEPARATOR)
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      return [name, value.join('=')];
    });

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
    .map(([, value]) => read(value));
  return found.find((value) => value !== null) ?? null;
}

/** Removes what is around a value. */
const UNWRAP: Record<ProspectColumn, (value: string) => string> = {
  company_name: (value) => value,
  contact_name: (value) => value.replaceAll('+', ' ').replace(AFTER_NAME, ''),
  vapi_assistant_id: (value) => ID_AMONG_SIGNS.exec(value)?.[1] ?? '',
};

/** Of each fact the first usable value; null if there is none. Of the id `a b` there is none. */
export function readPersonalLink(link: LinkParameters): Facts {
  const parameters = readParameters(link);
  const facts = {} as Facts;
  for (const column of PROSPECT_COLUMNS) {
    const { clean } = PROSPECT_FIELDS[column];
    facts[column] = findFirst(parameters, column, (value) => clean(UNWRAP[column](value)) || null);
  }
  return facts;
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
