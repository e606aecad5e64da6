import fc from 'fast-check';
import { callCopyCs } from '@/lib/content/call-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { site } from '@/lib/content/site';
import { openPage, waitUntilSettled } from '../support/loading';
import { expect, test } from '../support/test';
import { expectNoOverflow, personalPath, getStartButton } from './outreach-page';

test.describe('the page as it is sent', () => {
  // contact-name.test.ts has the rules for names, mangled-links.test.ts those for mangled links.
  test('greets, and says how long and where', async ({ request }) => {
    const html = await (await request.get(`${personalPath}a`)).text();
    expect(html).toMatch(new RegExp(`<h1[^>]*>${personalCopyCs.greeting}, Jan Novák</h1>`));
    expect(html).toContain(`<span>${callCopyCs.timeLimit.replace('{minutes}', '5')}</span>`);
    // There is no booking page.
    const subject = encodeURIComponent(personalCopyCs.afterCall.subject);
    expect(html).toContain(`href="mailto:${site.contactMail}?subject=${subject}"`);
  });

  test('is broken by no query, and no markup gets in', async ({ request }) => {
    const plain = await (await request.get('/outreach?vapi_assistant_id=demo-cs')).text();
    const listTags = (html: string) => html.match(/<[a-z][^\s>]*/gi)?.sort() ?? [];
    const nasty = fc.constantFrom(
      ...`<i-i> "><i-i a= ' </script><i-i> &lt; % %3Ci-i {{ [] __proto__ = & # + ž`.split(' '),
      ...['\u2028', '\0', 'contact_name=', 'company_name=', '&utm_source='],
    );
    const text = fc.array(fc.oneof(nasty, fc.string({ maxLength: 5 })), { maxLength: 9 });
    const joined = text.map((parts) => parts.join(''));
    const encoded = joined.map((value) => `contact_name=${encodeURIComponent(value)}`);
    // As a sloppy mail program writes it; only what no HTTP client lets through is left out.
    const raw = joined.map((query) => query.replace(/[^!-~]|#/g, ''));
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

  // security-headers.test.ts has all.
  test('is not cached, and no public page links to it', async ({ request }) => {
    const headers = (await request.get(personalPath)).headers();
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    for (const path of ['/', '/privacy', '/sitemap.xml']) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      expect(await response.text(), path).not.toContain('/outreach');
    }
  });
});

// mangled-links.test.ts tests which ids are invalid.
test('without an assistant the page says so, reports no visit and loads no call', async ({
  page,
}) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await openPage(page, '/outreach?vapi_assistant_id=demo-cs%3Cscript%3E');
  const { title } = personalCopyCs.unavailable;
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(getStartButton(page)).toHaveCount(0);
  // The first key would report a visit at once.
  await page.keyboard.press('Tab');
  await waitUntilSettled(page);
  expect(requestedPaths.filter((path) => /\/api\/(visit|call)/.test(path))).toEqual([]);
});

test('the name is only in the greeting, and the logo links home', async ({ page }) => {
  await page.goto(`${personalPath}demo-cs`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Novák');
  expect(await page.locator('head').innerHTML()).not.toMatch(/Novák|Quokka/);
  await expect(page.locator('body')).not.toContainText('Quokka');
  await page.getByRole('link', { name: personalCopyCs.home, exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('the longest name without a space fits a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 600 });
  await page.goto(`/outreach?contact_name=${'W'.repeat(60)}&vapi_assistant_id=demo-cs`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('WWW');
  await expectNoOverflow(page);
});

test('the greeting stands where it would without what is below it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/outreach?vapi_assistant_id=demo-cs');
  const greeting = page.getByRole('heading', { level: 1 });
  const whole = await greeting.boundingBox();
  await page.locator('.beside-stage').evaluate(({ children: [, ...later] }) => {
    for (const part of later) part.remove();
  });
  expect(await greeting.boundingBox()).toEqual(whole);
});
