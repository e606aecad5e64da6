import { join } from 'node:path';
import { type Processes, waitForAnswer } from '../processes/processes';
import { findRandomFreePort } from '../ports';

/** Not secrets: only the local provider and the local site accept them. */
export const LOCAL_KEYS = {
  publicKey: 'local-voice-provider',
  privateKey: 'local-voice-provider-private-key-no-secret',
  orgId: 'local-voice-organisation',
  webhookSecret: 'local-voice-webhook-no-secret',
};

/** Whether the user has set up a voice provider. */
function isVoiceConfigured({ VAPI_PUBLIC_KEY, VAPI_PRIVATE_KEY, VAPI_ORG_ID }: NodeJS.ProcessEnv) {
  return Boolean(VAPI_PUBLIC_KEY || (VAPI_PRIVATE_KEY && VAPI_ORG_ID));
}

/** Starts the local voice provider and returns its settings, unless the user has set another. */
export async function startVoice(
  processes: Processes,
  { dataDir, sitePort }: { dataDir: string; sitePort: number },
): Promise<Record<string, string>> {
  if (isVoiceConfigured(process.env)) return {};
  // A random port, so that parallel stacks do not race for the same one.
  const port = await findRandomFreePort([sitePort]);
  processes.start({
    name: 'the local voice provider',
    args: ['--import', 'tsx', 'local/voice/main.ts'],
    env: {
      ...process.env,
      VOICE_PORT: String(port),
      VOICE_PUBLIC_KEY: LOCAL_KEYS.publicKey,
      VOICE_PRIVATE_KEY: LOCAL_KEYS.privateKey,
      VOICE_ORG_ID: LOCAL_KEYS.orgId,
      VOICE_WEBHOOK_URL: `http://127.0.0.1:${sitePort}/api/call/ended`,
      VOICE_WEBHOOK_SECRET: LOCAL_KEYS.webhookSecret,
    },
    logFile: join(dataDir, 'logs', 'voice.log'),
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${url}/health`, processes.crashed);
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
