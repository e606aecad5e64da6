import type { Page } from '@playwright/test';
import { answerWebCall, differs, expect, holds, openLab, test, webCall } from './contract';
import { titleOf } from '../../proofs/sdk-contract/assumptions';
import {
  emittedAt,
  observerInterval,
  recordingSize,
  speechEnd,
  speechThreshold,
  volumeFormula,
} from './constant-tests';

const recorded = { ...webCall, artifactPlan: { videoRecordingEnabled: true } };
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
  await answerWebCall(page, recorded);
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

/** What goes into the call when a page does this. */
async function sent(page: Page, act: string, ...args: unknown[]): Promise<unknown> {
  return page.evaluate(
    async ([method, parameters]) => {
      const { lab } = window;
      await lab.dial();
      const vapi = lab.vapi as unknown as Record<string, (...args: unknown[]) => void>;
      vapi[method]?.(...parameters);
      await lab.settled();
      return window.machine.of('app-msg').map(({ data }) => data);
    },
    [act, args] as const,
  );
}

differs(
  '7.messages.json',
  'all but one: that the assistant can be heard is told with the bare word playable',
  async (page) => {
    const message = { type: 'add-message', message: { role: 'system', content: 'ž' } };
    expect(await sent(page, 'send', message)).toEqual([JSON.stringify(message)]);
    const bare = await page.evaluate(async () => {
      await window.lab.letIn();
      await window.lab.playing();
      return window.machine.of('app-msg').at(-1)?.data;
    });
    expect(bare).toBe('playable');
  },
);

const said = async (page: Page, ...args: unknown[]) => {
  const [message] = (await sent(page, 'say', ...args)) as string[];
  return JSON.parse(message ?? '') as unknown;
};

holds('7.say.fields', async (page) => {
  expect(await said(page, 'Goodbye', true)).toMatchObject({
    type: 'say',
    message: 'Goodbye',
    endCallAfterSpoken: true,
  });
});

holds('7.say.interruptions', async (page) => {
  expect(await said(page, 'Hello')).toMatchObject({ interruptionsEnabled: false });
  await page.reload();
  expect(await said(page, 'Hello', false, true)).toMatchObject({ interruptionsEnabled: true });
});

holds('7.say.interrupt-assistant', async (page) => {
  expect(await said(page, 'Hello')).toMatchObject({ interruptAssistantEnabled: false });
  await page.reload();
  expect(await said(page, 'Hello', false, false, true)).toMatchObject({
    interruptAssistantEnabled: true,
  });
});

/** The requests after the call machine reports that its audio processor failed, the call being muted. */
async function recover(page: Page) {
  return page.evaluate(async () => {
    const { lab } = window;
    await lab.dial();
    lab.vapi.setMuted(true);
    await lab.settled();
    const before = window.machine.requests.length;
    window.machine.say({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg: 'No' });
    await lab.settled();
    return { requests: window.machine.requests.slice(before), errors: lab.all('error').length };
  });
}

holds('8.recovery.off', async (page) => {
  const { requests, errors } = await recover(page);
  expect(requests[0]).toMatchObject({
    action: 'update-input-settings',
    inputSettings: { audio: { processor: { type: 'none' } } },
  });
  expect(errors).toBe(0);
});

holds('8.recovery.audio', async (page) => {
  const { requests } = await recover(page);
  expect(requests.slice(1)).toEqual([
    expect.objectContaining({ action: 'local-audio', state: true }),
  ]);
});

holds('8.unparsable', async (page) => {
  const [heard, logged] = await page.evaluate(async () => {
    const { lab } = window;
    await lab.dial();
    const before = lab.heard.length;
    for (const data of ['no json', '{"type":', '']) window.machine.tell(data);
    await lab.settled();
    const lines = lab.logged.filter(({ text }) => text.startsWith('Error parsing message data'));
    return [lab.heard.slice(before).map(({ name }) => name), lines.map(({ level }) => level)];
  });
  expect(heard).toEqual([]);
  expect(logged).toEqual(['log', 'log', 'log']);
});

holds('9.observer', observerInterval);

holds('9.recording.size', async (page) => {
  await answerWebCall(page, recorded);
  await recordingSize(page);
});

