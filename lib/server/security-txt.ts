import 'server-only';
import { site } from '@/lib/content/site';

/** Less than a year ahead, as RFC 9116 asks. Renew it once you know that somebody still reads the mail. */
export const SECURITY_TXT_EXPIRES = '2027-11-15T00:00:00.000Z';

/** The text of `/.well-known/security.txt` (RFC 9116). */
export function securityTxt(): string {
  const fields = {
    Contact: `mailto:${site.contactMail}`,
    Expires: SECURITY_TXT_EXPIRES,
    'Preferred-Languages': 'en, cs',
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
