import { join } from 'node:path';
import { areCallsConfigured, collectSettings } from '../../lib/settings/settings';
import type { Processes } from '../processes';

/** Not secrets: only the local provider and the local site accept them. */
export const LOCAL_KEYS = {
  publicKey: 'local-voice-provider',
  privateKey: 'local-voice-provider-private-key-no-secret',
  orgId: 'local-voice-organisation',
  webhookSecret: 'local-voice-webhook-no-secret',
};

/** Starts the local voice provider and returns its settings, unless the user has set another. */
export async function startVoice(
  processes: Processes,
  { dataDir, sitePort }: { dataDir: string; sitePort: number },
): Promise<Record<string, string>> {
  if (areCallsConfigured(collectSettings())) return {};
  const url = await processes.start({
    name: 'the local voice provider',
    args: ['--import', 'tsx', 'local/voice/main.ts', `http://127.0.0.1:${sitePort}/api/call/ended`],
    logFile: join(dataDir, 'logs', 'voice.log'),
    ready: /listens at (\S+)/,
  });
  return {
    VAPI_PUBLIC_KEY: LOCAL_KEYS.publicKey,
    VAPI_PRIVATE_KEY: LOCAL_KEYS.privateKey,
    VAPI_ORG_ID: LOCAL_KEYS.orgId,
    VAPI_WEBHOOK_SECRET: LOCAL_KEYS.webhookSecret,
    VAPI_ASSISTANT_ID: 'demo-en',
    VAPI_API_URL: url,
    VAPI_CALL_MACHINE_URL: `${url}/call-machine.js`,
  };
}
