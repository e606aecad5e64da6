import { personalCopyCs } from '@/lib/content/personal-cs';
import { site } from '@/lib/content/site';
import { expect, test } from '../support/test';
import { expectNoOverflow } from './outreach-page';

// routing.test.ts has the rules; serving.spec.ts compares the answers with those of Next.
const QUERY = 'contact_name=Jan%20Nov%C3%A1k&vapi_assistant_id=demo-cs';
const CHANGED = [
  '/OUTREACH?CONTACT_NAME=Jan%20Nov%C3%A1k&VAPI_ASSISTANT_ID=demo-cs',
  `/outreach%3f${encodeURIComponent(QUERY)}`,
  `/outreach.html;jsessionid=1?${QUERY}`,
  `/Outreach%22).?${QUERY}%22).`,
  `/outreach%3F${QUERY}%0A%0ATento%20odkaz?utm_source=email`,
];

for (const sent of CHANGED)
  test(`${sent} leads to the page at once, and no cache keeps its name`, async ({ request }) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await request.fetch(sent, { method, maxRedirects: 0 });
      const headers = answer.headers();
      expect([answer.status(), headers['cache-control']]).toEqual([308, 'private, no-store']);
      expect(headers['location']).toMatch(/^\/outreach\?[!-~]+$/);
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-robots-tag']).toContain('noindex');
      const page = await request.get(headers['location'] ?? '', { maxRedirects: 0 });
      expect(page.status()).toBe(200);
      const html = await page.text();
      expect(html.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]).toBe(`${personalCopyCs.greeting}, Jan Novák`);
      expect(html).toContain('demo-cs');
    }
    expect((await request.post(sent, { maxRedirects: 0 })).status()).toBeGreaterThanOrEqual(404);
  });

test('the text that was shared with a link changes nothing', async ({ request }) => {
  const page = await request.get(`/outreach?${QUERY}%0A%0ATento%20odkaz`);
  expect(await page.text()).toContain('demo-cs');
});

test('a broken link speaks Czech and offers the mail address', async ({ page }) => {
  for (const path of ['/outreach/jan-novak', '/Outreachx', '/outreach-x?contact_name=Jan%20Nov']) {
    const response = await page.goto(path);
    expect(response?.headers()['cache-control'], path).toContain('no-store');
    await expect(page.locator('html')).toHaveAttribute('lang', 'cs');
    const { title, help } = personalCopyCs.unavailable;
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText(help)).toBeVisible();
    await expect(page.getByRole('link', { name: site.contactMail, exact: true })).toHaveAttribute(
      'href',
      `mailto:${site.contactMail}`,
    );
    await expectNoOverflow(page);
  }
});
