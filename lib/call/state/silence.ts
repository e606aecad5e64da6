import type { CallEvent } from './call-events';

/** Any lower level is the microphone's own noise. */
const voiceLevel = 0.01;
/** Silence before the hint. */
const silenceMs = 6_000;
/** Pause before the next hint. */
const pauseMs = 30_000;

/** Detects that a visitor cannot be heard. `quietSince` and `noHintBefore`: epoch ms. */
export interface Silence {
  meter: 'unknown' | 'working' | 'failed';
  assistant: 'not-yet' | 'speaking' | 'finished';
  muted: boolean;
  typing: boolean;
  /** Whether the device has paused the microphone. */
  paused: boolean;
  quietSince: number;
  /** Whether to show the hint. */
  unheard: boolean;
  noHintBefore: number;
}

export const initialSilence: Silence = {
  meter: 'unknown',
  assistant: 'not-yet',
  muted: false,
  typing: false,
  paused: false,
  quietSince: 0,
  unheard: false,
  noHintBefore: 0,
};

function heard(state: Silence, now: number): Silence {
  const noHintBefore = state.unheard ? now + pauseMs : state.noHintBefore;
  return { ...state, unheard: false, noHintBefore, quietSince: now };
}

/** Reduces one event of the call, or a tick of the clock. Pure. */
export function reduceSilence(
  state: Silence,
  event: CallEvent | { type: 'tick' },
  now: number,
): Silence {
  switch (event.type) {
    case 'level': {
      if (event.who === 'assistant') return state;
      const next: Silence =
        state.meter === 'unknown' ? { ...state, meter: 'working', quietSince: now } : state;
      return event.level >= voiceLevel && !state.muted ? heard(next, now) : next;
    }
    case 'transcript':
      return event.who === 'visitor' ? heard(state, now) : state;
    case 'assistant-speech':
      return event.speaking
        ? { ...state, assistant: 'speaking' }
        : { ...state, assistant: 'finished', quietSince: now };
    case 'muted':
      return { ...heard(state, now), muted: event.muted };
    case 'typing':
      return { ...heard(state, now), typing: event.active };
    case 'typed':
      return { ...heard(state, now), noHintBefore: now + pauseMs };
    case 'meter-failed':
      return { ...heard(state, now), meter: 'failed' };
    case 'microphone':
      if (event.microphone !== 'lost') return { ...heard(state, now), paused: event.paused };
      return state.typing ? state : { ...state, unheard: true };
    case 'tick': {
      const expected = state.meter === 'working' && state.assistant === 'finished';
      const explained = state.muted || state.typing || state.paused;
      if (!expected || explained || state.unheard || now < state.noHintBefore) return state;
      return now - state.quietSince >= silenceMs ? { ...state, unheard: true } : state;
    }
    default:
      return state;
  }
}
