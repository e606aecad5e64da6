/** @jest-environment node */
import { CLOSED_POLICY, buildSecurityHeaders } from '@/lib/server/http/security-headers';

/** The headers of the rules for these sources, later ones first to win, as Next applies them. */
const headersFor = (siteUrl: string | undefined, ...sources: string[]) =>
  Object.fromEntries(
    buildSecurityHeaders(siteUrl)
      .filter(({ source }) => sources.includes(source))
      .flatMap(({ headers }) => headers.map(({ key, value }) => [key, value] as const)),
  );

const documents = '/((?!_next/static/|fonts/|icon.svg$|manifest.webmanifest$).*)';
const permissions = Object.fromEntries(
  (headersFor(undefined, documents)['Permissions-Policy'] ?? '')
    .split(',')
    .map((rule) => rule.split('=') as [string, string]),
);

const common = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

test('every path gets the common headers', () => {
  expect(headersFor('https://example.com', '/:path*')).toEqual({
    ...common,
    'Strict-Transport-Security': 'max-age=63072000',
  });
});

test('an https site binds other hosts of its domain only where it is told to', () => {
  const hsts = 'max-age=300; includeSubDomains; preload';
  const [everywhere] = buildSecurityHeaders('https://example.com', hsts);
  expect(everywhere?.headers).toContainEqual({ key: 'Strict-Transport-Security', value: hsts });
});

test.each(['http://localhost:3000', undefined])('a site at %s does not insist on https', (url) => {
  expect(headersFor(url, '/:path*')).toStrictEqual(common);
});

test('the page whose address holds a name is for no other site, no index and no cache', () => {
  expect(headersFor(undefined, '/:path*', '/outreach/:path*')).toMatchObject({
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'private, no-store',
  });
});

test.each(['/api/:path*', '/_next/static/:path*', '/fonts/:path*'])(
  '%s, which the proxy leaves alone, may load nothing',
  (source) => {
    expect(headersFor(undefined, source)['Content-Security-Policy']).toMatch(/^default-src 'none'/);
  },
);

test('a call may use what it needs, and every other feature is off', () => {
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

test('each rule for a feature names one, so that a browser reads them all', () => {
  const names = Object.keys(permissions);
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
});

test('a font is kept for a year: a new one has another name', () => {
  expect(headersFor(undefined, '/fonts/:path*')).toMatchObject({
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
});

test('a response that is no page may load nothing and be framed by nobody', () => {
  expect(CLOSED_POLICY.split(';')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});
