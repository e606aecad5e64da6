import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { callEn } from '../lib/content/call-en';
import { contactCopy } from '../lib/content/contact-en';
import { en } from '../lib/content/en';
import { errorCopy } from '../lib/content/error-en';
import { site as us } from '../lib/content/site';
import { stopClock } from './call/harness';
import { dropped, emptied, refused, startVoicedSite, type FaultySite } from './faulty-site';
import { expect, expectAccessible, long, test as base } from './test';

const REPLY = 'https://booking.example/callwright';

/** A second site with a breakable database and a voice provider of its own, one per worker. */
const test = base.extend<object, { faulty: FaultySite }>({
  faulty: [
    async ({}, use) => {
      const voiced = await startVoicedSite(REPLY);
      await use(voiced.site);
      await voiced.stop();
    },
    { scope: 'worker' },
  ],
});

// Nothing here is about what moves, and drawing that takes most of the machine.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const named = '/outreach?contact_name=Jan%20Nov%C3%A1k&company_name=Firma&vapi_assistant_id=';
const start = (page: Page) => page.getByRole('button', { name: 'Zahájit hovor' });
const banner = (page: Page) => page.getByRole('main').getByRole('alert');

async function rest(path: string, init: RequestInit = {}) {
  const { E2E_SUPABASE_URL, E2E_SUPABASE_SECRET_KEY = '' } = process.env;
  const headers = { apikey: E2E_SUPABASE_SECRET_KEY, 'content-type': 'application/json' };
  const response = await fetch(`${E2E_SUPABASE_URL}/rest/v1/${path}`, { ...init, headers });
  expect(response.ok).toBe(true);
  return response;
}

/** A prospect no other test visits; gives back the id of the assistant. */
async function freshProspect(scenario = '') {
  const id = `${scenario}${scenario && '-'}${crypto.randomUUID()}`;
  await rest('decisionMakers', { method: 'POST', body: JSON.stringify({ vapi_assistant_id: id }) });
  return id;
}

async function visitedAt(id: string): Promise<string | null | undefined> {
  const response = await rest(`decisionMakers?select=visited_at&vapi_assistant_id=eq.${id}`);
  return ((await response.json()) as { visited_at: string | null }[])[0]?.visited_at;
}

/** From now on time passes on the page only as far as a test runs it. */
async function beginWithStoppedClock(page: Page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
}

/** Every visit the page reports from now on. */
function visitsOf(page: Page) {
  const visits: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/visit')) visits.push(request.postDataJSON());
  });
  return visits;
}

