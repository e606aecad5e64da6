import { personalCopyCs } from '@/lib/content/personal-cs';
import { expect, test } from '../support/test';

// routing.test.ts has the rules; serving.spec.ts compares the answers with those of Next.
const QUERY = 'contact_name=Jan%20Nov%C3%A1k&vapi_assistant_id=demo-cs';

for (const sent of [
  `/OUTREACH%22).?${QUERY}%22).`,
  `/outreach%3F${QUERY}%0A%0ATento%20odkaz?utm_source=email`,
])
  test(`${sent} leads to the page at once, and no cache keeps its name`, async ({ request }) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await request.fetch(sent, { method, maxRedirects: 0 });
      const { location = '', ...headers } = answer.headers();
      expect([answer.status(), headers['cache-control']]).toEqual([308, 'private, no-store']);
      expect(location).toMatch(/^\/outreach\?[!-~]+$/);
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-robots-tag']).toContain('noindex');
      const html = await (await request.get(location, { maxRedirects: 0 })).text();
      expect(html.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]).toBe(`${personalCopyCs.greeting}, Jan Novák`);
      expect(html).toContain('demo-cs');
    }
  });
