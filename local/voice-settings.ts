import { join } from 'node:path';
import { type Processes, waitForAnswer } from './processes';
import { anyFreePort } from './ports.mjs';

/** No secrets: only the local provider and the site beside it take them. */
export const localKeys = {
  publicKey: 'local-voice-provider',
  privateKey: 'local-voice-provider-private-key-no-secret',
  orgId: 'local-voice-organisation',
  webhookSecret: 'local-voice-webhook-no-secret',
};

/** Whether the user's own settings lead to a voice provider. */
function isConfigured({ VAPI_PUBLIC_KEY, VAPI_PRIVATE_KEY, VAPI_ORG_ID }: NodeJS.ProcessEnv) {
  return Boolean(VAPI_PUBLIC_KEY || (VAPI_PRIVATE_KEY && VAPI_ORG_ID));
}

/**
 * What the site needs for calls. When the user has set no keys of a voice provider, the local one is started as a process of
 * its own, and the settings lead to it; else the user's own settings stand.
 *
 * @param options.sitePort where the site will listen on loopback; the provider reports the end of each call there
 * @throws when the provider does not answer
 */
export async function voiceSettings(
  processes: Processes,
  { dataDir, sitePort }: { dataDir: string; sitePort: number },
): Promise<Record<string, string>> {
  if (isConfigured(process.env)) return {};
  // A random start port, so that parallel stacks don't race for the same one.
  const port = await anyFreePort([sitePort]);
  processes.start({
    name: 'the local voice provider',
    args: ['--import', 'tsx', 'local/voice/main.ts'],
    env: {
      ...process.env,
      VOICE_PORT: String(port),
      VOICE_PUBLIC_KEY: localKeys.publicKey,
      VOICE_PRIVATE_KEY: localKeys.privateKey,
      VOICE_ORG_ID: localKeys.orgId,
      VOICE_WEBHOOK_URL: `http://127.0.0.1:${sitePort}/api/call/ended`,
      VOICE_WEBHOOK_SECRET: localKeys.webhookSecret,
    },
    logFile: join(dataDir, 'logs', 'voice.log'),
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${url}/health`, processes.crashed);
  return {
    VAPI_PUBLIC_KEY: localKeys.publicKey,
    VAPI_PRIVATE_KEY: localKeys.privateKey,
    VAPI_ORG_ID: localKeys.orgId,
    VAPI_WEBHOOK_SECRET: localKeys.webhookSecret,
    VAPI_ASSISTANT_ID: 'demo-en',
    VAPI_API_URL: url,
    VAPI_CALL_MACHINE_URL: `${url}/call-machine.js`,
  };
}
