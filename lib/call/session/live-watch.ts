import { countEvent } from '@/lib/analytics/count';
import type { CallEvent, Turn } from '@/lib/call/types';
import { initialUnheardState, reduceUnheard } from './unheard';
import { keepScreenOn } from '@/lib/call/audio/wake-lock';

const TICK_INTERVAL_MS = 500;
const LAST_MINUTE_MS = 60_000;
/** A call that lasts this long counts as a conversation. */
const MIN_CONVERSATION_MS = 30_000;

/** The label must not flicker in a short pause. */
const TURN_DEBOUNCE_MS = 1_000;

interface DebouncedTurn {
  shown: Turn;
  next: Turn;
  changedAt: number;
}

export const initialTurn: DebouncedTurn = {
  shown: 'listening',
  next: 'listening',
  changedAt: Number.NEGATIVE_INFINITY,
};

/** Shows the next turn if the current one has been shown long enough. */
export function updateTurn(turn: DebouncedTurn, now: number): DebouncedTurn {
  if (turn.next === turn.shown || now - turn.changedAt < TURN_DEBOUNCE_MS) return turn;
  return { shown: turn.next, next: turn.next, changedAt: now };
}

/** Shows another turn, now or as soon as `updateTurn` may. */
export function requestTurn(turn: DebouncedTurn, next: Turn, now: number): DebouncedTurn {
  return updateTurn({ ...turn, next }, now);
}

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
