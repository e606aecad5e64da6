import type { Page } from '@playwright/test';

/** A start that finds another call object already there. */
export async function startBesideAnother(page: Page) {
  return page.evaluate(async () => {
    const { lab } = window;
    lab.call();
    const result = await lab.dial();
    return { result, heard: lab.heard, creation: lab.stages('daily-call-object-creation') };
  });
}

/** A start whose request to join is refused. */
export async function startRefused(page: Page) {
  return page.evaluate(async () => {
    const { lab } = window;
    const error = { type: 'not-allowed', msg: 'You are not allowed to join this meeting.' };
    window.machinePlan = { answers: { 'join-meeting': { error } } };
    const result = await lab.dial();
    return { result, heard: lab.heard, join: lab.stages('daily-call-join') };
  });
}

/**
 * A start whose call is over in the very moment in which it was joined. The SDK's clean-up and its
 * start race then, and for some distance between the two messages the start goes on without a call.
 */
export async function startOvertakenByEnd(page: Page) {
  return page.evaluate(async () => {
    const { lab } = window;
    window.machinePlan = { answers: { 'join-meeting': 'nothing' } };
    for (let distance = 1; distance < 30; distance += 1) {
      lab.heard = [];
      const started = lab.dial();
      await lab.until(() => window.machine?.of('join-meeting').length === 1, 'join-meeting');
      const { machine } = window;
      machine.sayAtOnce({ action: 'left-meeting' });
      for (let step = 0; step < distance; step += 1) await null;
      machine.sayAtOnce(machine.joined());
      await Promise.race([started, lab.settled()]);
      const failed = lab.all('call-start-progress').some(({ status }) => status === 'failed');
      if (failed) return { errors: lab.all('error'), progress: lab.all('call-start-progress') };
      await lab.vapi.stop();
      delete (window as Partial<Window>).machine;
    }
    return { errors: [], progress: [] };
  });
}
