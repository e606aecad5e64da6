/** Popular domains, which are checked for single-character typos. */
const popular = [
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
 * Whether one typing error (a letter wrong, missing, too many, or two swapped) leads from one word to
 * the other. A wrong or missing first letter is no error: mail.com, email.com and ymail.com exist.
 */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === meant[same]) same += 1;
  const [rest, wanted] = [typed.slice(same), meant.slice(same)];
  const [first = '', second = ''] = rest;
  return (
    (same > 0 && (rest.slice(1) === wanted.slice(1) || rest === wanted.slice(1))) ||
    rest.slice(1) === wanted ||
    second + first + rest.slice(2) === wanted
  );
}

/**
 * The address that was probably meant, where the domain of this one is one typing error away from a popular one.
 *
 * @returns the address with that domain, or null
 */
export function emailHint(email: string): string | null {
  const [name, domain, ...more] = email.trim().split('@');
  const typed = domain?.toLowerCase() ?? '';
  if (!name || more.length > 0 || popular.includes(typed)) return null;
  const meant = popular.find((known) => isOneSlip(typed, known));
  return meant ? `${name}@${meant}` : null;
}
