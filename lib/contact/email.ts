import { replaceLoneSurrogates } from './fields';

const PASTED_MAX_LENGTH = 1000;
/** `Jana Malá <a@b.cz>;` */
const ADDRESS_IN_BRACKETS = /^[^<>]*<([^<>]*@[^<>]*)>[\s,.;]*$/;
/** `[Jana](mailto:a@b.cz?subject=Hi)`, but not `mailto:a%40b.cz`, which is encoded. */
const MAIL_LINK = /^[^@]*\bmailto:[\s/]*([^?%]+)(\?.*)?$/s;
/** `✉ a@b.cz`, `“a@b.cz”`, `_a@b.cz_`, but not `_a@b.cz,`: it may be the address's own sign. */
const SIGNS_IN_FRONT =
  /^(?:[([{]|[^!-~\p{L}\p{M}\p{N}](?=[^@]*[\p{L}\p{N}])|(["'*_`])(?=.*\1[^\p{L}\p{M}\p{N}]*$))+/su;
/** `a@b.cz?subject=Hi`, `a@b.cz (Jana)`, `a@b.cz|Jana` */
const TEXT_BEHIND =
  /(@[\p{L}\p{M}\p{N}\p{So}·・.-]+)\s*[?(#|&%/\\][^@]*(?:@[^\p{L}\p{M}\p{N}]*)?$/u;
/** `a@b.cz,`, but not the end of `a@[192.0.2.1]`. */
const SIGNS_BEHIND = /^(.*?(?:@\[[\da-f:.]+\])?)[^\p{L}\p{M}\p{N}]*$/su;

/** As the database's, but not what is left of other text: `email:a@b.cz`, `mailto:a%40b.cz`. */
export const EMAIL_PATTERN =
  /^(?![\w-]+:|.*(?:mailto:|%[2-7][\da-f]))[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

/** Finds the address in pasted text, in a plain form. Several addresses fail the pattern. */
export function cleanEmail(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > PASTED_MAX_LENGTH) return trimmed;
  return (
    replaceLoneSurrogates(trimmed)
      .replace(/(?!\s)[\p{Cc}\p{Cf}\p{DI}]/gu, '')
      // Chinese and Japanese keyboards type full-width characters, such as `＠`.
      .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
      .toLowerCase()
      .replace(ADDRESS_IN_BRACKETS, '$1')
      .replace(TEXT_BEHIND, '$1')
      .replace(MAIL_LINK, '$1')
      .replace(SIGNS_IN_FRONT, '')
      .replace(SIGNS_BEHIND, '$1')
  );
}

const POPULAR_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'yahoo.com',
  'protonmail.com',
  'seznam.cz',
  'centrum.cz',
];

/** A wrong or missing first letter is no typo: mail.com, email.com and ymail.com exist. */
function isOneTypo(typed: string, meant: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at += 1;
  const wrong = at > 0 && typed.slice(at + 1) === meant.slice(at + 1);
  const missing = at > 0 && typed.slice(at) === meant.slice(at + 1);
  const extra = typed.slice(at + 1) === meant.slice(at);
  const swapped =
    typed.slice(at, at + 2) === meant.charAt(at + 1) + meant.charAt(at) &&
    typed.slice(at + 2) === meant.slice(at + 2);
  return wrong || missing || extra || swapped;
}

/** Null unless the domain is one typo from a popular one. */
export function suggestEmail(email: string): string | null {
  const [name, domain, ...more] = email.trim().split('@');
  const typed = domain?.toLowerCase() ?? '';
  if (!name || more.length > 0 || POPULAR_DOMAINS.includes(typed)) return null;
  const meant = POPULAR_DOMAINS.find((domain) => isOneTypo(typed, domain));
  return meant ? `${name}@${meant}` : null;
}
