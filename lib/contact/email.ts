import { replaceLoneSurrogates } from './fields';

const PASTED_MAX_LENGTH = 1000;
/** `Jana Malá <a@b.cz>;` */
const NAME_AND_BRACKETS = /^[^<>]*<([^<>@]*@[^<>]*)>[\s,.;]*$/;
/** `mailto:a@b.cz?subject=Hi` */
const MAIL_LINK = /^mailto:\s*([^?\s][^?]*)(?:\?.*)?$/s;
/** `“a@b.cz”,`; the part before `@` may begin with other signs. */
const SIGNS_AROUND = /^(?:[\s<(“„«]|(["'])(?=[^"'@]*@.*\1))+|[^\p{L}\p{N}\p{M}\]]+$/gu;

/** As the database's, but without what is left of other text: `email:a@b.cz`. */
export const EMAIL_PATTERN = /^[^\s@,:;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

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
      .replace(MAIL_LINK, '$1')
      .replace(SIGNS_AROUND, '')
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
