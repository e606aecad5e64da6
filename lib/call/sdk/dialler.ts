import type { CallEvent } from '@/lib/call/types';
import type { CallInput } from '@/lib/call/audio/call-input';
import { reportCallOver } from '@/lib/call/reports';
import { SdkCall } from './sdk-call';
import type { SdkOptions, VoiceSdkClass } from './voice-sdk';

/** The server's settings for calls (`GET /api/call-config`), none of them secret. */
export interface CallConfig {
  assistantId: string | null;
  /** Replaces the SDK's own address. */
  callMachineUrl: string | null;
  maxSeconds: number;
}

export interface CallTarget {
  assistantId: string;
  ticket: string;
}

/** Runs the SDK, which takes a phone's main thread 100 ms and more. */
export function runSdk(): VoiceSdkClass {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would run at once
  const { default: exported } = require('@vapi-ai/web') as {
    default: VoiceSdkClass | { default: VoiceSdkClass };
  };
  // For a CommonJS default export, some bundlers return the class, others an object with the class.
  return 'default' in exported ? exported.default : exported;
}

/** Makes one call after the other: the SDK refuses a second room. */
export class Dialler {
  private current: SdkCall | null = null;

  constructor(private readonly Sdk: VoiceSdkClass) {}

  /** Ends the previous call and dials once it is released. */
  dial(
    config: CallConfig,
    { assistantId, ticket }: CallTarget,
    input: CallInput,
    onEvent: (event: CallEvent) => void,
  ): SdkCall {
    const options: SdkOptions = {
      // The SDK would otherwise run the call machine through eval, which our CSP forbids.
      avoidEval: true,
      ...(config.callMachineUrl ? { callObjectBundleUrlOverride: config.callMachineUrl } : {}),
    };
    const previous = this.current;
    const source = input.kind === 'text' ? { audioSource: input.track } : {};
    // Our own server creates the call: it takes the ticket where the provider takes a key.
    const sdk = new this.Sdk(ticket, `${window.location.origin}/api`, options, source);
    const call = new SdkCall(sdk, input, config.maxSeconds, onEvent);
    this.current = call;
    previous?.end('left-page');
    const dial = () => {
      if (call.dial(assistantId)) reportCallOver(ticket, call);
    };
    if (previous) void previous.whenReleased.then(dial);
    else dial();
    return call;
  }
}
