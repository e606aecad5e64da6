import type { Call } from './call';
import { wait } from './plan';

const FAULT_DELAY_MS = 1500;

/** Plays the scenario's fault in a live call. Rejects when the call ends. */
export async function playFault(call: Call): Promise<void> {
  const { signal } = call;
  const reportConnection = (event: 'interrupted' | 'connected') => {
    call.post({ action: 'network-connection', type: 'signaling', event });
    const state = event === 'connected' ? 'good' : 'bad';
    call.post({
      action: 'network-quality-change',
      state: { state, reasons: [] },
      threshold: state === 'good' ? 'good' : 'very-low',
      quality: state === 'good' ? 100 : 10,
    });
  };

  switch (call.plan.scenario) {
    case 'ejected':
      await wait(FAULT_DELAY_MS, signal);
      return call.fail('ejected', 'Meeting has ended');
    case 'hung-up':
      await wait(FAULT_DELAY_MS, signal);
      return call.hangUp('assistant-ended-call');
    case 'ended-open-room':
      await wait(FAULT_DELAY_MS, signal);
      return call.announceEnd('assistant-ended-call');
    case 'assistant-leaves':
      await wait(FAULT_DELAY_MS, signal);
      return call.dismissAssistant();
    case 'time-limit':
      await wait(FAULT_DELAY_MS, signal);
      return call.hangUp('exceeded-max-duration');
    case 'assistant-fault':
      await wait(FAULT_DELAY_MS, signal);
      return call.hangUp('call.in-progress.error-vapifault-worker-died');
    case 'network-interrupted':
      await wait(1000, signal);
      reportConnection('interrupted');
      await wait(3000, signal);
      return reportConnection('connected');
    case 'network-lost':
      await wait(1000, signal);
      reportConnection('interrupted');
      await wait(2000, signal);
      return call.fail('connection-error', 'Connection to the call was lost.', {
        on: 'reconnect',
        attempts: 3,
      });
    case 'noise-filter-drops':
      await Promise.race([
        call.audio.firstMute.then(() => wait(500, signal)),
        wait(10_000, signal),
      ]);
      return call.post({
        action: 'nonfatal-error',
        type: 'audio-processor-error',
        errorMsg: 'The noise filter stopped working.',
      });
    default:
  }
}
