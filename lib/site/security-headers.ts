import { DEFAULT_HSTS } from '../settings/settings';

/** The policy of responses that are not pages. */
export const CLOSED_POLICY =
  "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

// The last two keep the screen on during a call, and copy the link for another browser.
const ALLOWED_FEATURES = [
  'microphone',
  'autoplay',
  'speaker-selection',
  'screen-wake-lock',
  'clipboard-write',
];

// https://www.w3.org/TR/permissions-registry/
/** The other features that a browser asks the visitor for, or that reach devices. */
const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'local-network',
  'local-network-access',
  'loopback-network',
  'magnetometer',
  'midi',
  'payment',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Paths without pages: for these, proxy.ts sets no policy. */
const PATHS_WITHOUT_PAGES = [
  '/api/:path*',
  '/_next/static/:path*',
  '/fonts/:path*',
  '/(.*\\.(?:jpg|png|svg|ico|txt|xml|webmanifest))',
];

/** Personal addresses hold a name: this keeps them from other sites, indexes and caches. */
export const PERSONAL_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'private, no-store',
};

interface Header {
  key: string;
  value: string;
}

interface HeaderRule {
  source: string;
  headers: Header[];
}

/**
 * Builds the headers of every path, for `headers()` of next.config.ts, where later rules win.
 * proxy.ts adds the policy of pages.
 *
 * @param siteUrl the site's public address; only https sends HSTS
 */
export function buildSecurityHeaders(
  siteUrl: string | undefined,
  hsts = DEFAULT_HSTS,
): HeaderRule[] {
  const isHttps = siteUrl?.startsWith('https:') ?? false;
  return [
    {
      source: '/:path*',
      headers: [
        ...(isHttps ? [createHeader('Strict-Transport-Security', hsts)] : []),
        createHeader('X-Content-Type-Options', 'nosniff'),
        createHeader('Cross-Origin-Opener-Policy', 'same-origin'),
        createHeader('Cross-Origin-Resource-Policy', 'same-origin'),
        // With no-referrer, a plain form post would carry `Origin: null` and be refused.
        createHeader('Referrer-Policy', 'strict-origin-when-cross-origin'),
      ],
    },
    // It takes 1 KB and matters for documents only. The files of the first paint go without, and so
    // does the API, whose redirect needs the place for a cookie.
    {
      source: '/((?!api/|_next/static/|fonts/|icon.svg$|manifest.webmanifest$).*)',
      headers: [createHeader('Permissions-Policy', buildPermissionsPolicy())],
    },
    // proxy.ts adds them where a personal link has another path.
    {
      source: '/outreach/:path*',
      headers: Object.entries(PERSONAL_HEADERS).map(([key, value]) => createHeader(key, value)),
    },
    // Also for the page of an unknown handler, which a CDN would serve from a file.
    { source: '/api/:path*', headers: [createHeader('Cache-Control', 'no-store')] },
    // File names contain a version.
    {
      source: '/fonts/:path*',
      headers: [createHeader('Cache-Control', 'public, max-age=31536000, immutable')],
    },
    ...PATHS_WITHOUT_PAGES.map((source) => ({
      source,
      headers: [createHeader('Content-Security-Policy', CLOSED_POLICY)],
    })),
  ];
}

const createHeader = (key: string, value: string): Header => ({ key, value });

function buildPermissionsPolicy() {
  const rules = [
    ...ALLOWED_FEATURES.map((feature) => `${feature}=(self)`),
    ...DENIED_FEATURES.map((feature) => `${feature}=()`),
  ];
  return rules.join(',');
}
