import { Call, type CallOptions } from '@/lib/call/sdk/call';
import { runSdk as runVoiceSdk, type VoiceSdkClass } from '@/lib/call/sdk/voice-sdk';
import type { CallEvent } from '@/lib/call/types';
import { followConversation, type ConversationOutput } from './conversation';

/** The code that only a call needs. It is in a file of its own, with the SDK. */
export interface CallCode {
  /** Runs the SDK once. */
  runSdk(): VoiceSdkClass;
  makeCall(
    options: Omit<CallOptions, 'runSdk' | 'whenRoomIsFree'>,
    output: ConversationOutput,
    onEvent: (event: CallEvent) => void,
  ): Call;
}

export function createCallCode(runSdk = runVoiceSdk): CallCode {
  let whenRoomIsFree: Promise<unknown> = Promise.resolve();
  return {
    runSdk,
    makeCall(options, output, onEvent) {
      const followed = followConversation(output, onEvent);
      const call = new Call({ ...options, runSdk, whenRoomIsFree }, followed);
      whenRoomIsFree = Promise.all([whenRoomIsFree, call.whenReleased]);
      return call;
    },
  };
}

/** All widgets share it, so that one call follows the other. */
export const callCode = createCallCode();
