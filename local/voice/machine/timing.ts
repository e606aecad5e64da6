import type { Pace } from '../scenarios';

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
