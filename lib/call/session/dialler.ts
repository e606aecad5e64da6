import type { CallInput } from '@/lib/call/audio/call-input';
import { SdkCall } from '@/lib/call/sdk/sdk-call';
import { runSdk, type SdkOptions, type VoiceSdkClass } from '@/lib/call/sdk/voice-sdk';
import type { CallConfig, CallEvent } from '@/lib/call/types';
import { followConversation, type ConversationOutput } from './follow-conversation';
import { reportCallOver } from './report-call-over';

interface CallTarget {
  assistantId: string;
  ticket: string;
}

/** Makes one call after the other: the SDK refuses a second room. */
export class Dialler {
  private current: SdkCall | null = null;

  constructor(private readonly Sdk: VoiceSdkClass) {}

  dial(
    config: CallConfig,
    { assistantId, ticket }: CallTarget,
    input: CallInput,
    output: ConversationOutput,
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
    const call = new SdkCall(sdk, input, config.maxSeconds, followConversation(output, onEvent));
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

/** Runs the SDK. This file has all code that only a call needs; `voice-client.ts` fetches it. */
export const createDialler = () => new Dialler(runSdk());