test.describe('the page as it is sent', () => {
  for (const [what, query, heading] of [
    ['a name', 'contact_name=Jan%20Nov%C3%A1k', 'Dobrý den, Jan Novák'],
    ['a plus for a space', 'contact_name=Jan+Nov%C3%A1k', 'Dobrý den, Jan Novák'],
    ['no name', '', 'Dobrý den'],
    ['an empty name', 'contact_name=', 'Dobrý den'],
    ['a repeated name', 'contact_name=Eva&contact_name=Jan', 'Dobrý den, Eva'],
    ['markup for a name', 'contact_name=%3Cscript%3Ealert(1)%3C/script%3E', 'Dobrý den'],
    ['a link for a name', 'contact_name=vyhra.example.com', 'Dobrý den'],
    ['a name that is too long', `contact_name=${'a'.repeat(10_000)}`, 'Dobrý den'],
    ['a broken escape', 'contact_name=%E0%A4%A', 'Dobrý den'],
  ] as const) {
    test(`${what} is greeted with “${heading}”`, async ({ request }) => {
      const response = await request.get(`/outreach?${query}&vapi_assistant_id=demo-cs`);
      expect(response.status()).toBe(200);
      const html = await response.text();
      expect(html).toContain('<html lang="cs"');
      expect(html.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]).toBe(heading);
    });
  }

  test('no query breaks it or gets markup into it', async ({ request }) => {
    const plain = await (await request.get('/outreach?vapi_assistant_id=demo-cs')).text();
    const tags = (html: string) => html.match(/<[a-z][^\s>]*/gi)?.sort() ?? [];
    const nasty = fc.constantFrom(
      '<i-i>',
      '"><i-i a=',
      "'",
      '</script><i-i>',
      '&lt;',
      '%',
      '%3Ci-i',
      '{{',
      '\u2028',
      '\0',
      '[]',
      '__proto__',
      '=',
      '&',
      '#',
      '+',
      'ž',
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
        expect(tags(html)).toEqual(tags(plain));
      }),
      { numRuns: process.env.FULL ? 150 : 40 },
    );
  });

  for (const [method, path, status] of [
    ['GET', `${named}demo-cs`, 200],
    ['HEAD', `${named}demo-cs`, 200],
    ['GET', '/outreach', 200],
    ['GET', '/outreach/nothing-here', 404],
    ['OPTIONS', '/outreach', 400],
  ] as const) {
    test(`${method} ${path} (${status}) is kept out of indexes, caches and referrers`, async ({
      request,
    }) => {
      const response = await request.fetch(path, { method });
      expect(response.status()).toBe(status);
      const headers = response.headers();
      expect(headers['x-robots-tag']).toContain('noindex');
      expect(headers['cache-control']).toContain('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      if (method !== 'GET') return;
      expect(await response.text()).toMatch(/<meta name="robots" content="noindex[^"]*"/);
    });
  }

  test('the name stands in the greeting and in no title, description or preview', async ({
    page,
  }) => {
    await page.goto(`${named}demo-cs`);
    expect(await page.locator('head').innerHTML()).not.toMatch(/Nov|Firma/);
    expect(await page.title()).toMatch(/^Ukázka AI asistenta/);
    await expect(page.getByText('Firma')).toHaveCount(0);
  });

  test('no page of ours links to it, and the sitemap does not know it', async ({ request }) => {
    for (const path of ['/', '/privacy', '/sitemap.xml']) {
      expect(await (await request.get(path)).text()).not.toContain('/outreach');
    }
  });
});

