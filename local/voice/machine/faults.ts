import type { ScenarioId } from '../scenarios';
import type { MachineCall } from './machine-call';
import { wait } from './timing';

const FAULT_DELAY_MS = 1500;
const FAULTS: Partial<Record<ScenarioId, (call: MachineCall) => void>> = {
  ejected: (call) => call.fail('ejected', 'Meeting has ended'),
  'hung-up': (call) => call.hangUp('assistant-ended-call'),
  'ended-open-room': (call) => call.announceEnd('assistant-ended-call'),
  'assistant-leaves': (call) => call.dismissAssistant(),
  'time-limit': (call) => call.hangUp('exceeded-max-duration'),
  'assistant-fault': (call) => call.hangUp('call.in-progress.error-vapifault-worker-died'),
};

/** Plays the scenario's fault in a live call. Rejects when the call ends. */
export async function playFault(call: MachineCall): Promise<void> {
  const { signal } = call;
  const { scenario } = call.plan;
  const fault = FAULTS[scenario];
  if (fault) {
    await wait(FAULT_DELAY_MS, signal);
    fault(call);
  }
  if (scenario === 'network-interrupted' || scenario === 'network-lost') {
    await wait(1000, signal);
    reportConnection(call, false);
    if (scenario === 'network-interrupted') {
      await wait(3000, signal);
      reportConnection(call, true);
    } else {
      await wait(2000, signal);
      const details = { on: 'reconnect', attempts: 3 };
      call.fail('connection-error', 'Connection to the call was lost.', details);
    }
  }
  if (scenario === 'noise-filter-drops') {
    await Promise.race([call.audio.firstMute.then(() => wait(500, signal)), wait(10_000, signal)]);
    call.post({
      action: 'nonfatal-error',
      type: 'audio-processor-error',
      errorMsg: 'The noise filter stopped working.',
    });
  }
}

function reportConnection(call: MachineCall, isConnected: boolean): void {
  const event = isConnected ? 'connected' : 'interrupted';
  call.post({ action: 'network-connection', type: 'signaling', event });
  call.post({
    action: 'network-quality-change',
    state: { state: isConnected ? 'good' : 'bad', reasons: [] },
    threshold: isConnected ? 'good' : 'very-low',
    quality: isConnected ? 100 : 10,
  });
}
