import { countEvent } from '@/lib/analytics/count';
import type { CallEvent } from '@/lib/call/types';
import { initialUnheardState, reduceUnheard } from './unheard';
import { initialTurn, requestTurn, updateTurn } from './turn';
import { keepScreenOn } from '@/lib/call/audio/wake-lock';

const TICK_INTERVAL_MS = 500;
const LAST_MINUTE_MS = 60_000;
/** A call that lasts this long counts as a conversation. */
const MIN_CONVERSATION_MS = 30_000;

export interface LiveWatch {
  handleEvent(event: CallEvent): void;
  stop(): void;
}

/** Derives `turn`, `unheard` and `last-minute` from a live call, and keeps the screen on. */
export function watchLiveCall(endsAt: number, emit: (event: CallEvent) => void): LiveWatch {
  let turn = initialTurn;
  let unheardState = initialUnheardState;
  let isLastMinute = false;
  const releaseScreen = keepScreenOn();

  const setTurn = (next: typeof turn) => {
    const hasChanged = next.shown !== turn.shown;
    turn = next;
    if (hasChanged) emit({ type: 'turn', turn: turn.shown });
  };
  const updateUnheard = (event: Parameters<typeof reduceUnheard>[1]) => {
    const { unheard } = unheardState;
    unheardState = reduceUnheard(unheardState, event, Date.now());
    if (unheardState.unheard !== unheard) emit({ type: 'unheard', unheard: unheardState.unheard });
  };
  const ticker = setInterval(() => {
    setTurn(updateTurn(turn, Date.now()));
    updateUnheard({ type: 'tick' });
    if (isLastMinute || Date.now() < endsAt - LAST_MINUTE_MS) return;
    isLastMinute = true;
    emit({ type: 'last-minute' });
  }, TICK_INTERVAL_MS);
  const conversationTimer = setTimeout(() => countEvent('call_30_seconds'), MIN_CONVERSATION_MS);

  return {
    handleEvent(event) {
      if (event.type === 'assistant-speech') {
        setTurn(requestTurn(turn, event.speaking ? 'speaking' : 'listening', Date.now()));
      }
      updateUnheard(event);
    },
    stop() {
      clearInterval(ticker);
      clearTimeout(conversationTimer);
      releaseScreen();
    },
  };
}
