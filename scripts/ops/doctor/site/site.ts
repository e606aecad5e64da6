import { LANGUAGE_CODES } from '@/lib/language';
import { failed, ok } from '../check';
import { createCheck } from '../probes';

const BUILD_AGAIN = 'Build with this SITE_URL, deploy the whole output, purge the CDN.';

const siteReachable = createCheck('site', ['TLS'], async ({ settings, fetchPage }) => {
  const { status, headers } = await fetchPage('/');
  if (status === 200 && headers.get('content-type')?.startsWith('text/html'))
    return ok(`${settings.SITE_URL} answers`);
  const redirectTarget = headers.get('location');
  return failed(
    `${settings.SITE_URL} answers ${status}${redirectTarget ? ` to ${redirectTarget}` : ''}`,
    redirectTarget
      ? 'Set SITE_URL to the address that visitors end at, and build again.'
      : 'See the log of the site, and the proxy in front of it.',
  );
});

const canonical = createCheck('canonical', ['site'], async ({ settings, fetchPage }) => {
  const [tag = ''] = /<link\b[^>]*\brel="canonical"[^>]*>/.exec((await fetchPage('/')).text) ?? [];
  const [, href = 'nothing'] = /\bhref="([^"]*)"/.exec(tag) ?? [];
  if (href === settings.SITE_URL || href === `${settings.SITE_URL}/`) return ok(href);
  return failed(`the canonical link is ${href}, not ${settings.SITE_URL}`, BUILD_AGAIN);
});

const robots = createCheck('robots', ['site'], async ({ settings, fetchPage }) => {
  const [{ status, text }, landing] = [await fetchPage('/robots.txt'), await fetchPage('/')];
  const lines = text.split('\n').map((line) => line.trim());
  const hasNoIndex =
    /noindex/i.test(landing.headers.get('x-robots-tag') ?? '') ||
    /<meta name="robots"[^>]*noindex/i.test(landing.text);
  const todo =
    'Check the settings of the host: previews and password pages are hidden from search engines.';
  if (hasNoIndex) return failed('the landing page says noindex', todo);
  if (lines.some((line) => /^disallow:\s*\/$/i.test(line)))
    return failed('robots.txt closes the whole site', todo);
  if (!lines.includes(`Sitemap: ${settings.SITE_URL}/sitemap.xml`))
    return failed(`robots.txt (${status}) names no sitemap of ${settings.SITE_URL}`, BUILD_AGAIN);
  return ok('open, and it names the sitemap');
});

const sitemap = createCheck('sitemap', ['site'], async ({ settings, fetchPage }) => {
  const { status, text } = await fetchPage('/sitemap.xml');
  const listed = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  const foreign = listed.filter((address) => !address?.startsWith(`${settings.SITE_URL}/`));
  if (listed.length > 0 && foreign.length === 0) return ok(`${listed.length} pages`);
  return failed(`it lists ${foreign.join(', ') || `nothing (${status})`}`, BUILD_AGAIN);
});

const languages = createCheck('languages', ['site'], async ({ fetchPage }) => {
  const wrong = await Promise.all(
    LANGUAGE_CODES.map(async (language) => {
      const path = `/outreach?lang=${language}`;
      const { status, text } = await fetchPage(path);
      const [, found = `no language (${status})`] = /<html lang="([^"]*)"/.exec(text) ?? [];
      return found === language ? [] : [`${path} has ${found}`];
    }),
  );
  if (wrong.flat().length === 0) return ok(`personal pages in ${LANGUAGE_CODES.join(', ')}`);
  return failed(
    wrong.flat().join(', '),
    'Have the proxy or CDN pass the query on, and keep no personal page.',
  );
});

// The site asks the database, too.
const health = createCheck('health', ['site', 'database'], async ({ fetchPage }) => {
  const { status, text } = await fetchPage('/api/health?ready');
  if (status === 200 && text.includes('true')) return ok('ready');
  return failed(
    `/api/health?ready answers ${status}`,
    'The site does not reach the database that this command does: compare its settings.',
  );
});

export const siteChecks = [siteReachable, canonical, robots, sitemap, languages, health];
