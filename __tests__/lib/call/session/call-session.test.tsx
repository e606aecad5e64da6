import { MAX_TYPED_LENGTH } from '@/lib/call/session/call-session';
import {
  endAtProvider,
  leavePage,
  mountCallAt,
  mountPage,
  performStep,
  setUpFakeWorld,
  world,
} from './call-fixture';
import { defer } from '../audio/fake-devices';
import type { FailureReport } from './fake-world';
import { cameraErrors } from '../sdk/sdk-error-fixtures';

setUpFakeWorld();

const requested = { status: 'initialising', press: { at: expect.any(Number) } };
const setupFailed = { status: 'unusable', failure: { kind: 'init-failed', phase: 'setup' } };

describe('a press', () => {
  it('starts one call, however often it is repeated', async () => {
    const { session } = mountPage();
    await performStep();
    await performStep(() => {
      session.start();
      session.start();
    });
    await performStep(() => world.answerPrompt());
    await performStep(() => session.start());
    expect(world.requested).toHaveLength(1);
    expect(world.prompts).toEqual([]);
  });

  it('while loading is kept, and the last one counts', async () => {
    const sdk = defer<typeof world.Sdk>();
    const { session, getState } = mountPage({ sdk: sdk.promise });
    session.start();
    await performStep(() => session.start('text'));
    expect(getState()).toMatchObject(requested);
    expect(world.tracks).toEqual([]);
    await performStep(() => sdk.resolve(world.Sdk));
    expect(getState()).toMatchObject({ status: 'connecting', input: 'text' });
    for (const answer of world.answers) await performStep(answer);
    expect(getState()).toMatchObject({ status: 'live', input: 'text' });
  });

  const tooSlow: FailureReport[] = [{ kind: 'init-failed', stage: 'setup' }];

  it.each<[string, () => void, string, FailureReport[]]>([
    ['twenty seconds pass', () => undefined, 'unusable', tooSlow],
    ['the page is left', leavePage, 'initialising', []],
  ])('while loading is forgotten when %s', async (_why, act, status, reports) => {
    const sdk = defer<typeof world.Sdk>();
    const { session, getState } = mountPage({ sdk: sdk.promise });
    session.start();
    await performStep(act, 20_000);
    expect(getState()).toMatchObject({ status });
    expect(getState()).not.toMatchObject(requested);
    expect(world.reports).toEqual(reports);
    await performStep(() => sdk.resolve(world.Sdk));
    expect(getState().status).toBe('idle');
    expect(world.mediaRequests).toEqual([]);
  });

  it('expires 20 seconds after it was made, also if it is passed on later', async () => {
    const { session, getState } = mountPage({ sdk: new Promise(() => undefined) });
    const pressedAt = Date.now();
    await performStep(undefined, 15_000);
    session.start('voice', pressedAt);
    await performStep(undefined, 4_900);
    expect(getState()).toMatchObject(requested);
    // Another press is kept longer.
    session.start();
    await performStep(undefined, 19_900);
    expect(getState()).toMatchObject(requested);
    await performStep(undefined, 100);
    expect(getState()).toMatchObject(setupFailed);
    await performStep(undefined, 60_000);
    expect(world.reports).toHaveLength(1);
  });

  it('starts nothing once it has expired, even if no timer ran meanwhile', async () => {
    const sdk = defer<typeof world.Sdk>();
    const { session, getState } = mountPage({ sdk: sdk.promise });
    await performStep(() => session.start());
    jest.setSystemTime(Date.now() + 20_000);
    await performStep(() => sdk.resolve(world.Sdk));
    expect(getState().status).toBe('idle');
    expect(world.mediaRequests).toEqual([]);
  });
});

it('does not mute a call that is connecting', async () => {
  const { session, getState } = await mountCallAt('join');
  await performStep(() => session.toggleMute());
  await performStep(() => world.room?.connectAssistant());
  expect(getState()).toMatchObject({ status: 'live', muted: false });
  expect(world.liveTracks).toMatchObject([{ enabled: true }]);
});

it('keeps what was said after the call, and starts the next one without it', async () => {
  const { session, getState } = await mountCallAt('live');
  const transcript = { type: 'transcript', role: 'assistant', transcriptType: 'final' };
  const part = { ...transcript, role: 'user', transcriptType: 'partial', transcript: 'And then' };
  const tool = { id: 'a', function: { name: 'create_ticket', arguments: {} } };
  await performStep(() => {
    world.sdk?.emit('message', { ...transcript, transcript: 'Hello' });
    world.sdk?.emit('message', { type: 'tool-calls', toolCallList: [tool] });
    world.sdk?.emit('message', { type: 'tool-calls-result', toolCallResult: { toolCallId: 'a' } });
    world.sdk?.emit('message', part);
    world.sdk?.emit('speech-start');
    world.sdk?.emit('volume-level', 0.7);
    world.sdk?.emit('local-volume-level', 0.3);
  }, 1_000);
  expect(getState()).toMatchObject({ activity: 'speaking' });
  expect(session.levels).toEqual({ assistant: 0.7, visitor: 0.3 });
  await performStep(() => session.end(), 1_000);
  expect(session.levels).toEqual({ assistant: 0, visitor: 0 });
  // Ten samples a second; the visitor is amplified.
  expect(session.record).toEqual(Array(10).fill(expect.closeTo(-0.9)));
  expect(session.transcript.get()).toMatchObject([
    { text: 'Hello' },
    { who: 'visitor', text: 'And then', status: 'cut' },
    { tool: 'create_ticket', done: true },
  ]);
  session.start();
  expect(session.record).toEqual([]);
  expect(session.transcript.get()).toEqual([]);
  for (const answer of world.answers) await performStep(answer);
  expect(getState()).toMatchObject({ status: 'live', activity: 'listening' });
});

