import type { Turn } from './call-events';

/** A turn is shown at least this long, so that a short pause does not make the label flicker. */
const minimumMs = 1_000;

/** The turn that is shown, and the one to show next. `changedAt`: epoch ms. */
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

/** Shows the next turn if the present one has been shown long enough. Pure. */
export function updateTurn(turn: DebouncedTurn, now: number): DebouncedTurn {
  if (turn.next === turn.shown || now - turn.changedAt < minimumMs) return turn;
  return { shown: turn.next, next: turn.next, changedAt: now };
}

/** Shows another turn, now or as soon as `updateTurn` may. Pure. */
export function requestTurn(turn: DebouncedTurn, next: Turn, now: number): DebouncedTurn {
  return updateTurn({ ...turn, next }, now);
}
