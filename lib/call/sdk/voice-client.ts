import { CallAttempt } from './call-attempt';
import type { CallEvent } from '@/lib/call/types';
import type { CallInput } from '@/lib/call/audio/call-input';
import { reportCallOver } from '@/lib/call/reports';
import type { SdkOptions, VoiceSdkClass } from './voice-sdk';

/** The server's settings for calls (`GET /api/call-config`), none of them secret. */
export interface CallConfig {
  assistantId: string | null;
  /** Replaces the SDK's own address. */
  callMachineUrl: string | null;
  maxSeconds: number;
}

interface CallTarget {
  assistantId: string;
  ticket: string;
}

export type VoiceCall = Pick<
  CallAttempt,
  | 'end'
  | 'type'
  | 'setMuted'
  | 'setVolume'
  | 'chooseMicrophone'
  | 'reopenMicrophone'
  | 'microphoneInUse'
  | 'unblockPlayback'
>;

export interface VoiceClient {
  /** Loads the SDK once. If that fails, the next call tries again. */
  load(): Promise<void>;
  /**
   * Ends the previous call and dials once it is released.
   *
   * @throws when `load` has not succeeded
   */
  dial(
    config: CallConfig,
    target: CallTarget,
    input: CallInput,
    onEvent: (event: CallEvent) => void,
  ): VoiceCall;
}

// For a CommonJS default export, some bundlers return the class, others an object with the class.
const unwrapDefault = (exported: VoiceSdkClass | { default: VoiceSdkClass }): VoiceSdkClass =>
  'default' in exported ? exported.default : exported;

const importSdk = async () => unwrapDefault((await import('@vapi-ai/web')).default);

/**
 * Wraps the voice SDK (docs/decisions/009). A page needs one client, because the SDK keeps its key
 * in a module variable and refuses a second room. `load` is for tests.
 */
export function createVoiceClient(load: () => Promise<VoiceSdkClass> = importSdk): VoiceClient {
  let Sdk: VoiceSdkClass | null = null;
  let current: CallAttempt | null = null;

  return {
    async load() {
      Sdk ??= await load();
    },
    dial(config, { assistantId, ticket }, input, onEvent) {
      if (!Sdk) throw new Error('load() must succeed before dial()');
      const options: SdkOptions = {
        // The SDK would otherwise run the call machine through eval, which our CSP forbids.
        avoidEval: true,
        ...(config.callMachineUrl ? { callObjectBundleUrlOverride: config.callMachineUrl } : {}),
      };
      const previous = current;
      const source = input.kind === 'text' ? { audioSource: input.track } : {};
      // Our own server creates the call: it takes the ticket where the provider takes a key.
      const sdk = new Sdk(ticket, `${window.location.origin}/api`, options, source);
      const attempt = new CallAttempt(sdk, input, config.maxSeconds, onEvent);
      current = attempt;
      previous?.end('left-page');
      const dial = () => {
        if (attempt.dial(assistantId)) reportCallOver(ticket, attempt);
      };
      if (previous) void previous.whenReleased.then(dial);
      else dial();
      return attempt;
    },
  };
}

let shared: VoiceClient | undefined;

/** Returns the one client of the page. */
export function getVoiceClient(): VoiceClient {
  shared ??= createVoiceClient();
  return shared;
}
