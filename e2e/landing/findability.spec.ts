import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '@/__tests__/support/routes';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { openPage } from '../support/loading';
import { expect, test } from '../support/test';

const indexedPages = ['/', '/privacy'];
const hiddenPages = pagePaths.filter((path) => !indexedPages.includes(path));

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

for (const path of indexedPages) {
  test(`${path} has a title, a description and one canonical URL`, async ({ page }) => {
    const response = await page.goto(path);
    const title = await page.title();
    const description = (await readMeta(page, 'description')) ?? '';
    expect([title, description]).not.toContain('');
    for (const kind of ['og', 'twitter']) {
      expect(await readMeta(page, `${kind}:title`)).toBe(title);
      expect(await readMeta(page, `${kind}:description`)).toBe(description);
    }
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
    const addresses = [response?.url() ?? null, canonical, await readMeta(page, 'og:url')];
    const served = new URL(path, getSiteUrl()).href;
    expect(addresses.map(normalizeUrl)).toEqual([served, served, served]);
    await expect(page.locator('meta[name="robots"][content*="noindex"]')).toHaveCount(0);
  });

  test(`${path} has the same text with and without JavaScript`, async ({ page, browser }) => {
    await openPage(page, path);
    const wordsWithScript = await readWords(page);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: getSiteUrl() });
    const pageWithoutScript = await context.newPage();
    await pageWithoutScript.goto(path);
    expect(wordsWithScript.length).toBeGreaterThan(2_000);
    expect(await readWords(pageWithoutScript)).toBe(wordsWithScript);
    await context.close();
  });
}

test('the sitemap lists the public pages with a past date; others say noindex', async ({
  page,
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${getSiteUrl()}/sitemap.xml`);
  expect(robots.match(/^Disallow: .*$/gm)).toEqual(['Disallow: /api/']);
  const entries = await fetchSitemap(request);
  expect(entries.map(({ url }) => new URL(url).pathname)).toEqual(indexedPages);
  for (const { url, date } of entries) {
    expect(new URL(url).origin).toBe(getSiteUrl());
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
  }
  for (const path of hiddenPages) {
    await page.goto(path);
    expect(await readMeta(page, 'robots'), path).toContain('noindex');
  }
});

test('the social card and every icon exist in their size', async ({ page, request }) => {
  await page.goto('/');
  expect(await readMeta(page, 'twitter:card')).toBe('summary_large_image');
  const pictures: { src: string; sizes: string }[] = [];
  for (const kind of ['og', 'twitter']) {
    const src = (await readMeta(page, `${kind}:image`)) ?? '';
    expect(src.startsWith(`${getSiteUrl()}/`)).toBe(true);
    expect(await readMeta(page, `${kind}:image:alt`)).toContain(site.brand);
    pictures.push({ src, sizes: '1200x630' });
  }
  for (const rel of ['icon', 'apple-touch-icon']) {
    const icon = page.locator(`link[rel="${rel}"]`);
    const [src, sizes] = [await icon.getAttribute('href'), await icon.getAttribute('sizes')];
    pictures.push({ src: src ?? '', sizes: sizes ?? '' });
  }
  const manifestPath = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await request.get(manifestPath ?? '')).json()) as {
    icons: typeof pictures;
  };
  expect(manifest.icons.length).toBeGreaterThanOrEqual(2);
  for (const { src, sizes } of [...pictures, ...manifest.icons]) {
    const size = await page.evaluate(async (address) => {
      const { pathname } = new URL(address, location.href);
      const image = Object.assign(new Image(), { src: pathname });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect(size, src).toBe(sizes);
  }
});

test('the structured data is one graph of sentences from the page', async ({ page }) => {
  await page.goto('/');
  const source = (await page.locator('script[type="application/ld+json"]').textContent()) ?? '';
  const graph = (JSON.parse(source) as { '@graph': Record<string, unknown>[] })['@graph'];
  expect(graph.map((node) => node['@type'])).toEqual([
    ...['Organization', 'WebSite'],
    ...en.services.cards.map(() => 'Service'),
    'Service',
  ]);
  const ids = graph.map((node) => node['@id']);
  const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
  JSON.stringify(graph, (key, value: unknown) => {
    if (['name', 'description', 'headline', 'slogan'].includes(key)) expect(text).toContain(value);
    if (key === '@id') expect(ids, 'a reference inside the graph').toContain(value);
    return value;
  });
});

test('every page has a unique title, valid headings and no broken link', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 404');
  const titles: string[] = [];
  for (const path of [...pagePaths, '/no-such-page']) {
    await page.goto(path);
    titles.push(await page.title());
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))));
    expect([levels[0], levels.lastIndexOf(1)], path).toEqual([1, 0]);
    for (const [index, level] of levels.entries())
      expect(level, `${path}, heading ${index + 1}`).toBeLessThanOrEqual(
        (levels[index - 1] ?? 0) + 1,
      );
    const links = await page
      .locator('a[href]:not([href^="mailto:"], [href^="tel:"])')
      .evaluateAll((anchors) => (anchors as HTMLAnchorElement[]).map((anchor) => anchor.href));
    expect(links.length).toBeGreaterThan(0);
    for (const link of new Set(links)) {
      const { origin, pathname, search, hash } = new URL(link);
      expect(origin, link).toBe(getSiteUrl());
      const response = await request.get(pathname + search);
      expect(response.status(), link).toBe(200);
      if (hash) expect(await response.text(), link).toContain(`id="${hash.slice(1)}"`);
    }
  }
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).not.toContain('');
});

/**
 * Reads all words of the document, dialogs included, but not the text for browsers without script
 * and what search engines are told not to quote.
 */
const readWords = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const copy = body.cloneNode(true) as HTMLElement;
    for (const node of copy.querySelectorAll('script, noscript, style, [data-nosnippet]'))
      node.remove();
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
  });
