import type { Dial } from './conversation';
import type { VoiceSdkClass } from '@/lib/call/sdk/voice-sdk';

export interface VoiceClient {
  /** Fetches the SDK's file, without running it. If that fails, the next call tries again. */
  load(): Promise<void>;
  /** Runs the SDK once, and fetches it first if necessary. */
  run(): Promise<void>;
  /** @throws when `run` has not succeeded */
  dial: Dial;
}

type RunSdk = () => VoiceSdkClass;

/** All code that only a call needs is in one file with the SDK. */
const fetchCallCode = () => import('./conversation');

/**
 * Wraps the voice SDK (docs/decisions/009). A page needs one client, because the SDK keeps its key
 * in a module variable. `fetchSdk` is for tests.
 */
export function createVoiceClient(
  fetchSdk: () => Promise<RunSdk> = async () => (await fetchCallCode()).runSdk,
): VoiceClient {
  let runSdk: RunSdk | null = null;
  let dial: Dial | null = null;
  const load = async () => (runSdk ??= await fetchSdk());

  return {
    async load() {
      await load();
    },
    async run() {
      const runLoadedSdk = await load();
      const { createDial } = await fetchCallCode();
      if (dial) return;
      // The browser paints its response to a press first.
      await new Promise((resolve) => setTimeout(resolve));
      dial ??= createDial(runLoadedSdk());
    },
    dial(...args) {
      if (!dial) throw new Error('run() must succeed before dial()');
      return dial(...args);
    },
  };
}

let shared: VoiceClient | undefined;

/** Returns the one client of the page. */
export function getVoiceClient(): VoiceClient {
  shared ??= createVoiceClient();
  return shared;
}
