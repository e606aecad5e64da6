import 'server-only';
import { site } from '@/lib/content/site';

/** RFC 9116 wants less than a year. Renewing it is saying that somebody still reads the mail. */
export const SECURITY_TXT_EXPIRES = '2027-11-15T00:00:00.000Z';

/** Where to report a weakness of the site, as RFC 9116 wants it. */
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
