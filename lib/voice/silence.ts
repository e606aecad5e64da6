/** Below this level a microphone picks up nothing but itself. */
const nearSilence = 0.01;
/** So long the visitor may think before the widget wonders whether it can hear them. */
const silenceBeforeHintMs = 6_000;
/** So long it stays quiet about it afterwards. */
const pauseBetweenHintsMs = 30_000;

/**
 * Notices that a visitor is not heard. Times are milliseconds of one clock.
 * `quietSince` is null while silence would mean nothing: the assistant speaks or has not spoken yet,
 * the visitor is muted, or no level has been measured.
 */
export interface Silence {
  meter: 'unknown' | 'working' | 'failed';
  assistant: 'not-yet' | 'speaking' | 'finished';
  muted: boolean;
  quietSince: number | null;
  hint: boolean;
  notBefore: number;
}

export type SilenceEvent =
  | { type: 'level'; level: number }
  | { type: 'assistant-starts' }
  | { type: 'assistant-stops' }
  | { type: 'muted'; muted: boolean }
  | { type: 'meter-failed' }
  | { type: 'heard' }
  | { type: 'microphone-lost' }
  | { type: 'tick' };

export const initialSilence: Silence = {
  meter: 'unknown',
  assistant: 'not-yet',
  muted: false,
  quietSince: null,
  hint: false,
  notBefore: 0,
};

function clear(state: Silence, now: number): Silence {
  const notBefore = state.hint ? now + pauseBetweenHintsMs : state.notBefore;
  return { ...state, hint: false, notBefore, quietSince: now };
}

function watching(state: Silence): boolean {
  return state.meter === 'working' && state.assistant === 'finished' && !state.muted;
}

/**
 * Feeds one event to the detector and returns its next state; `hint` says whether to show
 * "we cannot hear you". Pure.
 */
export function reduceSilence(state: Silence, event: SilenceEvent, now: number): Silence {
  switch (event.type) {
    case 'level': {
      const next: Silence =
        state.meter === 'unknown' ? { ...state, meter: 'working', quietSince: now } : state;
      return event.level >= nearSilence && !state.muted ? clear(next, now) : next;
    }
    case 'heard':
      return clear(state, now);
    case 'assistant-starts':
      return { ...state, assistant: 'speaking' };
    case 'assistant-stops':
      return { ...state, assistant: 'finished', quietSince: now };
    case 'muted':
      return { ...clear(state, now), muted: event.muted };
    case 'meter-failed':
      return { ...clear(state, now), meter: 'failed' };
    case 'microphone-lost':
      return { ...state, hint: true };
    case 'tick': {
      const quiet = watching(state) && state.quietSince !== null;
      if (!quiet || state.hint || now < state.notBefore) return state;
      return now - (state.quietSince ?? now) >= silenceBeforeHintMs
        ? { ...state, hint: true }
        : state;
    }
  }
}
