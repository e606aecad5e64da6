/** @jest-environment node */
import { CLOSED_POLICY, buildSecurityHeaders } from '@/lib/site/security-headers';

/** Merges the headers of the rules for these sources as Next does: later rules win. */
const listHeaders = (siteUrl: string | undefined, ...sources: string[]) =>
  Object.fromEntries(
    buildSecurityHeaders(siteUrl)
      .filter(({ source }) => sources.includes(source))
      .flatMap(({ headers }) => headers.map(({ key, value }) => [key, value] as const)),
  );

const documents = '/((?!api/|_next/static/|fonts/|icon.svg$|manifest.webmanifest$).*)';
const permissions = Object.fromEntries(
  (listHeaders(undefined, documents)['Permissions-Policy'] ?? '')
    .split(',')
    .map((rule) => rule.split('=') as [string, string]),
);

const common = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

test('sets the common headers on every path', () => {
  expect(listHeaders('https://example.com', '/:path*')).toEqual({
    ...common,
    'Strict-Transport-Security': 'max-age=63072000',
  });
});

test('takes the HSTS rule from the settings', () => {
  const hsts = 'max-age=300; includeSubDomains; preload';
  const [everywhere] = buildSecurityHeaders('https://example.com', hsts);
  expect(everywhere?.headers).toContainEqual({ key: 'Strict-Transport-Security', value: hsts });
});

test.each(['http://localhost:3000', undefined])('sets no HSTS on a site at %s', (url) => {
  expect(listHeaders(url, '/:path*')).toStrictEqual(common);
});

test('hides the personal page from referrers, indexes and caches', () => {
  expect(listHeaders(undefined, '/:path*', '/outreach/:path*')).toMatchObject({
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'private, no-store',
  });
});

test.each(['/api/visit', '/_next/static/a.js', '/fonts/a.woff2', '/icon-192.png', '/robots.txt'])(
  'lets %s, which is no page, load nothing',
  (path) => {
    const policies = buildSecurityHeaders(undefined)
      .filter(({ source }) => new RegExp(`^${source}$`).test(path))
      .flatMap(({ headers }) => headers.filter(({ key }) => key === 'Content-Security-Policy'));
    expect(policies.map(({ value }) => value)).toEqual([CLOSED_POLICY]);
  },
);

test('allows the features of a call only', () => {
  const {
    microphone,
    autoplay,
    'speaker-selection': speaker,
    'screen-wake-lock': screen,
    'clipboard-write': clipboard,
    ...others
  } = permissions;
  expect(new Set([microphone, autoplay, speaker, screen, clipboard])).toEqual(new Set(['(self)']));
  expect(new Set(Object.values(others))).toEqual(new Set(['()']));
  for (const feature of ['camera', 'geolocation', 'payment', 'usb', 'display-capture']) {
    expect(others).toHaveProperty(feature);
  }
});

test('names one feature per rule, as browsers require', () => {
  const names = Object.keys(permissions);
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
});

test('caches fonts, whose names are unique, for a year', () => {
  expect(listHeaders(undefined, '/fonts/:path*')).toMatchObject({
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
});

test('lets a response that is not a page load nothing and not be framed', () => {
  expect(CLOSED_POLICY.split(';')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});
