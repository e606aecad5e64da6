/** @jest-environment node */
import { site } from '@/lib/content/site';
import { SECURITY_TXT_EXPIRES, renderSecurityTxt } from '@/lib/server/security-txt';

const DAY = 24 * 60 * 60 * 1000;
const daysLeft = (Date.parse(SECURITY_TXT_EXPIRES) - Date.now()) / DAY;

test('names the contact address for security reports', () => {
  expect(renderSecurityTxt()).toBe(
    `Contact: mailto:${site.contactMail}\nExpires: ${SECURITY_TXT_EXPIRES}\nPreferred-Languages: en, cs\n`,
  );
});

test('expires in 30 days at the earliest and within a year', () => {
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(366);
});
