import type { Turn } from './call-state';

/** A shown turn stays at least this long, so that a breath does not make the label flicker. */
const turnDwellMs = 1_000;

/** Who is shown as speaking, and who should be as soon as the dwell time allows. */
export interface TurnGate {
  shown: Turn;
  wanted: Turn;
  changedAt: number;
}

export const initialTurn: TurnGate = {
  shown: 'listening',
  wanted: 'listening',
  changedAt: Number.NEGATIVE_INFINITY,
};

/** Shows the wanted turn if the present one has been shown long enough. Pure. */
export function settleTurn(gate: TurnGate, now: number): TurnGate {
  if (gate.wanted === gate.shown || now - gate.changedAt < turnDwellMs) return gate;
  return { shown: gate.wanted, wanted: gate.wanted, changedAt: now };
}

/** Asks for a turn to be shown, now or when its time has come. Pure. */
export function wantTurn(gate: TurnGate, wanted: Turn, now: number): TurnGate {
  return settleTurn({ ...gate, wanted }, now);
}
