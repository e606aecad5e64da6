import { areCallsConfigured, type Settings } from '@/lib/settings/settings';
import type { AddressKind } from './routing';
import type { SiteBuild } from './site-build';

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
  kind: AddressKind | undefined,
  pages: SiteBuild['pages'],
): string[] {
  const ownPage = kind === 'page' ? pages[path] : undefined;
  if (ownPage) return ownPage.inlineScripts;
  return [...pages['/_not-found'].inlineScripts, ...pages['/_global-error'].inlineScripts];
}