const recording = (page: Page) =>
  page.evaluate(async () => {
    await window.lab.dial();
    return window.lab.request('local-recording-start');
  });

holds(
  '9.recording.background',
  async (page) => {
    await answerWebCall(page, recorded);
    expect((await recording(page)).backgroundColor).toBe('#FF1F2D3D');
  },
  '#FF1F2D3D',
);

holds('9.recording.layout', async (page) => {
  await answerWebCall(page, recorded);
  expect((await recording(page)).layout).toEqual({ preset: 'default' });
});

holds('9.subscription', async (page) => {
  const properties = await page.evaluate(async () => {
    await window.lab.dial();
    return (await window.lab.request('join-meeting')).properties;
  });
  expect(properties).toMatchObject({ subscribeToTracksAutomatically: false });
});

const subscribed = (page: Page) =>
  page.evaluate(async () => {
    await window.lab.dial();
    await window.lab.letIn();
    const { properties } = await window.lab.request('update-participant');
    return (properties as { setSubscribedTracks: unknown }).setSubscribedTracks;
  });

holds('9.subscription.audio', async (page) => {
  for (const provider of ['11labs', 'tavus']) {
    await answerWebCall(page, { ...webCall, assistant: { voice: { provider } } });
    expect(await subscribed(page)).toMatchObject({ audio: true });
    await page.reload();
  }
});

holds('9.subscription.video-recording', async (page) => {
  expect(await subscribed(page)).toEqual({ audio: true, video: false });
  await page.reload();
  await answerWebCall(page, recorded);
  expect(await subscribed(page)).toEqual({ audio: true, video: true });
});

holds('9.subscription.video-tavus', async (page) => {
  await answerWebCall(page, { ...webCall, assistant: { voice: { provider: 'tavus' } } });
  expect(await subscribed(page)).toEqual({ audio: true, video: true });
  await page.reload();
  await answerWebCall(page, { ...webCall, assistant: { voice: { provider: 'tavusx' } } });
  expect(await subscribed(page)).toEqual({ audio: true, video: false });
});

holds(
  '9.speaker',
  async (page) => {
    const listen = (name: string) =>
      page.evaluate(async (user_name) => {
        const { lab } = window;
        await lab.dial();
        await lab.letIn({ user_name });
        // After somebody else, the speaker: by then somebody else's sound would be playing, too.
        if (user_name !== 'Vapi Speaker') await lab.letIn({ session_id: 'second' });
        await lab.playing();
        const playable = window.machine.of('app-msg').filter(({ data }) => data === 'playable');
        return [
          playable.length,
          document.querySelectorAll('audio').length,
          lab.all('audio').length,
        ];
      }, name);
    expect(await listen('Vapi Speaker')).toEqual([1, 1, 1]);
    await page.reload();
    expect(await listen('Somebody else')).toEqual([1, 1, 1]);
  },
  'Vapi Speaker',
);

holds('9.noise', async (page) => {
  const settings = await page.evaluate(async () => {
    await window.lab.dial();
    return (await window.lab.request('update-input-settings')).inputSettings;
  });
  expect(settings).toEqual({ audio: { processor: { type: 'noise-cancellation' } } });
});

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });

  test(titleOf(['3.events.mobile']), async ({ page, scripts }) => {
    await openLab(page, scripts);
    await answerWebCall(page, { message: 'no' }, 500);
    const context = await page.evaluate(async () => {
      await window.lab.dial();
      return window.lab.all('call-start-failed')[0].context;
    });
    expect(context).toMatchObject({ isMobile: true });
  });

  test(titleOf(['9.mobile']), async ({ page, scripts }) => {
    await page.clock.install();
    await openLab(page, scripts);
    await page.clock.pauseAt(Date.now() + 60_000);
    const state = () =>
      page.evaluate(() => [
        window.lab.stages('mobile-permissions'),
        window.lab.stages('daily-call-join'),
      ]);
    await page.evaluate(() => void window.lab.dial());
    await expect.poll(state).toEqual([['started'], []]);
    await page.clock.runFor(999);
    expect(await state()).toEqual([['started'], []]);
    await page.clock.runFor(1);
    await expect.poll(state).toEqual([
      ['started', 'completed'],
      ['started', 'completed'],
    ]);
  });
});
