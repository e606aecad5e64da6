import 'server-only';
import { site } from '@/lib/content/site';

/** At most a year ahead (RFC 9116). Renew it if the mailbox is still read. */
export const SECURITY_TXT_EXPIRES = '2027-11-15T00:00:00.000Z';

export function renderSecurityTxt(): string {
  const fields = {
    Contact: `mailto:${site.contactMail}`,
    Expires: SECURITY_TXT_EXPIRES,
    'Preferred-Languages': 'en, cs',
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
