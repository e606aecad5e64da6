import type { Page } from '@playwright/test';
import { differs, expect, holds } from './contract';

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
