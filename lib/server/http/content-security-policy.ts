import { canCall } from '../env';

/** Whether there are calls, and what plays them in the browser; from the settings of the same names. */
export type VoiceSettings = Parameters<typeof canCall>[0] & {
  VAPI_CALL_MACHINE_URL?: string | undefined;
};

/** Which inline scripts may run: those with one of these hashes, or with this nonce. */
export type InlineScripts = { hashes: readonly string[]; nonce?: string };

/**
 * The policy of every page, as the value of the Content-Security-Policy header. `hashes` are CSP sources without quotes
 * (`sha256-…`). Scripts run from our own origin or by hash or nonce, nothing is evaluated, and what no directive names is
 * blocked.
 */
export function contentSecurityPolicy(inline: InlineScripts, voice: VoiceSettings): string {
  const hosts = voiceHosts(voice);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineSources(inline), ...hosts.script],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...hosts.connect],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join(';');
}

function inlineSources({ hashes, nonce }: InlineScripts): string[] {
  return [...hashes, ...(nonce ? [`nonce-${nonce}`] : [])].map((source) => `'${source}'`);
}

/** Without calls there are no hosts. A call machine of our own replaces the hosted one. Our server alone asks the provider. */
function voiceHosts(voice: VoiceSettings): { script: string[]; connect: string[] } {
  if (!canCall(voice)) return { script: [], connect: [] };
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
