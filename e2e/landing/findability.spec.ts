import type { APIRequestContext, Page } from '@playwright/test';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { hasReactRoot } from '../support/loading';
import { expect, test } from '../support/test';

const indexedPages = [{ path: '/' }, { path: '/privacy' }];
const hiddenPages = ['/contact', '/outreach?contact_name=Jana&vapi_assistant_id=demo'];

const getSiteUrl = () => process.env.E2E_SITE_URL ?? '';
const normalizeUrl = (address: string | null) => new URL(address ?? 'missing:').href;
const readMeta = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');

async function fetchSitemap(request: APIRequestContext) {
  const xml = await (await request.get('/sitemap.xml')).text();
  return [...xml.matchAll(/<url>\s*<loc>(.*?)<\/loc>\s*<lastmod>(.*?)<\/lastmod>\s*<\/url>/g)].map(
    ([, url = '', date = '']) => ({ url, date }),
  );
}

for (const { path } of indexedPages) {
  test(`${path} has a title, a description and one canonical URL`, async ({ page, request }) => {
    const response = await page.goto(path);
    const title = await page.title();
    const description = (await readMeta(page, 'description')) ?? '';
    expect([title, description]).not.toContain('');
    for (const kind of ['og', 'twitter']) {
      expect(await readMeta(page, `${kind}:title`)).toBe(title);
      expect(await readMeta(page, `${kind}:description`)).toBe(description);
    }

    const served = new URL(path, getSiteUrl()).href;
    expect(response?.url()).toBe(served);
    const canonical = page.locator('link[rel="canonical"]');
    expect(normalizeUrl(await canonical.getAttribute('href'))).toBe(served);
    expect(normalizeUrl(await readMeta(page, 'og:url'))).toBe(served);
    expect((await fetchSitemap(request)).map(({ url }) => normalizeUrl(url))).toContain(served);
    await expect(page.locator('meta[name="robots"][content*="noindex"]')).toHaveCount(0);
  });
}

for (const path of hiddenPages) {
  test(`${path} is noindex, crawlable and not in the sitemap`, async ({ page, request }) => {
    await page.goto(path);
    expect(await readMeta(page, 'robots')).toContain('noindex');
    const robots = await (await request.get('/robots.txt')).text();
    const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = '']) => rule);
    expect(closed).toEqual(['/api/']);
    expect(
      (await fetchSitemap(request)).some(({ url }) => new URL(url).pathname === path.split('?')[0]),
    ).toBe(false);
  });
}

test('robots.txt links the sitemap, which lists each page with a past date', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${getSiteUrl()}/sitemap.xml`);
  const entries = await fetchSitemap(request);
  expect(entries.map(({ url }) => new URL(url).pathname)).toEqual(
    indexedPages.map(({ path }) => path),
  );
  for (const { date } of entries) {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
  }
});

test('the social card has an image of 1200 × 630 with alternative text', async ({ page }) => {
  await page.goto('/');
  expect(await readMeta(page, 'twitter:card')).toBe('summary_large_image');
  for (const kind of ['og', 'twitter']) {
    const address = (await readMeta(page, `${kind}:image`)) ?? '';
    expect(address.startsWith(`${getSiteUrl()}/`)).toBe(true);
    expect(await readMeta(page, `${kind}:image:alt`)).toContain(site.brand);
    const { width, height } = await measureSize(page, address);
    expect([width, height]).toEqual([1200, 630]);
  }
});

test('every icon of the page and the manifest exists in its declared size', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const icons = await page.locator('link[rel*="icon"]').evaluateAll((links) =>
    (links as HTMLLinkElement[]).map((link) => ({
      rel: link.rel,
      src: link.getAttribute('href') ?? '',
      sizes: link.getAttribute('sizes') ?? '',
    })),
  );
  expect(icons.map(({ rel }) => rel).sort()).toEqual(['apple-touch-icon', 'icon']);
  const manifestPath = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await request.get(manifestPath ?? '')).json()) as {
    start_url: string;
    icons: typeof icons;
  };
  expect((await request.get(manifest.start_url)).status()).toBe(200);
  expect(manifest.icons.length).toBeGreaterThanOrEqual(2);
  for (const { src, sizes } of [...icons, ...manifest.icons]) {
    expect((await request.get(src)).status(), src).toBe(200);
    const { width, height } = await measureSize(page, src);
    if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes);
  }
});

test('the structured data is one graph of sentences from the page', async ({ page }) => {
  await page.goto('/');
  const block = page.locator('script[type="application/ld+json"]');
  await expect(block).toHaveCount(1);
  const source = (await block.textContent()) ?? '';
  expect(source).not.toContain('<');
  const graph = JSON.parse(source) as { '@graph': Record<string, unknown>[] };
  expect(graph['@graph'].map((node) => node['@type'])).toEqual([
    'Organization',
    'WebSite',
    'WebPage',
    ...en.services.cards.map(() => 'Service'),
    'Service',
  ]);
  const ids = new Set(graph['@graph'].map((node) => node['@id']));
  const text = await readVisibleText(page);
  visitValues(graph['@graph'], (key, value) => {
    if (['name', 'description', 'headline', 'slogan'].includes(key)) expect(text).toContain(value);
    if (key === '@id') expect(ids, 'a reference inside the graph').toContain(value);
  });
});

for (const { path } of indexedPages) {
  test(`${path} has the same text with and without JavaScript`, async ({ page, browser }) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect.poll(() => hasReactRoot(page)).toBe(true);
    const wordsWithScript = await readWords(page);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: getSiteUrl() });
    const pageWithoutScript = await context.newPage();
    await pageWithoutScript.goto(path);
    expect(wordsWithScript.length).toBeGreaterThan(2_000);
    expect(await readWords(pageWithoutScript)).toBe(wordsWithScript);
    await context.close();
  });
}

test('every page has a unique title, valid headings and no broken link', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 404');
  const titles: string[] = [];
  for (const path of [
    ...indexedPages.map((entry) => entry.path),
    ...hiddenPages,
    '/no-such-page',
  ]) {
    await page.goto(path);
    titles.push(await page.title());

    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))));
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    expect(levels[0], path).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level, `${path}, heading ${index + 1}`).toBeLessThanOrEqual(
        (levels[index - 1] ?? 0) + 1,
      );

    const links = await page
      .locator('a[href]')
      .evaluateAll((anchors) => (anchors as HTMLAnchorElement[]).map((anchor) => anchor.href));
    expect(links.length).toBeGreaterThan(0);
    for (const link of new Set(links)) {
      const target = new URL(link);
      if (['mailto:', 'tel:'].includes(target.protocol)) continue;
      expect(target.origin, link).toBe(getSiteUrl());
      const response = await request.get(target.pathname + target.search);
      expect(response.status(), link).toBe(200);
      const id = target.hash.slice(1);
      if (id) expect(await response.text(), link).toContain(`id="${id}"`);
    }
  }
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).not.toContain('');
});

const measureSize = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src: new URL(src, location.href).pathname });
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  }, address);

const readVisibleText = async (page: Page) =>
  (await page.locator('body').innerText()).replace(/\s+/g, ' ');

/**
 * Reads all words of the document, dialogs included, but not the text for browsers without script
 * and what search engines are told not to quote.
 */
const readWords = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const copy = body.cloneNode(true) as HTMLElement;
    for (const node of copy.querySelectorAll('script, noscript, style, [data-nosnippet]')) {
      node.remove();
    }
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
  });

function visitValues(value: unknown, visit: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    visit(key, child);
    visitValues(child, visit);
  }
}
