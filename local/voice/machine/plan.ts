import type { Pace, Plan } from '../scenarios';
import { planOf } from '../scenarios';

/** Reads the plan from the room's URL; throws when there is none. */
export function readPlan(roomUrl: string): Required<Plan> {
  const { searchParams } = new URL(roomUrl);
  const [scenario, language, pace] = ['scenario', 'language', 'pace'].map((name) =>
    searchParams.get(name),
  );
  const plan = planOf([scenario, language, pace].join('-'));
  if (!plan?.pace) throw new Error(`Not a room of the local voice provider: ${roomUrl}`);
  return { ...plan, pace: plan.pace };
}

/** Reads from the room's URL how long the call may last, in ms. */
export function readMaxMs(roomUrl: string): number {
  return Number(new URL(roomUrl).searchParams.get('maxSeconds')) * 1000;
}

export const slowMs = 4000;

/** How long the provider takes, in ms: for the visitor to join, for the assistant to join, for an answer. */
export const delays: Record<Pace, { join: number; assistant: number; think: number }> = {
  realistic: { join: 80, assistant: 100, think: 350 },
  instant: { join: 0, assistant: 0, think: 0 },
};

/** After this long without a pause the assistant answers all the same. */
export const longestUtteranceMs: Record<Pace, number> = { realistic: 12_000, instant: 1500 };
