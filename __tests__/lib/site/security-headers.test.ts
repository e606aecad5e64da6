import {
  buildContentSecurityPolicy,
  buildSecurityHeaders,
  CLOSED_POLICY,
  listScriptHashes,
  PERMISSIONS_POLICY,
  type VoiceSettings,
} from '@/lib/site/security-headers';

/** Merges the headers of the rules for these sources as Next does: later rules win. */
const listHeaders = (siteUrl: string | undefined, ...sources: string[]) =>
  Object.fromEntries(
    buildSecurityHeaders(siteUrl)
      .filter(({ source }) => sources.includes(source))
      .flatMap(({ headers }) => headers.map(({ key, value }) => [key, value] as const)),
  );

const common = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

test('sets the common headers on every path, and HSTS on a site with https', () => {
  const hsts = { 'Strict-Transport-Security': 'max-age=63072000' };
  expect(listHeaders('https://example.com', '/:path*')).toEqual({ ...common, ...hsts });
  for (const url of ['http://localhost:3000', undefined])
    expect(listHeaders(url, '/:path*')).toStrictEqual(common);
});

test('takes the HSTS rule from the settings', () => {
  const hsts = 'max-age=300; includeSubDomains; preload';
  const [everywhere] = buildSecurityHeaders('https://example.com', hsts);
  expect(everywhere?.headers).toContainEqual({ key: 'Strict-Transport-Security', value: hsts });
});

test.each(['/outreach/:path*', '/o/:path*'])('hides %s from referrers, indexes, caches', (path) => {
  expect(listHeaders(undefined, '/:path*', path)).toMatchObject({
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'private, no-store',
  });
});

test.each(['/api/visit', '/_next/static/a.js'])(
  'lets %s load nothing and not be framed',
  (path) => {
    const policies = buildSecurityHeaders(undefined)
      .filter(({ source }) => new RegExp(`^${source}$`).test(path))
      .flatMap(({ headers }) => headers.filter(({ key }) => key === 'Content-Security-Policy'));
    expect(policies.map(({ value }) => value)).toEqual([CLOSED_POLICY]);
    expect(CLOSED_POLICY).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
  },
);

test('allows the features of a call only', () => {
  const rules = PERMISSIONS_POLICY.split(',');
  expect(rules.filter((rule) => !rule.endsWith('=()'))).toEqual([
    ...['microphone=(self)', 'autoplay=(self)', 'speaker-selection=(self)'],
    ...['screen-wake-lock=(self)', 'clipboard-write=(self)'],
  ]);
  expect(rules).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'payment=()']));
  // Browsers ignore a rule with two features.
  expect(rules.filter((rule) => !/^[a-z]+(-[a-z]+)*=\(\w*\)$/.test(rule))).toEqual([]);
});

test('caches fonts, whose names are unique, for a year', () => {
  expect(listHeaders(undefined, '/fonts/:path*')).toMatchObject({
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
});

const HOSTED_SCRIPTS = ['https://c.daily.co', 'blob:', "'wasm-unsafe-eval'"];
const HOSTED_SERVERS = ['https://*.daily.co', 'wss://*.wss.daily.co'];
const OWN = 'http://127.0.0.1:4500';
const ownMachine = { VAPI_CALL_MACHINE_URL: `${OWN}/machine.js?v=1#; default-src *` };

test.each<[string, VoiceSettings, scripts: string[], servers: string[]]>([
  ['neither key', ownMachine, [], []],
  ['a private key alone', { VAPI_PRIVATE_KEY: 'key', ...ownMachine }, [], []],
  ['an organization alone', { VAPI_ORG_ID: 'org', ...ownMachine }, [], []],
  ['a public key', { VAPI_PUBLIC_KEY: "k; script-src 'none'" }, HOSTED_SCRIPTS, HOSTED_SERVERS],
  [
    'a private key and its organization',
    { VAPI_PRIVATE_KEY: 'key', VAPI_ORG_ID: 'org' },
    HOSTED_SCRIPTS,
    HOSTED_SERVERS,
  ],
  ['our own call machine', { VAPI_PUBLIC_KEY: 'key', ...ownMachine }, [OWN], [OWN]],
])('with %s, a page loads only what it needs', (_what, voice, scripts, servers) => {
  expect(buildContentSecurityPolicy(['sha256-AAA=', 'nonce-bm9uY2U='], voice).split(';')).toEqual([
    "default-src 'none'",
    ["script-src 'self' 'sha256-AAA=' 'nonce-bm9uY2U='", ...scripts].join(' '),
    ...["style-src 'self'", "img-src 'self'", "media-src 'self'", "font-src 'self'"],
    ["connect-src 'self'", ...servers].join(' '),
    ...["manifest-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"],
    "frame-ancestors 'none'",
  ]);
});

test('a page runs its own inline scripts, and an unknown one those of the error pages', () => {
  const createPage = (hash: string) => ({ sha256: '', inlineScripts: [hash] });
  const pages = {
    '/': createPage('sha256-home'),
    '/_not-found': createPage('sha256-lost'),
    '/_global-error': createPage('sha256-fault'),
  };
  expect(listScriptHashes('/', 'page', pages)).toEqual(['sha256-home']);
  for (const path of ['/contact', '/unknown', '/_not-found', '/constructor', '__proto__'])
    expect(listScriptHashes(path, path === '/contact' ? 'route' : undefined, pages)).toEqual([
      'sha256-lost',
      'sha256-fault',
    ]);
});
