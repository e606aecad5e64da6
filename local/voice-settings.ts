import { join } from 'node:path';
import { type Processes, waitForAnswer } from './processes';
import { freePort } from './ports.mjs';

/** No secret: only the local provider takes it. */
const publicKey = 'local-voice-provider';

/**
 * What the site needs for calls. When the user has set no `VAPI_PUBLIC_KEY`, the local voice provider is
 * started as a process of its own, and the settings lead to it; else the user's own settings stand.
 *
 * @throws when the provider does not answer
 */
export async function voiceSettings(
  processes: Processes,
  { dataDir, taken }: { dataDir: string; taken: readonly number[] },
): Promise<Record<string, string>> {
  if (process.env.VAPI_PUBLIC_KEY) return {};
  const port = await freePort(8787, taken);
  processes.start({
    name: 'the local voice provider',
    args: ['--import', 'tsx', 'local/voice/main.ts'],
    env: { ...process.env, VOICE_PORT: String(port), VOICE_PUBLIC_KEY: publicKey },
    logFile: join(dataDir, 'logs', 'voice.log'),
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${url}/health`, processes.crashed);
  return {
    VAPI_PUBLIC_KEY: publicKey,
    VAPI_ASSISTANT_ID: 'demo-en',
    VAPI_API_URL: url,
    VAPI_CALL_MACHINE_URL: `${url}/call-machine.js`,
  };
}
