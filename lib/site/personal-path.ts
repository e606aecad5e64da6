import { unescape } from 'node:querystring';

/** The page for what begins like a personal link and is none. Every answer with it is a 404. */
export const BROKEN_LINK_PATH = '/outreach/404';

const PERSONAL_PATH = '/outreach';
const MAX_LENGTH = 4096;

/** `%2520` → `%20`: the reader of the link decodes a parameter as often as it was encoded. */
const REPEATED_ENCODING = /%(?:25)+(?=[\da-f]{2})/gi;
/** The start of a parameter that an encoded or lost `?` has left in the path. */
const PARAMETER =
  /(?:(?:&|%26)(?:amp(?:;|%3B))?|(?<!^)[;/]|[%=]3[BF])(?:%..|\+){0,9}([\w.-]{1,64})(?:=|%3D)/gi;
/** `;jsessionid=1` of a server, between the path and the query. */
const SESSION = /^jsessionid=/i;

/** An invisible character may be anywhere: some programs let a long address break there. */
const INVISIBLE = /\p{DI}+/gu;
const BEGINNING = /^\/[\p{Z}\p{C}]*outreach/iu;
/** Punctuation, symbols and spaces, also of a text around the link. */
const AROUND = /[\p{P}\p{S}\p{Z}\p{C}]+/gu;
const FILE_NAME = /^(?:index)?(?:html?)?$/i;
/** The text that was shared with the link is on the next line; `#` begins a text fragment. */
const TEXT_BEHIND = /[\r\n\u2028\u2029#].*$/su;

/**
 * Repairs the path of a personal link, as mail programs and QR codes change it (docs/behaviour.md,
 * section 5). Returns the page's path, with the parameters that are in the sent one, or undefined
 * if it isn't one. `readPersonalLink` repairs the parameters.
 *
 * @param sentPath without a query
 */
export function repairPersonalPath(sentPath: string): string | undefined {
  // Browsers drop tabs, and a header can't hold every character.
  if (sentPath.length > MAX_LENGTH || !/^[!-~]+$/.test(sentPath)) return undefined;
  const { path, parameters } = splitPath(sentPath);
  const beginning = BEGINNING.exec(path)?.[0];
  if (beginning === undefined) return undefined;
  const end = path.slice(beginning.length).replace(TEXT_BEHIND, '').replace(AROUND, '');
  if (!FILE_NAME.test(end)) return undefined;
  const query = parameters.filter((parameter) => !SESSION.test(parameter)).join('&');
  return query ? `${PERSONAL_PATH}?${query}` : PERSONAL_PATH;
}

/** Whether a path begins like the personal page's: its visitor may have a link that is broken. */
export const beginsLikePersonalPath = (sentPath: string) =>
  BEGINNING.test(splitPath(sentPath).path);

/** Splits a sent path into the decoded path and the parameters in it. */
function splitPath(sentPath: string): { path: string; parameters: string[] } {
  const [path = '', ...parameters] = sentPath
    .slice(0, MAX_LENGTH)
    .replace(REPEATED_ENCODING, '%')
    // A path that was sent has no `?`.
    .replace(PARAMETER, '?$1=')
    .split('?');
  return { path: unescape(path).replace(INVISIBLE, ''), parameters };
}
