import type { CallEvent } from '@/lib/call/types';

/** Lower levels are the microphone's own noise. */
const VOICE_LEVEL = 0.01;
const SILENCE_BEFORE_HINT_MS = 6_000;
const PAUSE_BETWEEN_HINTS_MS = 30_000;

/** Detects that a visitor cannot be heard. `quietSince` and `nextHintFrom`: epoch ms. */
export interface UnheardState {
  meter: 'unknown' | 'working' | 'failed';
  assistant: 'not-yet' | 'speaking' | 'finished';
  muted: boolean;
  typing: boolean;
  paused: boolean;
  quietSince: number;
  unheard: boolean;
  nextHintFrom: number;
}

export const initialUnheardState: UnheardState = {
  meter: 'unknown',
  assistant: 'not-yet',
  muted: false,
  typing: false,
  paused: false,
  quietSince: 0,
  unheard: false,
  nextHintFrom: 0,
};

function endSilence(state: UnheardState, now: number): UnheardState {
  const nextHintFrom = state.unheard ? now + PAUSE_BETWEEN_HINTS_MS : state.nextHintFrom;
  return { ...state, unheard: false, nextHintFrom, quietSince: now };
}

export function reduceUnheard(
  state: UnheardState,
  event: CallEvent | { type: 'tick' },
  now: number,
): UnheardState {
  switch (event.type) {
    case 'level': {
      if (event.who === 'assistant') return state;
      const next: UnheardState =
        state.meter === 'unknown' ? { ...state, meter: 'working', quietSince: now } : state;
      return event.level >= VOICE_LEVEL && !state.muted ? endSilence(next, now) : next;
    }
    case 'transcript':
      return event.who === 'visitor' ? endSilence(state, now) : state;
    case 'assistant-speech':
      return event.speaking
        ? { ...state, assistant: 'speaking' }
        : { ...state, assistant: 'finished', quietSince: now };
    case 'muted':
      return { ...endSilence(state, now), muted: event.muted };
    case 'typing':
      return { ...endSilence(state, now), typing: event.typing };
    case 'typed':
      return { ...endSilence(state, now), nextHintFrom: now + PAUSE_BETWEEN_HINTS_MS };
    case 'meter-failed':
      return { ...endSilence(state, now), meter: 'failed' };
    case 'microphone':
      if (event.microphone !== 'lost') return { ...endSilence(state, now), paused: event.paused };
      return state.typing ? state : { ...state, unheard: true };
    case 'tick': {
      const isVisitorExpectedToSpeak = state.meter === 'working' && state.assistant === 'finished';
      const isSilenceExpected = state.muted || state.typing || state.paused;
      const mayHint = !isSilenceExpected && !state.unheard && now >= state.nextHintFrom;
      const isSilentTooLong = now - state.quietSince >= SILENCE_BEFORE_HINT_MS;
      return isVisitorExpectedToSpeak && mayHint && isSilentTooLong
        ? { ...state, unheard: true }
        : state;
    }
    default:
      return state;
  }
}
