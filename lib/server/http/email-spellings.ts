import 'server-only';
import { domainToASCII, domainToUnicode } from 'node:url';

/** Chrome sends `jan@müller.de` as `jan@xn--mller-kva.de`, other browsers as it was typed. */
export const normalizeEmail = (email: string) => changeDomain(email, domainToASCII).normalize();

/** A filter for all rows with this address, in whichever form it was stored. */
export function filterByEmail(email: string): [operator: string, value: string] {
  const words = changeDomain(email, domainToUnicode);
  const forms = [normalizeEmail(email), words, words.normalize()];
  const spellings = new Set([...forms, email, ...forms.map((form) => form.normalize('NFD'))]);
  if (spellings.size === 1) return ['eq', email];
  return ['in', `(${Array.from(spellings, (form) => JSON.stringify(form)).join()})`];
}

/** Keeps a domain that `change` can't read. */
const changeDomain = (email: string, change: (domain: string) => string) =>
  email.replace(/[^@]*$/, (domain) => change(domain) || domain);
