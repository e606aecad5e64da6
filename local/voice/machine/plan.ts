import { type Pace, type Plan, parseAssistantId } from '../scenarios';

/** Reads the plan from the room's URL. Throws if there is none. */
export function readPlan(roomUrl: string): Required<Plan> {
  const { searchParams } = new URL(roomUrl);
  const [scenario, language, pace] = ['scenario', 'language', 'pace'].map((name) =>
    searchParams.get(name),
  );
  const plan = parseAssistantId([scenario, language, pace].join('-'));
  if (!plan?.pace) throw new Error(`Not a room of the local voice provider: ${roomUrl}`);
  return { ...plan, pace: plan.pace };
}

export function readMaxMs(roomUrl: string): number {
  return Number(new URL(roomUrl).searchParams.get('maxSeconds')) * 1000;
}

/** In ms, until the visitor joins, the assistant joins, and the assistant replies. */
export const DELAYS_MS: Record<Pace, { join: number; assistant: number; think: number }> = {
  realistic: { join: 80, assistant: 100, think: 350 },
  instant: { join: 0, assistant: 0, think: 0 },
};

/** After this time the assistant replies even if the visitor makes no pause. */
export const LONGEST_UTTERANCE_MS: Record<Pace, number> = { realistic: 12_000, instant: 1500 };

/** Resolves after `ms`, or rejects with the signal's reason when it is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
