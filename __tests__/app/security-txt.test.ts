import { GET } from '@/app/.well-known/security.txt/route';
import { site } from '@/lib/content/site';

test('security.txt names the contact, and expires within a year of the build', async () => {
  jest.useFakeTimers({ now: Date.UTC(2026, 10, 15) });
  expect(await GET().text()).toBe(`Contact: mailto:${site.contactMail}
Expires: 2027-11-15T00:00:00.000Z
Preferred-Languages: en, cs
`);
});
