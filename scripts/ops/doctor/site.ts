import * as z from 'zod';
import { site } from '@/lib/content/site';
import { LANGUAGE_CODES } from '@/lib/language';
import { signSettings } from '@/lib/server/site-report';
import { isLoopback } from '@/lib/settings/rules';
import { hashContent } from '@/lib/site/files';
import {
  type Check,
  failed,
  ok,
  type Outcome,
  parseAnswer,
  skipped,
  warning,
  type World,
} from './check';

async function checkSite({ settings: { SITE_URL }, fetchPage }: World): Promise<Outcome> {
  const { protocol, hostname } = new URL(SITE_URL);
  if (protocol === 'http:' && !isLoopback(hostname))
    return failed(
      'SITE_URL is http: no browser gives a microphone to such a page',
      'Put TLS in front of the site, set SITE_URL to https://… and build again.',
    );
  const { status, headers } = await fetchPage('/');
  if (status === 200 && headers.get('content-type')?.startsWith('text/html'))
    return ok(`${SITE_URL} answers`);
  const target = headers.get('location');
  return failed(
    `${SITE_URL} answers ${status}${target ? ` to ${target}` : ''}`,
    target
      ? 'Set SITE_URL to the address that visitors end at, and build again.'
      : 'See the log of the site, and the proxy in front of it.',
  );
}

const reportSchema = z.object({
  ready: z.boolean(),
  settings: z.record(z.string(), z.string()),
  page: z.object({ sha256: z.string(), policy: z.string() }).nullable(),
});
async function readReport({ fetchPage }: World) {
  const answer = await fetchPage('/api/doctor');
  return { status: answer.status, report: parseAnswer(reportSchema, answer) };
}

async function checkSameSettings(world: World): Promise<Outcome> {
  const { status, report } = await readReport(world);
  if (!report)
    return failed(
      `the site tells this command nothing (${status})`,
      'Give it the site’s SUPABASE_SECRET_KEY (401), or run it in a clone of what was deployed.',
    );
  if (!report.ready) return failed('the site does not reach its database', 'Its log says why.');
  const digests = Object.entries(signSettings(world.settings));
  const others = digests.filter(([name, digest]) => report.settings[name] !== digest);
  if (others.length === 0) return ok('the site has those of this command, and its database');
  return warning(
    `the site has another ${others.map(([name]) => name).join(', ')} than this command`,
    'Lines that depend on these are about the settings of this command.',
  );
}

