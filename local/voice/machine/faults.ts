import type { ScenarioId } from '../scenarios';
import type { Message } from './channel';
import { wait } from './wait';

export type FaultParts = {
  post: (message: Message) => void;
  hangUp: (endedReason: string) => void;
  fail: (type: string, msg: string, details?: Record<string, unknown>) => void;
  /** Resolves with the visitor's first mute. */
  firstMute: Promise<void>;
  signal: AbortSignal;
};

const soonMs = 1500;

/** What goes wrong in a call that has started. Rejects with the signal's reason once it is over. */
export async function actOutFault(scenario: ScenarioId, parts: FaultParts): Promise<void> {
  const { post, hangUp, fail, firstMute, signal } = parts;
  const connection = (event: 'interrupted' | 'connected') => {
    post({ action: 'network-connection', type: 'signaling', event });
    const state = event === 'connected' ? 'good' : 'bad';
    post({
      action: 'network-quality-change',
      state: { state, reasons: [] },
      threshold: state === 'good' ? 'good' : 'very-low',
      quality: state === 'good' ? 100 : 10,
    });
  };

  switch (scenario) {
    case 'ejected':
      await wait(soonMs, signal);
      return fail('ejected', 'Meeting has ended');
    case 'hung-up':
      await wait(soonMs, signal);
      return hangUp('assistant-ended-call');
    case 'time-limit':
      await wait(soonMs, signal);
      return hangUp('exceeded-max-duration');
    case 'assistant-fault':
      await wait(soonMs, signal);
      return hangUp('call.in-progress.error-vapifault-worker-died');
    case 'network-interrupted':
      await wait(1000, signal);
      connection('interrupted');
      await wait(3000, signal);
      return connection('connected');
    case 'network-lost':
      await wait(1000, signal);
      connection('interrupted');
      await wait(2000, signal);
      return fail('connection-error', 'Connection to the call was lost.', {
        on: 'reconnect',
        attempts: 3,
      });
    case 'noise-filter-drops':
      await Promise.race([firstMute.then(() => wait(500, signal)), wait(10_000, signal)]);
      return post({
        action: 'nonfatal-error',
        type: 'audio-processor-error',
        errorMsg: 'The noise filter stopped working.',
      });
    default:
  }
}
