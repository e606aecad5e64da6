/** Domains checked for single-character typos. */
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

/**
 * Whether the words differ by one wrong, missing, extra or swapped letter. A wrong or missing first
 * letter does not count as a typo: mail.com, email.com and ymail.com exist.
 */
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

/** Suggests the address that was probably meant, if its domain is one typo from a popular one. */
export function suggestEmail(email: string): string | null {
  const [name, domain, ...more] = email.trim().split('@');
  const typed = domain?.toLowerCase() ?? '';
  if (!name || more.length > 0 || POPULAR_DOMAINS.includes(typed)) return null;
  const meant = POPULAR_DOMAINS.find((domain) => isOneTypo(typed, domain));
  return meant ? `${name}@${meant}` : null;
}
