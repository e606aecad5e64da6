import { buildContentSecurityPolicy } from '@/lib/site/content-security-policy';
import type { Env } from '@/lib/server/env';
import { buildSecurityHeaders } from '@/lib/site/security-headers';
import { hashInlineScripts } from '@/lib/site/inline-script-hashes';
import type { FetchedResponse } from '../http-request';
import { failed, ok } from '../check';
import { createCheck } from '../probes';

const PATHS = ['/', '/outreach', '/api/health'];
const POLICY = 'content-security-policy';
/** Headers that other checks cover. */
const CHECKED_ELSEWHERE = new Set(['cache-control', POLICY]);

/** Returns the headers that `next.config.ts` sets for a path; later rules win. */
function getExpectedHeaders(path: string, { SITE_URL, HSTS }: Env): Map<string, string> {
  const rules = buildSecurityHeaders(SITE_URL, HSTS).filter(({ source }) =>
    new RegExp(`^${source.replace('/:path*', '(?:/.*)?')}$`).test(path),
  );
  return new Map(
    rules.flatMap(({ headers }) => headers.map(({ key, value }) => [key.toLowerCase(), value])),
  );
}

const headers = createCheck('headers', ['site'], async ({ settings, fetchPage }) => {
  const asset = findAsset(await fetchPage('/'));
  const differing = await Promise.all(
    [...PATHS, asset].map(async (path) => {
      const sent = (await fetchPage(path)).headers;
      const expected = [...getExpectedHeaders(path, settings)];
      return expected
        .filter(([name]) => !CHECKED_ELSEWHERE.has(name))
        .filter(([name, value]) => sent.get(name) !== value)
        .map(([name]) => `${name} of ${path} ${sent.has(name) ? 'differs' : 'is missing'}`);
    }),
  );
  const deviations = differing.flat();
  if (deviations.length === 0) return ok('all security headers are as expected');
  return failed(
    deviations.join(', '),
    'The proxy or CDN in front changes headers: have it pass them on, and add none of these.',
  );
});

/** Finds a file with a digest in its name that the page loads. */
export const findAsset = ({ text }: FetchedResponse) =>
  /\/_next\/static\/[^"'\\\s?]+/.exec(text)?.[0] ?? '';

type Policy = Map<string, Set<string>>;

function parsePolicy(text: string): Policy {
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.map(([name = '', ...sources]) => [name, new Set(sources)]));
}

const isHashOrNonce = (source: string) => /^'(sha\d+|nonce)-/.test(source);

/** Lists what the sent policy lacks or allows in addition, without hashes and nonces. */
function comparePolicies(sent: Policy, expected: Policy): string[] {
  const names = new Set([...sent.keys(), ...expected.keys()]);
  return [...names].flatMap((name) => {
    const [sentSources, expectedSources] = [sent, expected].map((policy) => [
      ...(policy.get(name) ?? []),
    ]);
    const listOnlyIn = (these: string[] = [], those: string[] = []) =>
      these.filter((source) => !isHashOrNonce(source) && !those.includes(source));
    if (!sent.has(name)) return [`${name} is missing`];
    return [
      ...listOnlyIn(expectedSources, sentSources).map((source) => `${name} lacks ${source}`),
      ...listOnlyIn(sentSources, expectedSources).map((source) => `${name} allows ${source}`),
    ];
  });
}

/**
 * `buildContentSecurityPolicy` has all hosts that the pinned SDK contacts (docs/sdk-contract.md).
 */
const policy = createCheck('policy', ['site'], async ({ settings, fetchPage }) => {
  const expected = parsePolicy(buildContentSecurityPolicy({ hashes: [] }, settings));
  const [landing, personal] = await Promise.all([fetchPage('/'), fetchPage('/outreach')]);
  const sent = [landing, personal].map((each) => parsePolicy(each.headers.get(POLICY) ?? ''));
  const deviations = new Set(sent.flatMap((each) => comparePolicies(each, expected)));
  const todo =
    'Have the proxy or CDN pass the policy on; ' +
    'after a change of a VAPI_… setting restart the site and purge the CDN.';
  if (deviations.size > 0) return failed([...deviations].join(', '), todo);
  const allowed = sent[0]?.get('script-src');
  if (!hashInlineScripts(landing.text).every((hash) => allowed?.has(`'${hash}'`)))
    return failed(
      'it blocks a script that is in the landing page',
      'Something in front changes the page (minifying, injected scripts): switch that off.',
    );
  const sources = new Set([...expected.values()].flatMap((each) => [...each]));
  const hosts = [...sources].filter((source) => source.includes('://'));
  return ok(`allows ${['our own', ...hosts].join(', ')} and no other host`);
});

export const headerChecks = [headers, policy];