const SCRIPT = /<script\b[^>]*src="(\/[^"]*\.js\b[^"]*)"/g;

/** Finds what something between the site and this command has changed or lost. */
async function checkPages(world: World): Promise<Outcome> {
  const built = (await readReport(world)).report?.page;
  if (!built) return skipped('the development server has no build');
  const landing = await world.fetchPage('/');
  const personal = await world.fetchPage('/outreach');
  const caching = landing.headers.get('cache-control') ?? 'none';
  const personalCaching = personal.headers.get('cache-control') ?? 'none';
  // A CDN may keep the page, because it can be purged; a browser may not.
  const isCachedRightly = /^(?!.*(no-store|private)).*(s-maxage=\d|max-age=0)/.test(caching);
  const tags = (landing.text + personal.text).matchAll(SCRIPT);
  const scripts = new Set(Array.from(tags, ([, path = '']) => path));
  const lost = Array.from(scripts, async (path) => {
    const { status, headers } = await world.fetchPage(path);
    const isLoaded = status === 200 && headers.get('content-type')?.includes('javascript');
    return !isLoaded && `${path} (${status})`;
  });
  const changes = [
    hashContent(landing.text) !== built.sha256 && 'the page at /',
    landing.headers.get('content-security-policy') !== built.policy && 'the policy of /',
    !isCachedRightly && `Cache-Control of / (${caching})`,
    !personalCaching.includes('no-store') && `Cache-Control of /outreach (${personalCaching})`,
    ...(await Promise.all(lost)),
  ].filter(Boolean);
  if (changes.length === 0) return ok('/ arrives as it was built, and all scripts load');
  return failed(
    `not as the site sends it: ${changes.join(', ')}`,
    'Purge the CDN, which may keep an earlier build, and deploy the whole output of the build. ' +
      'Switch off what changes pages (minifying, injected scripts) or headers.',
  );
}

const configSchema = z.object({
  configured: z.boolean(),
  refusal: z.string().nullish(),
  maxSeconds: z.number().default(0),
  assistantId: z.string().nullish(),
});

export const readCallConfig = async ({ fetchPage }: World) =>
  parseAnswer(configSchema, await fetchPage('/api/call'));

async function checkCalls(world: World): Promise<Outcome> {
  const answer = await world.fetchPage('/api/call');
  const config = parseAnswer(configSchema, answer);
  if (!config)
    return failed(
      `the site tells no page whether calls are on (${answer.status})`,
      'Is SITE_URL the address that the site was built for? Its log says more.',
    );
  const { configured, assistantId, refusal, maxSeconds } = config;
  if (!configured || !assistantId)
    return warning(
      'off: the site has no keys of the provider, or no assistant for the landing page',
      'Set VAPI_PRIVATE_KEY, VAPI_ORG_ID and VAPI_ASSISTANT_ID, if visitors are to call.',
    );
  if (!refusal) return ok(`on, for at most ${maxSeconds} s each`);
  return warning(
    `the site refuses them now (${refusal})`,
    'calls_off: somebody has switched them off. calls_spent: a budget is used up (docs/ops.md).',
  );
}

const PATHS = ['/', '/privacy', ...LANGUAGE_CODES.map((code) => `/outreach?lang=${code}`)];
/** An address at a domain that RFC 2606 reserves for examples. */
const PLACEHOLDER = /[\w.+-]+@(?:[\w-]+\.)*example(?:\.(?:com|net|org))?(?![\w-]|\.\w)/gi;
const DELIVERED_BRAND = 'Callwright AI';
/** Delivered claims that cost most if they don't hold (docs/make-it-yours.md has all). */
const CLAIMS = /HIPAA|GDPR|99[.,]9 ?%|24\/7|24hr|within 24 hours|100% free|No spam|30-day/gi;

async function checkLeftovers({ fetchPage }: World): Promise<Outcome> {
  const pages = await Promise.all(PATHS.map(async (path) => (await fetchPage(path)).text));
  return judgeLeftovers(pages.join('\n'));
}

/** Judges what in pages is still as it was delivered. */
export function judgeLeftovers(
  html: string,
  facts = { brand: site.brand, address: site.controller.address },
): Outcome {
  const text = html.replaceAll('\u00a0', ' ');
  const mails = new Set(text.match(PLACEHOLDER));
  const claims = new Set(text.match(CLAIMS));
  const findings = [
    ...Array.from(mails, (mail) => `the placeholder ${mail}`),
    !facts.address.trim() && 'no address of the company (site.ts)',
    facts.brand !== DELIVERED_BRAND &&
      text.includes(DELIVERED_BRAND) &&
      `the name ${DELIVERED_BRAND}`,
    claims.size > 0 && `delivered claims: ${[...claims].join(', ')}`,
  ].filter(Boolean);
  if (findings.length === 0) return ok(`none in ${PATHS.join(', ')}`);
  return warning(
    findings.join('; '),
    'docs/make-it-yours.md says where each is, and what a claim needs to be kept.',
  );
}

export const siteChecks: Check[] = [
  { name: 'site', needs: ['settings'], run: checkSite },
  { name: 'same settings', needs: ['site'], run: checkSameSettings },
  { name: 'pages', needs: ['same settings'], run: checkPages },
  { name: 'calls', needs: ['site'], run: checkCalls },
  { name: 'leftovers', needs: ['site'], run: checkLeftovers },
];
