import type { Turn } from '@/lib/call/types';

/** The label must not flicker in a short pause. */
const DEBOUNCE_MS = 1_000;

export interface DebouncedTurn {
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
  if (turn.next === turn.shown || now - turn.changedAt < DEBOUNCE_MS) return turn;
  return { shown: turn.next, next: turn.next, changedAt: now };
}

/** Shows another turn, now or as soon as `updateTurn` may. */
export function requestTurn(turn: DebouncedTurn, next: Turn, now: number): DebouncedTurn {
  return updateTurn({ ...turn, next }, now);
}
