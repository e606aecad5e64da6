import { DEFAULT_HSTS } from '../settings/rules';
import { areCallsConfigured, type Settings } from '../settings/settings';
import type { PathKind } from './routing';
import type { SiteBuild } from './site-build';

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

const listFeatures = (names: string, allowlist: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${name}=${allowlist}`);

/** It takes 1 KB, and matters for pages only. */
export const PERMISSIONS_POLICY = [
  ...listFeatures(ALLOWED_FEATURES, '(self)'),
  ...listFeatures(DENIED_FEATURES, '()'),
].join();

/** For next.config.ts, where later rules win; proxy.ts adds the policies. Only https sends HSTS. */
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
    createRule('/outreach/:path*', PERSONAL_HEADERS),
    createRule('/o/:path*', PERSONAL_HEADERS),
    // Also for the page of an unknown handler, which a CDN would serve from a file.
    createRule('/api/:path*', { 'Cache-Control': 'no-store' }),
    // File names contain a version.
    createRule('/fonts/:path*', { 'Cache-Control': 'public, max-age=31536000, immutable' }),
    // proxy.ts does not run on these.
    createRule('/(api/.*|_next/static/.*)', { 'Content-Security-Policy': CLOSED_POLICY }),
  ];
}

const createRule = (source: string, headers: Record<string, string>) => ({
  source,
  headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
});

export type VoiceSettings = Parameters<typeof areCallsConfigured>[0] &
  Pick<Settings, 'VAPI_CALL_MACHINE_URL'>;

/** What has no directive is blocked. `inlineScripts`: hashes and a nonce, without quotes. */
export function buildContentSecurityPolicy(
  inlineScripts: readonly string[],
  voice: VoiceSettings,
): string {
  const inline = [...new Set(inlineScripts)].map((source) => `'${source}'`);
  const hosts = listVoiceHosts(voice);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline, ...hosts.script].join(' '),
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...hosts.connect].join(' '),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}

/** The API is asked by our server only. */
function listVoiceHosts(voice: VoiceSettings): { script: string[]; connect: string[] } {
  if (!areCallsConfigured(voice)) return { script: [], connect: [] };
  if (voice.VAPI_CALL_MACHINE_URL) {
    const machine = new URL(voice.VAPI_CALL_MACHINE_URL).origin;
    return { script: [machine], connect: [machine] };
  }
  return {
    // The hosted bundle runs its noise filter as WebAssembly in an audio worklet made from a blob.
    script: ['https://c.daily.co', 'blob:', "'wasm-unsafe-eval'"],
    connect: ['https://*.daily.co', 'wss://*.wss.daily.co'],
  };
}

/** Lists hashes of a prerendered page's scripts. Any other may show an error page. */
export function listScriptHashes(
  path: string,
  kind: PathKind | undefined,
  pages: SiteBuild['pages'],
): string[] {
  const ownPage = kind === 'page' ? pages[path] : undefined;
  if (ownPage) return ownPage.inlineScripts;
  return [...pages['/_not-found'].inlineScripts, ...pages['/_global-error'].inlineScripts];
}
