import type { Page } from '@playwright/test';
import { emittedAt, speechEnd, speechThreshold, volumeFormula } from './constant-tests';
import { answerWebCall, expect, holds, recordedCall } from './contract';

const ended = { type: 'status-update', status: 'ended' };

holds('3.messages', async (page) => {
  const messages = await page.evaluate(async () => {
    const { lab } = window;
    await lab.dial();
    window.machine.tell(JSON.stringify({ type: 'status-update', status: 'in-progress' }));
    window.machine.tell(JSON.stringify({ type: 'speech-update', status: 'started', role: 'user' }));
    await lab.settled();
    return lab.all('message');
  });
  expect(messages).toEqual([
    { type: 'status-update', status: 'in-progress' },
    { type: 'speech-update', status: 'started', role: 'user' },
  ]);
});

holds('4.listening', async (page) => {
  const starts = await page.evaluate(async () => {
    const { lab } = window;
    await lab.dial();
    await lab.letIn();
    const before = lab.all('call-start').length;
    window.machine.tell('listening');
    await lab.settled();
    return [before, lab.all('call-start').length, lab.all('message').length];
  });
  expect(starts).toEqual([0, 1, 0]);
});

/** The end of a call as the page hears it, with what the call itself said before. */
async function end(page: Page, told: object[] = []) {
  return page.evaluate(async (messages) => {
    const { lab } = window;
    await lab.dial();
    for (const message of messages) window.machine.tell(JSON.stringify(message));
    await lab.settled();
    lab.vapi.on('call-end', () => lab.heard.push({ name: 'present', payload: null, at: 0 }));
    window.machine.say({ action: 'left-meeting' });
    await lab.settled();
    return {
      heard: lab.heard
        .filter(({ name }) => name === 'call-end' || name === 'message')
        .map(({ name, payload }) => ({ name, payload: payload ?? null })),
      call: lab.vapi.getDailyCallObject(),
      left: lab.library.default.getCallInstance() ?? null,
      stopped: window.machine.of('local-recording-stop').length,
    };
  }, told);
}

holds('4.ended.mark', async (page) => {
  const told = { ...ended, endedReason: 'assistant-ended-call' };
  const { heard } = await end(page, [told]);
  expect(heard).toEqual([
    { name: 'message', payload: told },
    { name: 'call-end', payload: null },
  ]);
});

holds('4.left.call-end', async (page) => {
  const { heard } = await end(page);
  expect(heard.filter(({ name }) => name === 'call-end')).toHaveLength(1);
  expect(heard[0]?.name).toBe('call-end');
});

holds('4.left.status', async (page) => {
  const { heard } = await end(page);
  expect(heard).toEqual([
    { name: 'call-end', payload: null },
    { name: 'message', payload: { ...ended, endedReason: 'customer-ended-call' } },
  ]);
});

holds('4.left.once', async (page) => {
  const messages = async (told: object[]) =>
    (await end(page, told)).heard.filter(({ name }) => name === 'message').length;
  expect(await messages([])).toBe(1);
  await page.reload();
  expect(await messages([{ ...ended, endedReason: 'assistant-ended-call' }])).toBe(1);
  await page.reload();
  // Any other status does not stand for the end.
  expect(await messages([{ type: 'status-update', status: 'in-progress' }])).toBe(2);
});

holds('4.left.recording', async (page) => {
  expect((await end(page)).stopped).toBe(0);
  await page.reload();
  await answerWebCall(page, recordedCall);
  expect((await end(page)).stopped).toBe(1);
});

holds('4.left.cleanup', async (page) => {
  const { call, left } = await end(page);
  expect([call, left]).toEqual([null, null]);
  const again = await page.evaluate(async () => {
    await window.lab.vapi.start('assistant-2');
    return window.lab.vapi.getDailyCallObject()?.meetingState();
  });
  expect(again).toBe('joined-meeting');
});

holds('4.speech.source', async (page) => {
  const [local, remote] = await page.evaluate(async () => {
    const { lab } = window;
    await lab.dial();
    window.machine.say({ action: 'local-audio-level', audioLevel: 0.9 });
    await lab.settled();
    const before = lab.all('speech-start').length;
    window.machine.level(0.9);
    window.machine.level(0.9);
    await lab.settled();
    return [before, lab.all('speech-start').length];
  });
  expect([local, remote]).toEqual([0, 1]);
});

holds(['4.speech.threshold', '9.speech.threshold'], speechThreshold, 'above 0.01');
holds(['4.speech.end', '9.speech.end'], speechEnd);
holds(['4.volume.formula', '9.volume'], volumeFormula, 'sum over 0.15');

holds('4.volume.cap', async (page) => {
  const emitted = await emittedAt(page, [[0.16], [0.5, 0.5], [20]]);
  expect(emitted.map(({ volume }) => volume)).toEqual([1, 1, 1]);
});

holds('6.microphone', async (page) => {
  const raise = () =>
    page.evaluate(async () => {
      const { lab } = window;
      if (!lab.vapi) await lab.dial();
      await lab.vapi.increaseMicLevel(2);
      const inputs = window.machine.of('set-input-devices').length;
      const logged = lab.logged.map(({ text }) => text).filter((text) => /microphone/.test(text));
      return [inputs, logged] as const;
    });
  await page.context().clearPermissions();
  const [none, refused] = await raise();
  expect(none).toBe(0);
  expect(refused[0]).toContain('NotAllowedError');
  await page.context().grantPermissions(['microphone']);
  const [one, logged] = await raise();
  expect([one, logged.length]).toEqual([1, refused.length]);
});
