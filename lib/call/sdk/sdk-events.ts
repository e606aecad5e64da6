import type { CallEvent, InputKind } from '@/lib/call/types';
import { readSdkMessage } from './sdk-messages';
import type { VoiceSdk } from './voice-sdk';

/** Only the events that do not change the course of a call. */
export function forwardSdkEvents(
  sdk: VoiceSdk,
  input: InputKind,
  emit: (event: CallEvent) => void,
  onProviderEnd: (endedReason: string | undefined) => void,
): void {
  sdk.on('speech-start', () => emit({ type: 'assistant-speech', speaking: true }));
  sdk.on('speech-end', () => emit({ type: 'assistant-speech', speaking: false }));
  sdk.on('volume-level', (level) => emit({ type: 'level', who: 'assistant', level }));
  // Measuring the silent track of a typed call would report the visitor as unheard.
  if (input === 'voice') {
    sdk.on('local-volume-level', (level) => emit({ type: 'level', who: 'visitor', level }));
    sdk.on('local-audio-level-observer-error', () => emit({ type: 'meter-failed' }));
  }
  sdk.on('message', (raw) => {
    const message = readSdkMessage(raw);
    if (message?.type === 'call-ended') onProviderEnd(message.endedReason);
    else if (message) emit(message);
  });
}
