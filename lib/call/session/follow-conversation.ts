import type { Language } from '@/lib/language';
import type { CallEvent, Speaker } from '@/lib/call/types';
import { recordVoice, type VoiceRecord } from '@/lib/call/audio/voice-record';
import type { Store } from '@/lib/call/store';
import { finishTranscript, reduceTranscript } from '@/lib/call/transcript/transcript';
import type { Transcript } from '@/lib/call/transcript/transcript';
import { guardPage } from './guard-page';
import { watchLiveCall, type LiveWatch } from './live-watch';

export interface ConversationOutput {
  readonly language: Language;
  readonly transcript: Store<Transcript>;
  /** 0–1, updated ten times a second. */
  readonly levels: Record<Speaker, number>;
  readonly record: VoiceRecord;
}

export function followConversation(
  { language, transcript, levels, record }: ConversationOutput,
  onEvent: (event: CallEvent) => void,
): (event: CallEvent) => void {
  let liveWatch: LiveWatch | null = null;
  let stopRecording = () => {};
  let stopGuarding = () => {};
  return (event) => {
    liveWatch?.handleEvent(event);
    switch (event.type) {
      case 'level':
        levels[event.who] = event.level;
        return;
      case 'transcript':
      case 'typed':
      case 'tool-calls':
      case 'tool-result':
        transcript.set(reduceTranscript(transcript.get(), event, language, new Date()));
        return;
      case 'live':
        liveWatch = watchLiveCall(event.endsAt, onEvent);
        stopRecording = recordVoice(levels, record);
        stopGuarding = guardPage();
        break;
      case 'ended':
      case 'failed':
        stopGuarding();
        break;
      case 'released':
        liveWatch?.stop();
        stopRecording();
        Object.assign(levels, { assistant: 0, visitor: 0 });
        transcript.set(finishTranscript(transcript.get()));
    }
    onEvent(event);
  };
}
