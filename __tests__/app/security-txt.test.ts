import { GET } from '@/app/.well-known/security.txt/route';
import { site } from '@/lib/content/site';

const DAY = 24 * 60 * 60 * 1000;

test('security.txt names the contact, and expires in 30 to 366 days', async () => {
  const text = await GET().text();
  const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? [];
  expect(text).toBe(
    `Contact: mailto:${site.contactMail}\nExpires: ${expires}\nPreferred-Languages: en, cs\n`,
  );
  const daysLeft = (Date.parse(expires) - Date.now()) / DAY;
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(366);
});
