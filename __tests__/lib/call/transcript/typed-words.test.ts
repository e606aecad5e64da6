import { MAX_TYPED_LENGTH } from '@/lib/call/session/call-session';
import { mountCallAt, performStep, setUpFakeWorld, stages, world } from '../session/call-fixture';

setUpFakeWorld();

const createMessage = (content: string) =>
  JSON.stringify({
    type: 'add-message',
    message: { role: 'user', content },
    triggerResponseEnabled: true,
  });
const listSent = () => (world.room?.sent ?? []).filter((data) => data !== 'playable');

it.each(['voice', 'text'] as const)(
  'are sent trimmed and shown once in a %s call',
  async (input) => {
    const { session } = await mountCallAt('live', input);
    const text = 'What does it cost?';
    expect(session.type(`  ${text} `)).toBe(true);
    expect(listSent()).toEqual([createMessage(text)]);
    const echo = { type: 'transcript', role: 'user', transcriptType: 'final', transcript: text };
    await performStep(() => world.sdk?.emit('message', echo));
    const { entries } = session.transcript.get();
    expect(entries).toMatchObject([{ kind: 'said', who: 'visitor', text, typed: true }]);
  },
);

it.each(stages.slice(0, -1))(
  'are not accepted at the stage %s, where the SDK would lose them',
  async (stage) => {
    const { session } = await mountCallAt(stage);
    expect(session.type('Hello')).toBe(false);
    expect(session.transcript.get().entries).toEqual([]);
    expect(listSent()).toEqual([]);
  },
);

it('are accepted in a joined room with a steady connection, until the end', async () => {
  const { session } = await mountCallAt('live');
  const room = world.room!;
  const emitNetworkEvent = (event: string) =>
    world.sdk?.emit('network-connection', { type: 'signaling', event });
  emitNetworkEvent('interrupted');
  expect(session.type('Interrupted')).toBe(false);
  emitNetworkEvent('connected');
  jest.spyOn(room, 'meetingState').mockReturnValueOnce('left-meeting');
  expect(session.type('Left')).toBe(false);
  expect(session.type('Hello')).toBe(true);
  session.end();
  expect(session.type('Ended')).toBe(false);
  expect(room.sent).toEqual(['playable', createMessage('Hello')]);
});

it('are not accepted when empty or too long', async () => {
  const { session } = await mountCallAt('live');
  for (const text of ['', ' \n ', 'x'.repeat(MAX_TYPED_LENGTH + 1)])
    expect(session.type(text)).toBe(false);
  expect(session.transcript.get().entries).toEqual([]);
  expect(session.type(` ${'x'.repeat(MAX_TYPED_LENGTH)} `)).toBe(true);
  expect(listSent()).toEqual([createMessage('x'.repeat(500))]);
});
