import { site } from './site';

/** What may be between the groups of digits. */
const SEPARATORS = /[\s().\/\u2010\u2011\u2013-]/g;
const E164 = /^\+[1-9]\d{6,14}$/;

interface Phone {
  /** In the form of E.164, `+420123456789`. */
  number: string;
  href: string;
  /** As the owner wrote it. */
  text: string;
}

/** Null if the text is empty. Throws for any other text that is no number, so that a build fails. */
export function readPhone(text: string): Phone | null {
  if (text === '') return null;
  const number = text.replace(SEPARATORS, '');
  // `+44 (0)20 …` is dialled without the zero.
  if (!E164.test(number) || text.includes('(0'))
    throw new Error(
      `site.phone (lib/content/site.ts) is “${text}”, but must be a number with the code of its ` +
        'country, like “+420 123 456 789”, or empty.',
    );
  return { number, href: `tel:${number}`, text };
}

/** The owner's number, for visitors who would rather dial. */
export const phone = readPhone(site.phone);
