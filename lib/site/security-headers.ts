import { DEFAULT_HSTS } from '../settings/settings';

/** The policy of responses that are not pages. */
export const CLOSED_POLICY =
  "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** Personal addresses hold a name: this keeps them from other sites, indexes and caches. */
export const PERSONAL_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'private, no-store',
};

// The last two keep the screen on during a call, and copy the link for another browser.
const ALLOWED_FEATURES = 'microphone autoplay speaker-selection screen-wake-lock clipboard-write';
// https://www.w3.org/TR/permissions-registry/
/** The other features that a browser asks the visitor for, or that reach devices. */
const DENIED_FEATURES = `
  accelerometer camera captured-surface-control clipboard-read compute-pressure display-capture
  geolocation gyroscope hid idle-detection local-fonts local-network local-network-access
  loopback-network magnetometer midi payment serial storage-access usb window-management
  xr-spatial-tracking`;

const allowFeatures = (names: string, allowlist: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${name}=${allowlist}`);

/** Paths without pages: for these, proxy.ts sets no policy. */
const PATHS_WITHOUT_PAGES = [
  '/api/:path*',
  '/_next/static/:path*',
  '/fonts/:path*',
  '/(.*\\.(?:jpg|png|svg|ico|txt|xml|webmanifest))',
];

/** For next.config.ts, where later rules win; proxy.ts adds the policy. Only https sends HSTS. */
export function buildSecurityHeaders(siteUrl: string | undefined, hsts = DEFAULT_HSTS) {
  return [
    createRule('/:path*', {
      ...(siteUrl?.startsWith('https:') && { 'Strict-Transport-Security': hsts }),
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      // With no-referrer, a plain form post would carry `Origin: null` and be refused.
      'Referrer-Policy': 'strict-origin-when-cross-origin',
    }),
    // It takes 1 KB and matters for documents only. The files of the first paint go without, and so
    // does the API, whose redirect needs the place for a cookie.
    createRule('/((?!api/|_next/static/|fonts/|icon.svg$|manifest.webmanifest$).*)', {
      'Permissions-Policy': [
        ...allowFeatures(ALLOWED_FEATURES, '(self)'),
        ...allowFeatures(DENIED_FEATURES, '()'),
      ].join(','),
    }),
    createRule('/outreach/:path*', PERSONAL_HEADERS),
    // Also for the page of an unknown handler, which a CDN would serve from a file.
    createRule('/api/:path*', { 'Cache-Control': 'no-store' }),
    // File names contain a version.
    createRule('/fonts/:path*', { 'Cache-Control': 'public, max-age=31536000, immutable' }),
    ...PATHS_WITHOUT_PAGES.map((path) =>
      createRule(path, { 'Content-Security-Policy': CLOSED_POLICY }),
    ),
  ];
}

const createRule = (source: string, headers: Record<string, string>) => ({
  source,
  headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
});
