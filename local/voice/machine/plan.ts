import type { Pace, Plan } from '../scenarios';
import { planOf } from '../scenarios';

/** The plan that the provider wrote into the room's URL; throws where there is none. */
export function readPlan(roomUrl: string): Required<Plan> {
  const { searchParams } = new URL(roomUrl);
  const [scenario, language, pace] = ['scenario', 'language', 'pace'].map((name) =>
    searchParams.get(name),
  );
  const plan = planOf([scenario, language, pace].join('-'));
  if (!plan?.pace) throw new Error(`Not a room of the local voice provider: ${roomUrl}`);
  return { ...plan, pace: plan.pace };
}

export const slowMs = 4000;

/** What the provider's own work takes: joining the room, the assistant coming, thinking of an answer. */
export const delays: Record<Pace, { join: number; assistant: number; think: number }> = {
  realistic: { join: 80, assistant: 100, think: 350 },
  instant: { join: 0, assistant: 0, think: 0 },
};

/** How long the visitor may talk without a pause before the assistant takes its turn. */
export const longestUtteranceMs: Record<Pace, number> = { realistic: 12_000, instant: 1500 };
