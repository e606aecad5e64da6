import { CallAttempt, type AttemptEvent } from './call-attempt';
import type { CallConfig } from './call-config';
import type { VoiceSdkClass } from './voice-sdk';

/** What a call can be told to do while it lasts. */
export type VoiceCall = Pick<
  CallAttempt,
  'end' | 'setMuted' | 'setVolume' | 'useMicrophone' | 'hear'
>;

export interface VoiceClient {
  /** Fetches the SDK. Rejects when its code cannot be loaded; calling again tries again. */
  load(): Promise<void>;
  /**
   * Dials once the room of the call before is free; `load` must have succeeded.
   *
   * @param microphone a live stream; the client closes it
   * @param emit hears everything that happens to this call and to no other
   */
  dial(
    config: CallConfig,
    assistantId: string,
    microphone: MediaStream,
    emit: (event: AttemptEvent) => void,
  ): VoiceCall;
}

async function importSdk(): Promise<VoiceSdkClass> {
  const sdk = await import('@vapi-ai/web');
  // A CommonJS default export: some bundlers hand out the class, others an object around it.
  const exported: unknown = sdk.default;
  const nested = (exported as { default?: unknown }).default;
  return (nested ?? exported) as VoiceSdkClass;
}

/**
 * The only door to the voice SDK. One client per page, because the SDK keeps its key and address in
 * a module-wide variable and refuses a second room; within it every call gets an SDK instance of its
 * own, and none is made before the one before it is gone.
 *
 * @param load how to get the SDK's class; tests give their own
 */
export function createVoiceClient(load: () => Promise<VoiceSdkClass> = importSdk): VoiceClient {
  let Sdk: VoiceSdkClass | null = null;
  let current: CallAttempt | null = null;

  return {
    async load() {
      Sdk ??= await load();
    },
    dial(config, assistantId, microphone, emit) {
      if (!Sdk) throw new Error('load() must succeed before dial()');
      const options = {
        // Without it the call machine is run through eval, which our content policy forbids.
        avoidEval: true,
        ...(config.callMachineUrl ? { callObjectBundleUrlOverride: config.callMachineUrl } : {}),
      };
      const before = current;
      const sdk = new Sdk(config.publicKey, config.apiUrl ?? undefined, options);
      const attempt = new CallAttempt(sdk, microphone, emit);
      current = attempt;
      before?.end('left-page');
      if (before) void before.released.then(() => attempt.dial(assistantId));
      else attempt.dial(assistantId);
      return attempt;
    },
  };
}

let shared: VoiceClient | undefined;

/** The page's voice client. */
export function voiceClient(): VoiceClient {
  shared ??= createVoiceClient();
  return shared;
}
