import { replaceLoneSurrogates } from './fields';

const PASTED_MAX_LENGTH = 1000;
/** `Jana Malá <a@b.cz>;` */
const NAME_AND_BRACKETS = /^[^<>]*<([^<>]*@[^<>]*)>[\s,.;]*$/;
/** `[Jana](mailto:a@b.cz?subject=Hi)`; an encoded address stays as it is. */
const MAIL_LINK = /^[^@]*\bmailto:[\s/]*(?=[^?%]*@)/;
/** `✉ a@b.cz`, `“a@b.cz”`, `_a@b.cz_`, but not `_a@b.cz,`: it may be the address's own sign. */
const SIGNS_IN_FRONT = /^(?:[([{]|[^!-~\p{L}\p{M}\p{N}]|(["'*_`])(?=.*\1[^\p{L}\p{M}\p{N}]*$))+/su;
/** `a@b.cz,`, `a@b.cz?subject=Hi`, `a@b.cz (Jana)`, but not the end of `a@[192.0.2.1]`. */
const TEXT_BEHIND =
  /(@(?:\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}\p{So}·・._-]*[\p{L}\p{M}\p{N}]))(?:\?.*|\s*[(#|&%/\\][^@]*|[^\p{L}\p{M}\p{N}]*)$/su;

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
      .replace(NAME_AND_BRACKETS, '$1')
      .replace(MAIL_LINK, '')
      .replace(SIGNS_IN_FRONT, '')
      .replace(TEXT_BEHIND, '$1')
  );
}

/** At none of the keys people have mailboxes. */
const DOMAIN_TYPOS: Readonly<Record<string, string>> = {
  'gmial.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmal.com': 'gmail.com',
  'gnail.com': 'gmail.com',
  'gmail.con': 'gmail.com',
  'gmail.co': 'gmail.com',
  'hotmial.com': 'hotmail.com',
  'hotmai.com': 'hotmail.com',
  'outlok.com': 'outlook.com',
  'sezna.cz': 'seznam.cz',
  'centum.cz': 'centrum.cz',
};

/** Null unless the domain of a valid address is a usual typo. */
export function suggestEmail(email: string): string | null {
  const [name, domain = ''] = email.split('@');
  const meant = DOMAIN_TYPOS[domain];
  return meant ? `${name}@${meant}` : null;
}