test.describe('without an assistant', () => {
  for (const query of [
    '',
    '?contact_name=Jan',
    '?vapi_assistant_id=',
    '?vapi_assistant_id=a%2Fb',
  ]) {
    test(`/outreach${query} says so and reports no visit`, async ({ page }) => {
      const visits = visitsOf(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await beginWithStoppedClock(page);
      await page.goto(`/outreach${query}`);
      await expect(page.getByRole('heading', { name: 'Demo není dostupné.' })).toBeVisible();
      await expect(page.getByText('Chybí konfigurace AI asistenta.')).toBeVisible();
      await expect(start(page)).toHaveCount(0);
      await page.keyboard.press('Tab');
      // Longer than a page has to be in view for a visit.
      await page.clock.runFor(5_000);
      expect(visits).toEqual([]);
      // Nor is a call fetched that nobody can make.
      const call = await page
        .locator('script[type="text/x-ahead"]')
        .evaluateAll((files) => files.map((file) => file.getAttribute('data-src')));
      expect(call.filter((file) => asked.includes(String(file)))).toEqual([]);
    });
  }
});

test.describe('the visit', () => {
  test('is noted once the page has been in view for two seconds, once per view', async ({
    page,
  }) => {
    const id = await freshProspect();
    const visits = visitsOf(page);
    await beginWithStoppedClock(page);
    await page.goto(`${named}${id}`);
    await page.clock.runFor(1_900);
    expect(visits).toEqual([]);
    expect(await visitedAt(id)).toBeNull();
    await page.clock.runFor(200);
    await expect.poll(() => visitedAt(id)).not.toBeNull();
    await page.keyboard.press('Tab');
    await page.mouse.click(5, 300);
    await page.clock.runFor(5_000);
    expect(visits).toEqual([{ vapi_assistant_id: id }]);
    await expect(banner(page)).toBeEmpty();

    const first = await visitedAt(id);
    await page.reload();
    await page.clock.runFor(2_100);
    await expect.poll(() => visitedAt(id)).not.toBe(first);
  });

  test('is noted at the first key, even when the page is left at once', async ({ page }) => {
    const id = await freshProspect();
    await page.goto(`${named}${id}`);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    await page.goto('/');
    await expect.poll(() => visitedAt(id)).not.toBeNull();
  });

  test('of a reader who only fetches the page is not noted', async ({ request }) => {
    const id = await freshProspect();
    const response = await request.get(`${named}${id}`);
    // Whatever the server does about a page, it has done once that has ended.
    await response.body();
    expect(await visitedAt(id)).toBeNull();
  });

  test('of an assistant nobody has is a warning in the console and nothing on the page', async ({
    page,
  }) => {
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
    const answered = page.waitForResponse('**/api/visit');
    await page.goto(`${named}nobody-has-this`);
    expect(await (await answered).json()).toEqual({ ok: true, tracked: false });
    expect((await warned).text()).toContain('No prospect has this assistant');
    await expect(banner(page)).toBeEmpty();
  });
});

test.describe('a visit that fails', () => {
  test.describe.configure({ mode: 'default' });
  test.use({ expectedErrors: ['/api/visit'] });
  test.afterEach(({ faulty }) => faulty.break({}));

  for (const [what, faults, status, message] of [
    ['no answer to the look-up', { GET: dropped }, 503, 'Chyba při ověřování záznamu'],
    ['a failing look-up', { GET: refused }, 500, 'Chyba při ověřování záznamu'],
    ['no answer to the update', { PATCH: dropped }, 503, 'Chyba při aktualizaci návštěvy'],
    ['a failing update', { PATCH: refused }, 500, 'Chyba při aktualizaci návštěvy'],
    ['an answer nobody expects', { GET: emptied }, 500, 'Chyba při sledování návštěvy'],
  ] as const) {
    test(`${what} is shown in the red banner, and the call still works`, async ({
      page,
      faulty,
    }) => {
      const id = await freshProspect();
      faulty.break(faults);
      const answered = page.waitForResponse('**/api/visit');
      await page.goto(`${faulty.url}/outreach?vapi_assistant_id=${id}`);
      expect((await answered).status()).toBe(status);
      await expect(banner(page)).toHaveText(message);
      expect(await visitedAt(id)).toBeNull();
      await expectAccessible(page);
      await expect(start(page)).toBeEnabled();
    });
  }

  test('no answer of our own server is shown as well, and a call can be made', async ({
    page,
    faulty,
  }) => {
    await page.route('**/api/visit', (route) => route.abort());
    await page.goto(`${faulty.url}${named}brief-cs-instant`);
    await expect(banner(page)).toHaveText('Chyba při sledování návštěvy');
    await start(page).click();
    await expect(page.getByText('Hovor probíhá').first()).toBeVisible();
  });
});

test.describe('the call', () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const narrow = viewport.width === 390;
    test(
      `goes from the greeting to the thanks in Czech at ${viewport.width} px`,
      narrow ? {} : long,
      async ({ page, faulty }) => {
        await page.setViewportSize(viewport);
        await page.goto(`${faulty.url}${named}silent-cs-instant`);
        await expect(page.getByText('Vše je připraveno').first()).toBeVisible();
        await expectCzech(page);
        await expectAccessible(page);
        await expectNoOverflow(page);

        // A live region that comes together with its contents is told by few screen readers.
        const thanksTo = page.locator('main [aria-live="polite"]:empty');
        await expect(thanksTo).toHaveCount(1);
        await expect(thanksTo).not.toHaveCSS('display', 'none');

        await start(page).click();
        await expect(page.getByText('Hovor probíhá').first()).toBeVisible();
        await expectCzech(page);
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Ukončit' }).click();

        await expect(
          page.getByRole('heading', { name: 'Děkujeme za vyzkoušení!' }),
        ).toBeInViewport();
        await expect(page.getByText('krátký 15minutový hovor')).toBeVisible();
        await expect(page.getByRole('link', { name: 'Vybrat termín' })).toHaveAttribute(
          'href',
          REPLY,
        );
        await expectCzech(page);
        await expectAccessible(page);
        await expectNoOverflow(page);
      },
    );
  }

  test('thanks also when the assistant hangs up, and starts over', async ({ page, faulty }) => {
    await page.clock.install();
    await page.goto(`${faulty.url}${named}hung-up-cs-instant`);
    await start(page).click();
    const thanks = page.getByRole('heading', { name: 'Děkujeme za vyzkoušení!' });
    await expect(thanks).toBeVisible();
    await expect(page.getByText('Vše je připraveno').first()).toBeVisible();
    // The next call is hung up when the test lets time pass.
    await stopClock(page);
    await start(page).click();
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(page.getByText('Hovor probíhá').first()).toBeVisible({ timeout: 250 });
    }).toPass();
    await expect(thanks).toHaveCount(0);
    await page.clock.resume();
    await expect(thanks).toBeVisible();
  });

  test.describe('that fails', () => {
    // The voice SDK reports to its vendor, which the policy blocks.
    test.use({ expectedErrors: ['sentry.io'], expectedViolations: ['sentry.io'] });

    test('offers the same talk, and nobody learns the name from it', async ({ page, faulty }) => {
      const told: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest()) return;
        const headers = JSON.stringify(request.headers());
        told.push(`${request.url()} ${headers} ${request.postData() ?? ''}`);
      });
      await page.goto(`${faulty.url}${named}no-room-cs-instant`);
      await start(page).click();
      await expect(page).toHaveURL(/outreach\?vapi_assistant_id=no-room-cs-instant$/);
      await expect(
        page.getByRole('heading', { name: 'Rádi vám asistenta předvedeme osobně.' }),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: 'Vybrat termín' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dobrý den, Jan Novák');
      await expectCzech(page);
      await expectAccessible(page);
      expect(told.length).toBeGreaterThan(3);
      expect(told.filter((text) => /Nov(á|%C3%A1)k|Firma/i.test(text))).toEqual([]);
    });
  });

  test('without a reply address the text stands alone', async ({ page }) => {
    await page.goto(`${named}hung-up-cs-instant`);
    await start(page).click();
    await expect(page.getByText('Dejte nám prosím vědět.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Vybrat termín|Napsat/ })).toHaveCount(0);
  });
});

