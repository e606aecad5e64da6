import { CallAttempt } from './call-attempt';
import type { CallEvent } from '../state/call-events';
import type { CallInput } from '../media/call-input';
import { reportLeft } from '../report-left';
import type { SdkOptions, VoiceSdkClass } from './voice-sdk';

/** What the server knows about calls (`GET /api/call-config`). Nothing in it is secret. */
export interface CallConfig {
  /** The landing page's default assistant. */
  assistantId: string | null;
  /** Where the call machine comes from; the SDK's own address when null. */
  callMachineUrl: string | null;
  /** How long a call may last. */
  maxSeconds: number;
}

/** Whom to call, and our server's ticket for it. */
interface CallOrder {
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
  /** Fetches the SDK once. Rejects when its code cannot be loaded; the next call tries again. */
  load(): Promise<void>;
  /**
   * Ends the call before and dials as soon as that is released.
   *
   * @param input the client closes it
   * @param onEvent gets the events of this call only
   * @throws when `load` has not succeeded
   */
  dial(
    config: CallConfig,
    order: CallOrder,
    input: CallInput,
    onEvent: (event: CallEvent) => void,
  ): VoiceCall;
}

// For a CommonJS default export some bundlers return the class, others an object with the class.
const classOf = (exported: VoiceSdkClass | { default: VoiceSdkClass }): VoiceSdkClass =>
  'default' in exported ? exported.default : exported;

const importSdk = async () => classOf((await import('@vapi-ai/web')).default);

/**
 * The only code that talks to the voice SDK (docs/decisions/009). One client per page, because the SDK keeps its key in
 * a variable of its module and refuses a second room. Every call gets an SDK instance of its own.
 *
 * @param load returns the SDK's class; tests have their own
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
        // The SDK would run the call machine through eval, which our content security policy forbids.
        avoidEval: true,
        ...(config.callMachineUrl ? { callObjectBundleUrlOverride: config.callMachineUrl } : {}),
      };
      const before = current;
      // Our own server creates the call: it takes the ticket where the provider takes a key.
      const source = input.kind === 'text' ? { audioSource: input.track } : {};
      const sdk = new Sdk(ticket, `${window.location.origin}/api`, options, source);
      const attempt = new CallAttempt(sdk, input, config.maxSeconds, onEvent);
      current = attempt;
      before?.end('left-page');
      const dial = () => {
        if (attempt.dial(assistantId)) reportLeft(ticket, attempt);
      };
      if (before) void before.released.then(dial);
      else dial();
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
