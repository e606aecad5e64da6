import 'server-only';
import { domainToASCII, domainToUnicode } from 'node:url';

/** Chrome sends `jan@müller.de` as `jan@xn--mller-kva.de`, other browsers as it was typed. */
export function listEmailForms(email: string): [compared: string, ...others: string[]] {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)];
  const words = domainToUnicode(domain) || domain;
  const forms = [name.normalize(), name, name.normalize('NFD')].flatMap((localPart) =>
    [domainToASCII(domain) || words.normalize(), domain, words, words.normalize('NFD')].map(
      (host) => `${localPart}@${host}`,
    ),
  );
  return [...new Set(forms)] as [string, ...string[]];
}

export function filterByEmail(email: string): [operator: string, value: string] {
  const forms = listEmailForms(email);
  if (forms.length === 1) return ['eq', email];
  return ['in', `(${forms.map((form) => JSON.stringify(form)).join()})`];
}
