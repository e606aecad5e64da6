import { count } from '@/lib/analytics/count';
import type { CallEvent } from './call-events';
import { initialUnheardState, reduceUnheard } from './unheard';
import { initialTurn, requestTurn, updateTurn } from './turn';
import { keepScreenOn } from '@/lib/call/media/wake-lock';

const TICK_MS = 500;
const LAST_MINUTE_MS = 60_000;
/** A call that lasts this long counts as a conversation. */
const CONVERSATION_MS = 30_000;

export interface LiveWatch {
  handle(event: CallEvent): void;
  stop(): void;
}

/** Derives `turn`, `unheard` and `last-minute` from a live call, and keeps the screen on. */
export function watchLiveCall(endsAt: number, emit: (event: CallEvent) => void): LiveWatch {
  let turn = initialTurn;
  let silence = initialUnheardState;
  let isLastMinute = false;
  const releaseScreen = keepScreenOn();

  const setTurn = (next: typeof turn) => {
    const changed = next.shown !== turn.shown;
    turn = next;
    if (changed) emit({ type: 'turn', turn: turn.shown });
  };
  const updateSilence = (event: Parameters<typeof reduceUnheard>[1]) => {
    const { unheard } = silence;
    silence = reduceUnheard(silence, event, Date.now());
    if (silence.unheard !== unheard) emit({ type: 'unheard', unheard: silence.unheard });
  };
  const ticker = setInterval(() => {
    setTurn(updateTurn(turn, Date.now()));
    updateSilence({ type: 'tick' });
    if (isLastMinute || Date.now() < endsAt - LAST_MINUTE_MS) return;
    isLastMinute = true;
    emit({ type: 'last-minute' });
  }, TICK_MS);
  const conversation = setTimeout(() => count('call_30_seconds'), CONVERSATION_MS);

  return {
    handle(event) {
      if (event.type === 'assistant-speech') {
        setTurn(requestTurn(turn, event.speaking ? 'speaking' : 'listening', Date.now()));
      }
      updateSilence(event);
    },
    stop() {
      clearInterval(ticker);
      clearTimeout(conversation);
      releaseScreen();
    },
  };
}
