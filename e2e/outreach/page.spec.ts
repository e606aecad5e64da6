import fc from 'fast-check';
import { callCopyCs } from '@/lib/content/call-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { expect, test } from '../support/test';
import {
  beginWithStoppedClock,
  expectNoOverflow,
  personalPath,
  getStartButton,
  recordVisits,
} from './outreach-page';

test.describe('the page as it is sent', () => {
  // contact-name.test.ts has the rules for names, personal-link.test.ts those for mangled links.
  test('the greeting shows the valid part of the query', async ({ request }) => {
    for (const [query, heading] of [
      ['contact_name=Jan%20Nov%C3%A1k', `${personalCopyCs.greeting}, Jan Novák`],
      ['', personalCopyCs.greeting],
      ['contact_name=&contact_name=Jan', `${personalCopyCs.greeting}, Jan`],
      ['contact_name=%3Cscript%3Ealert(1)%3C/script%3E', personalCopyCs.greeting],
      [`contact_name=${'a'.repeat(10_000)}`, personalCopyCs.greeting],
      ['contact_name=%E0%A4%A', personalCopyCs.greeting],
    ] as const) {
      const response = await request.get(`/outreach?${query}&vapi_assistant_id=demo-cs`);
      expect(response.status(), query).toBe(200);
      const html = await response.text();
      expect(html).toContain('<html lang="cs"');
      expect(html.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1], query).toBe(heading);
    }
  });

  test('the maximum length of a call is shown without JavaScript', async ({ request }) => {
    const html = await (await request.get('/outreach?vapi_assistant_id=demo-cs')).text();
    expect(html).toContain(`<span>${callCopyCs.timeLimit.replace('{minutes}', '5')}</span>`);
  });

  test('no query breaks the page or injects markup', async ({ request }) => {
    const plain = await (await request.get('/outreach?vapi_assistant_id=demo-cs')).text();
    const listTags = (html: string) => html.match(/<[a-z][^\s>]*/gi)?.sort() ?? [];
    const nasty = fc.constantFrom(
      ...`<i-i> "><i-i a= ' </script><i-i> &lt; % %3Ci-i {{ [] __proto__ = & # + ž`.split(' '),
      ...['\u2028', '\0'],
    );
    const text = fc.array(fc.oneof(nasty, fc.string({ maxLength: 5 })), { maxLength: 6 });
    const value = text.map((parts) => parts.join(''));
    const key = fc.oneof(fc.constantFrom('contact_name', 'company_name', 'utm_source'), value);
    const encoded = fc
      .array(fc.tuple(key, value), { maxLength: 4 })
      .map((pairs) => pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&'));
    // As a sloppy mail program writes it; only what no HTTP client lets through is left out.
    const raw = value.map((query) => query.replace(/[^!-~]|#/g, ''));
    await fc.assert(
      fc.asyncProperty(fc.oneof(encoded, raw), async (query) => {
        const response = await request.get(`/outreach?vapi_assistant_id=demo-cs&${query}`);
        expect(response.status()).toBe(200);
        const html = await response.text();
        expect(html).not.toMatch(/<i-i/i);
        expect(listTags(html)).toEqual(listTags(plain));
      }),
      { numRuns: process.env.FULL ? 150 : 40 },
    );
  });

  test('the page is excluded from indexes, caches and referrers', async ({ request }) => {
    for (const [method, path, status] of [
      ['GET', `${personalPath}demo-cs`, 200],
      ['HEAD', `${personalPath}demo-cs`, 200],
      ['GET', '/outreach', 200],
      ['GET', '/outreach/nothing-here', 200],
    ] as const) {
      const what = `${method} ${path}`;
      const response = await request.fetch(path, { method });
      expect(response.status(), what).toBe(status);
      const headers = response.headers();
      expect(headers['x-robots-tag'], what).toContain('noindex');
      expect(headers['cache-control'], what).toContain('no-store');
      expect(headers['referrer-policy'], what).toBe('no-referrer');
      if (method !== 'GET') continue;
      expect(await response.text()).toMatch(/<meta name="robots" content="noindex[^"]*"/);
    }
  });

  test('the name is only in the greeting, not in the title or a preview', async ({ page }) => {
    await page.goto(`${personalPath}demo-cs`);
    expect(await page.locator('head').innerHTML()).not.toMatch(/Novák|Quokka/);
    expect(await page.title()).toBe(personalCopyCs.meta.title);
    await expect(page.getByText('Quokka')).toHaveCount(0);
  });

  test('no page links to it, and it is not in the sitemap', async ({ request }) => {
    for (const path of ['/', '/privacy', '/sitemap.xml']) {
      expect(await (await request.get(path)).text()).not.toContain('/outreach');
    }
  });
});

test.describe('without an assistant', () => {
  // personal-link.test.ts tests which ids are invalid.
  for (const query of ['', '?vapi_assistant_id=demo-cs%3Cscript%3E']) {
    test(`/outreach${query} says so, reports no visit and loads no call`, async ({ page }) => {
      const visits = recordVisits(page);
      const requestedPaths: string[] = [];
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
      await beginWithStoppedClock(page);
      await page.goto(`/outreach${query}`);
      await expect(
        page.getByRole('heading', { name: personalCopyCs.unavailable.title, exact: true }),
      ).toBeVisible();
      await expect(page.getByText(personalCopyCs.unavailable.text, { exact: true })).toBeVisible();
      await expect(getStartButton(page)).toHaveCount(0);
      await page.keyboard.press('Tab');
      // Longer than a page has to be in view for a visit.
      await page.clock.runFor(5_000);
      expect(visits).toEqual([]);
      expect(requestedPaths).not.toContain('/api/call');
    });
  }
});

test('the logo links home and the privacy link to the Czech part', async ({ page }) => {
  await page.goto(`${personalPath}demo-cs`);
  const { link } = personalCopyCs.privacy;
  await expect(page.getByRole('link', { name: link, exact: true }).last()).toHaveAttribute(
    'href',
    '/privacy#cs',
  );
  await page.getByRole('link', { name: personalCopyCs.home, exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the longest name without a space fits a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 600 });
  await page.goto(`/outreach?contact_name=${'W'.repeat(60)}&vapi_assistant_id=demo-cs`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('WWW');
  await expectNoOverflow(page);
});

test('the greeting does not move when the call widget arrives', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/outreach?vapi_assistant_id=demo-cs');
  const greeting = page.getByRole('heading', { level: 1 });
  const whole = await greeting.boundingBox();
  await page.locator('.beside-stage').evaluate(({ children: [, ...later] }) => {
    for (const part of later) part.remove();
  });
  expect(await greeting.boundingBox()).toEqual(whole);
});