test('the logo leads home, the privacy link to the Czech part', async ({ page }) => {
  await page.goto(`${named}demo-cs`);
  await expect(page.getByRole('link', { name: 'ochrana osobních údajů' })).toHaveAttribute(
    'href',
    '/privacy#cs',
  );
  await page.getByRole('link', { name: `${us.brand}, zpět na úvodní stránku` }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the longest name without a space fits a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 600 });
  await page.goto(`/outreach?contact_name=${'W'.repeat(60)}&vapi_assistant_id=demo-cs`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('WWW');
  await expectNoOverflow(page);
});

async function expectNoOverflow(page: Page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}

/** Every string of the English content, without those that are a name or the same in Czech. */
const english = (function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [];
})([en, callEn, contactCopy, errorCopy])
  .map((text) => text.trim())
  .filter((text) => /[a-z]{3}/i.test(text) && !/^[#/]/.test(text) && text !== us.brand);

/** Fails where a sentence or a label of the English content is on the page, seen or only heard. */
async function expectCzech(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('lang', 'cs');
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!parentElement?.closest('script, style, template')) found.push(textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description']) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return found.map((text) => text.trim()).filter(Boolean);
  });
  expect(texts.length).toBeGreaterThan(10);
  const left = texts.filter((text) =>
    english.some((phrase) => text === phrase || (phrase.includes(' ') && text.includes(phrase))),
  );
  expect(left).toEqual([]);
}