describe('a call in typed words', () => {
  it('starts within the press, over a silent track instead of a microphone', async () => {
    const { session, getState } = mountPage();
    await performStep();
    session.start('text');
    expect(world.tracks).toMatchObject([{ isSilent: true, readyState: 'live' }]);
    expect(getState()).toMatchObject({ status: 'connecting', input: 'text', phase: 'dialling' });
    for (const answer of world.answers) await performStep(answer);
    expect(getState()).toMatchObject({ status: 'live', input: 'text' });
    expect(world.liveTracks).toEqual(world.tracks);
    expect(world.tracks).toHaveLength(1);
    expect(world.room?.participants().local?.tracks.audio.persistentTrack).toBe(world.tracks[0]);
    expect(world.mediaRequests).toEqual([]);
  });

  it('fails without asking for permission in a browser without audio', async () => {
    Object.assign(globalThis, { AudioContext: undefined });
    const { getState } = await mountCallAt('live', 'text');
    const failure = { kind: 'unsupported-browser', phase: 'dialling' };
    expect(getState()).toMatchObject({ status: 'idle', failure });
    expect(world.reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
    expect(world.requested).toEqual([]);
    expect(world.mediaRequests).toEqual([]);
  });

  it('ignores that the SDK misses a microphone while it joins', async () => {
    const { getState } = await mountCallAt('script', 'text');
    await performStep(() => world.sdk?.emit('camera-error', cameraErrors.missing), 1_000);
    expect(getState().status).toBe('connecting');
    expect(world.reports).toEqual([]);
  });

  it.each(['voice', 'text'] as const)(
    'says in a call by %s that the visitor is not heard, but not in a typed one',
    async (input) => {
      const { getState } = await mountCallAt('live', input);
      await performStep(() => world.sdk?.emit('speech-start'));
      await performStep(() => world.sdk?.emit('speech-end'));
      await performStep(() => world.sdk?.emit('local-volume-level', 0.001), 10_000);
      expect(getState()).toMatchObject({ unheard: input === 'voice' });
      await performStep(() =>
        world.sdk?.emit('local-audio-level-observer-error', new Error('none')),
      );
      expect(getState()).toMatchObject({ status: 'live', unheard: false });
    },
  );
});

describe('typed words', () => {
  const createMessage = (content: string) =>
    JSON.stringify({
      type: 'add-message',
      message: { role: 'user', content },
      triggerResponseEnabled: true,
    });
  const listSent = () => (world.room?.sent ?? []).filter((data) => data !== 'playable');

  it('are sent trimmed and shown once', async () => {
    const { session } = await mountCallAt('live', 'text');
    const text = 'What does it cost?';
    expect(session.type(`  ${text} `)).toBe(true);
    expect(listSent()).toEqual([createMessage(text)]);
    const echo = { type: 'transcript', role: 'user', transcriptType: 'final', transcript: text };
    await performStep(() => world.sdk?.emit('message', echo));
    const entries = session.transcript.get();
    expect(entries).toMatchObject([{ kind: 'said', who: 'visitor', text, typed: true }]);
  });

  it('are accepted while the call is live, in a joined room with a steady connection', async () => {
    const { session } = await mountCallAt('join');
    const room = world.room!;
    expect(session.type('Not yet')).toBe(false);
    await performStep(() => room.connectAssistant());
    const emitNetworkEvent = (event: string) =>
      world.sdk?.emit('network-connection', { type: 'signaling', event });
    emitNetworkEvent('interrupted');
    expect(session.type('Interrupted')).toBe(false);
    emitNetworkEvent('connected');
    const left = jest.spyOn(room, 'meetingState').mockReturnValue('left-meeting');
    expect(session.type('Left')).toBe(false);
    left.mockRestore();
    expect(session.type('Hello')).toBe(true);
    session.end();
    expect(session.type('Ended')).toBe(false);
    expect(room.sent).toEqual(['playable', createMessage('Hello')]);
  });

  it('are not accepted once the call has ended or the assistant has left', async () => {
    const { session } = await mountCallAt('live');
    await performStep(() => world.room?.disconnectAssistant());
    expect(session.type('Left')).toBe(false);
    await performStep(() => world.room?.connectAssistant());
    expect(session.type('Back')).toBe(true);
    await performStep(() => endAtProvider('assistant-ended-call'));
    expect(session.type('Goodbye')).toBe(false);
    expect(listSent()).toEqual([createMessage('Back')]);
    expect(session.transcript.get()).toMatchObject([{ text: 'Back' }]);
  });

  it('are not accepted when empty or too long', async () => {
    const { session } = await mountCallAt('live');
    for (const text of ['', ' \n ', 'x'.repeat(MAX_TYPED_LENGTH + 1)])
      expect(session.type(text)).toBe(false);
    expect(session.transcript.get()).toEqual([]);
    expect(session.type(` ${'x'.repeat(MAX_TYPED_LENGTH)} `)).toBe(true);
    expect(listSent()).toEqual([createMessage('x'.repeat(500))]);
  });
});
