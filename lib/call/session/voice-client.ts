import { withDeadline } from '@/lib/deadline';
import type { Dialler } from './dialler';
import { loadChunk } from './load-chunk';

const FETCH_TIMEOUT_MS = 30_000;

export interface VoiceClient {
  /** Fetches the SDK's file, without running it. If that fails, the next call tries again. */
  load(): Promise<void>;
  /** Runs the SDK once, and fetches it first if necessary. */
  run(): Promise<void>;
  /** @throws when `run` has not succeeded */
  dial: Dialler['dial'];
}

/** A page needs one, as the SDK keeps its key in a module variable (docs/decisions/009). */
export function createVoiceClient(
  fetchCallCode: () => Promise<{ createDialler(): Dialler }> = () => import('./dialler'),
): VoiceClient {
  let dialler: Dialler | null = null;
  const loadCallCode = () => loadChunk(fetchCallCode);

  return {
    async load() {
      await loadCallCode();
    },
    async run() {
      const { createDialler } = await withDeadline(loadCallCode(), FETCH_TIMEOUT_MS);
      if (dialler) return;
      // The browser paints its response to a press first.
      await new Promise((resolve) => setTimeout(resolve));
      dialler ??= createDialler();
    },
    dial(config, target, input, output, onEvent) {
      if (!dialler) throw new Error('run() must succeed before dial()');
      return dialler.dial(config, target, input, output, onEvent);
    },
  };
}

let shared: VoiceClient | undefined;

export function getVoiceClient(): VoiceClient {
  shared ??= createVoiceClient();
  return shared;
}
