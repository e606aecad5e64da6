import { replaceLoneSurrogates } from './fields';

const PASTED_MAX_LENGTH = 1000;
/** `Jana <a@b.cz>`, `Jana [a@b.cz]`, `[Jana](mailto:a@b.cz)` → before, inside and after */
const ENCLOSED_ADDRESS = /^(.*)[<‹«([]([^<>‹›«»()[\]]*@[^<>‹›«»()[\]]*)[>›»)\]](.*)/s;
/** What mail programs, links and sentences put around an address, and what is kept of it. */
const WRAPPERS: readonly (readonly [RegExp, string])[] = [
  // `*a@b.cz*.` → `a@b.cz`. An address may begin with these characters, so only pairs are removed.
  [/^(['`*_]{1,3})([^@]*@.*?)\1[^\p{L}\p{M}\p{N}@]*$/su, '$2'],
  // `(„a@b.cz` → `a@b.cz`. Keeps the quote of a quoted name, a symbol as the whole name (`★@b.cz`)
  // and the bracket of an IP address.
  [/^(?:[\s<({[:]|%20|[^\p{ASCII}\p{L}\p{M}\p{N}](?=[^@]*[\p{L}\p{N}])|"(?![^"]*"@))+(?!$)/u, ''],
  // `a@[192.0.2.1]).` → `a@[192.0.2.1]`
  [/(@\[[^\]]*\])[^\p{L}\p{M}\p{N}@]+$/u, '$1'],
  // `a@b.cz“).` → `a@b.cz`. Without a lookbehind, which Safari before 16.4 cannot parse.
  [/^(?!.*@\[[^\]]*\]$)(.*[\p{L}\p{M}\p{N}@])?[^\p{L}\p{M}\p{N}@]+$/su, '$1'],
  // `mailto:a@b.cz?subject=Hi` → `a@b.cz`
  [
    /^(?:[^@]*\bmailto:|e-?mail:|mail:|smtp:|sips?:|im:|xmpp:|skype:|https?:)\/*([^?%]+)(\?.*)?$/s,
    '$1',
  ],
  // `a@b.cz?subject=Hi`, `a@b.cz/path`, `a@b.cz%20` → `a@b.cz`
  [/^([^\s@?]+@[^\s@?/#&%\\=|]+)[?/#&%\\=|][^\s@]*$/, '$1'],
  // `a@b.cz (Jana)` → `a@b.cz`
  [/^([^\s(@]+@[^\s(@]+)\s*\([^@]*$/, '$1'],
];

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

function unwrap(text: string): string {
  const rest = WRAPPERS.reduce((left, [wrapper, inside]) => left.replace(wrapper, inside), text);
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
  let prefix = 0;
  while (prefix < typed.length && typed[prefix] === meant[prefix]) prefix += 1;
  const [typedRest, meantRest] = [typed.slice(prefix), meant.slice(prefix)];
  const [first = '', second = ''] = typedRest;
  return (
    (prefix > 0 &&
      (typedRest.slice(1) === meantRest.slice(1) || typedRest === meantRest.slice(1))) ||
    typedRest.slice(1) === meantRest ||
    second + first + typedRest.slice(2) === meantRest
  );
}

/** Null unless the domain is one typo from a popular one. */
export function suggestEmail(email: string): string | null {
  const [name, domain, ...more] = email.trim().split('@');
  const typed = domain?.toLowerCase() ?? '';
  if (!name || more.length > 0 || POPULAR_DOMAINS.includes(typed)) return null;
  const meant = POPULAR_DOMAINS.find((domain) => isOneTypo(typed, domain));
  return meant ? `${name}@${meant}` : null;
}
