import { replaceLoneSurrogates } from './fields';

const PASTED_MAX_LENGTH = 1000;
/** `Jana <a@b.cz>`, `Jana [a@b.cz]`, `[Jana](mailto:a@b.cz)` → before, inside and after */
const ENCLOSED_ADDRESS = /^(.*)[<‹«([]([^<>‹›«»()[\]]*@[^<>‹›«»()[\]]*)[>›»)\]](.*)/s;
/** Finds the address in pasted text, in a plain form. Several addresses fail the pattern. */
export function cleanEmail(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > PASTED_MAX_LENGTH) return trimmed;
  const plain = replaceLoneSurrogates(trimmed)
    .replace(/[\t-\r\x85]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{DI}]/gu, '')
    // Chinese and Japanese keyboards type full-width characters.
    .replace(/[\uff01-\uff5e\ufe52\ufe6b]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[\u3002\uff61]/g, '.')
    .trim()
    .toLowerCase();
  const [, before = '', inside, after = ''] = ENCLOSED_ADDRESS.exec(plain) ?? [];
  if (inside === undefined) return unwrap(plain);
  const address = unwrap(inside);
  const others = `${before} ${after}`.match(/\S+@\S+/g) ?? [];
  const isAmbiguous = others.some((other) => unwrap(other) !== address);
  return isAmbiguous ? plain : address;
}

/** Removes what mail programs, links and sentences put around an address. */
function unwrap(text: string): string {
  const rest = text
    // `*a@b.cz*.` → `a@b.cz`. An address may begin with these characters, so only pairs go.
    .replace(/^(['`*_]{1,3})([^@]*@.*?)\1[^\p{L}\p{M}\p{N}@]*$/su, '$2')
    // `(„a@b.cz` → `a@b.cz`. Keeps the quote of a quoted name, a symbol as the whole name
    // (`★@b.cz`) and the bracket of an IP address.
    .replace(
      /^(?:[\s<({[:]|%20|[^\p{ASCII}\p{L}\p{M}\p{N}](?=[^@]*[\p{L}\p{N}])|"(?![^"]*"@))+(?!$)/u,
      '',
    )
    // `a@[192.0.2.1]).` → `a@[192.0.2.1]`
    .replace(/(@\[[^\]]*\])[^\p{L}\p{M}\p{N}@]+$/u, '$1')
    // `a@b.cz“).` → `a@b.cz`. Without a lookbehind, which Safari before 16.4 cannot parse.
    .replace(/^(?!.*@\[[^\]]*\]$)(.*[\p{L}\p{M}\p{N}@])?[^\p{L}\p{M}\p{N}@]+$/su, '$1')
    // `mailto:a@b.cz?subject=Hi` → `a@b.cz`
    .replace(
      /^(?:[^@]*\bmailto:|e-?mail:|mail:|smtp:|sips?:|im:|xmpp:|skype:|https?:)\/*([^?%]+)(\?.*)?$/s,
      '$1',
    )
    // `a@b.cz?subject=Hi`, `a@b.cz/path`, `a@b.cz%20` → `a@b.cz`
    .replace(/^([^\s@?]+@[^\s@?/#&%\\=|]+)[?/#&%\\=|][^\s@]*$/, '$1')
    // `a@b.cz (Jana)` → `a@b.cz`
    .replace(/^([^\s(@]+@[^\s(@]+)\s*\([^@]*$/, '$1');
  return rest === text ? text : unwrap(rest);
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
