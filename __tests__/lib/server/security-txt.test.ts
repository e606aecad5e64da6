/** @jest-environment node */
import { site } from '@/lib/content/site';
import { SECURITY_TXT_EXPIRES, renderSecurityTxt } from '@/lib/server/security-txt';

const DAY = 24 * 60 * 60 * 1000;
const daysLeft = (Date.parse(SECURITY_TXT_EXPIRES) - Date.now()) / DAY;

test('a weakness can be reported to the contact address', () => {
  expect(renderSecurityTxt()).toBe(
    `Contact: mailto:${site.contactMail}\nExpires: ${SECURITY_TXT_EXPIRES}\nPreferred-Languages: en, cs\n`,
  );
});

test('security.txt is renewed at least 30 days before it expires, for less than a year', () => {
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(366);
});
