import { MAX_TYPED_LENGTH } from '@/lib/call/session/call-session';
import {
  mountCallAt,
  mountHook,
  playUntil,
  setUpFakeWorld,
  performStep,
  world,
} from '../session/call-fixture';

setUpFakeWorld();

const createMessage = (content: string) =>
  JSON.stringify({
    type: 'add-message',
    message: { role: 'user', content },
    triggerResponseEnabled: true,
  });
const listSent = () => world.room?.sent.filter((data) => data !== 'playable');
const listEntries = (widget: ReturnType<typeof mountHook>) =>
  widget.getSession().transcript.get().entries;

it.each(['voice', 'text'] as const)(
  'are sent trimmed and shown once in a %s call',
  async (input) => {
    const widget = await mountCallAt('live', input);
    let isAccepted = false;
    await performStep(() => (isAccepted = widget.getSession().type('  What does it cost? ')));
    expect(isAccepted).toBe(true);
    expect(listSent()).toEqual([createMessage('What does it cost?')]);
    const turn = { id: 1, kind: 'said', who: 'visitor', text: 'What does it cost?', typed: true };
    expect(listEntries(widget)).toMatchObject([turn]);
    const echo = { type: 'transcript', role: 'user', transcriptType: 'final' };
    await performStep(() =>
      world.sdk?.emit('message', { ...echo, transcript: 'What does it cost?' }),
    );
    expect(listEntries(widget)).toMatchObject([turn]);
  },
);

it.each(['start', 'microphone', 'room', 'script', 'join'] as const)(
  'are not accepted at the stage %s, where the SDK would lose them',
  async (stage) => {
    const widget = await mountCallAt(stage);
    expect(widget.getSession().type('Hello')).toBe(false);
    expect(listEntries(widget)).toEqual([]);
    expect(listSent() ?? []).toEqual([]);
  },
);

it('are not accepted before or after a call', async () => {
  const widget = mountHook();
  expect(widget.getSession().type('Hello')).toBe(false);
  await playUntil(widget, 'live');
  const { room } = world;
  await performStep(() => {
    widget.getSession().end();
    expect(widget.getSession().type('Hello')).toBe(false);
  });
  expect(widget.getSession().type('Hello')).toBe(false);
  expect(room?.sent).toEqual(['playable']);
});

it('are not accepted while the connection is interrupted', async () => {
  const widget = await mountCallAt('live');
  const emitNetworkEvent = (event: string) =>
    performStep(() => world.sdk?.emit('network-connection', { type: 'signaling', event }));
  await emitNetworkEvent('interrupted');
  expect(widget.getSession().type('Hello')).toBe(false);
  await emitNetworkEvent('connected');
  expect(widget.getSession().type('Hello')).toBe(true);
});

it('are not accepted when empty or too long', async () => {
  const widget = await mountCallAt('live');
  for (const text of ['', ' \n ', 'x'.repeat(MAX_TYPED_LENGTH + 1)]) {
    expect(widget.getSession().type(text)).toBe(false);
  }
  expect(listEntries(widget)).toEqual([]);
  expect(widget.getSession().type(` ${'x'.repeat(MAX_TYPED_LENGTH)} `)).toBe(true);
  expect(listSent()).toEqual([createMessage('x'.repeat(500))]);
});

it('may be typed before the call without a change', async () => {
  const widget = await mountCallAt('join');
  const before = widget.getState();
  await performStep(() => widget.getSession().call?.setTyping(true));
  expect(widget.getState()).toBe(before);
});
