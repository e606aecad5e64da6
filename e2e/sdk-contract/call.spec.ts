import { long } from '../support/test';
import { expect, test } from './contract';

test.describe('in a call', long, () => {
  test('JSON of the assistant is a message, and nothing else is', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      await lab.join('never-answers-instant');
      lab.events = [];
      await lab.sayAsAssistant('no json', '{"type":', '', { type: 'transcript', role: 'user' });
      return lab.events;
    });
    expect(seen).toEqual([{ name: 'message', payload: { type: 'transcript', role: 'user' } }]);
  });

  test('the provider’s reason of the end comes once, before call-end', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      await lab.joinLive('hung-up-en-instant');
      await lab.waitUntil(() => lab.countEvents('call-end'), 'the end');
      await lab.settle();
      const names = ['message', 'error', 'call-end'];
      return lab.events
        .filter(({ name, payload }) => names.includes(name) && payload?.type !== 'speech-update')
        .filter(({ payload }) => payload?.type !== 'transcript')
        .slice(-3);
    });
    expect(seen).toMatchObject([
      { payload: { type: 'status-update', status: 'ended', endedReason: 'assistant-ended-call' } },
      { payload: { type: 'daily-error', error: { error: { type: 'ejected' } } } },
      { name: 'call-end' },
    ]);
  });

  test('what the page sends goes out as JSON, and 4096 characters are not too long', async ({
    page,
  }) => {
    const [sent, error] = await page.evaluate(async () => {
      const { lab } = window;
      await lab.join('never-answers-instant');
      const message = { role: 'user', content: 'ž'.repeat(4_000) } as const;
      const send = async () => lab.sdk.send({ type: 'add-message', message });
      const error = await lab.catchError(send());
      await lab.settle();
      return [lab.listRequests('app-msg').map(({ data }) => JSON.parse(String(data))), error];
    });
    const message = { role: 'user', content: 'ž'.repeat(4_000) };
    expect([sent, error]).toEqual([[{ type: 'add-message', message }], null]);
  });

  test('the state of the connection is passed on with its part', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      await lab.join('never-answers-instant');
      const message = { action: 'network-connection', type: 'signaling' };
      await lab.say({ ...message, event: 'interrupted' }, { ...message, event: 'connected' });
      return lab.getPayloads('network-connection').map(({ type, event }) => [type, event]);
    });
    expect(seen).toEqual([
      ['signaling', 'interrupted'],
      ['signaling', 'connected'],
    ]);
  });

  test('the room shows who is in it, and no longer who has left', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      await lab.joinLive();
      const present = [lab.getAssistant()?.user_name, lab.getVisitor()?.local];
      // Tracks cannot be posted.
      const participant = { ...lab.getAssistant(), tracks: {} };
      await lab.say({ action: 'participant-left', participant });
      return [...present, lab.getAssistant() ?? null, lab.room?.meetingState()];
    });
    expect(seen).toEqual(['Vapi Speaker', true, null, 'joined-meeting']);
  });

  test('the hosted call machine is a script of the host that the policy allows', async ({
    page,
  }) => {
    const script = page.waitForRequest(/call-machine/);
    await page.evaluate(() => {
      const { lab } = window;
      lab.create(undefined, null);
      void lab.join().catch(() => undefined);
    });
    expect(new URL((await script).url()).origin).toBe('https://c.daily.co');
    expect((await script).resourceType()).toBe('script');
  });
});
