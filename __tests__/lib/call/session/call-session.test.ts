import {
  leavePage,
  mountCallAt,
  mountPage,
  performStep,
  setUpFakeWorld,
  world,
} from './call-fixture';
import { defer } from '../audio/fake-devices';

setUpFakeWorld();

const requested = { status: 'initialising', startRequested: true };
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
    expect(getState()).toEqual(requested);
    expect(world.tracks).toEqual([]);
    await performStep(() => sdk.resolve(world.Sdk));
    expect(getState()).toMatchObject({ status: 'connecting', input: 'text' });
    for (const answer of world.answers) await performStep(answer);
    expect(getState()).toMatchObject({ status: 'live', input: 'text' });
  });

  it.each([
    ['twenty seconds pass', () => undefined, 'unusable'],
    ['the page is left', leavePage, 'initialising'],
  ])('while loading is forgotten when %s', async (_why, act, status) => {
    const sdk = defer<typeof world.Sdk>();
    const { session, getState } = mountPage({ sdk: sdk.promise });
    session.start();
    await performStep(act, 20_000);
    expect(getState()).toMatchObject({ status });
    expect(getState()).not.toMatchObject({ startRequested: true });
    expect(world.reports).toHaveLength(0);
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
    expect(getState()).toEqual(requested);
    // Another press is kept longer.
    session.start();
    await performStep(undefined, 19_900);
    expect(getState()).toEqual(requested);
    await performStep(undefined, 100);
    expect(getState()).toMatchObject(setupFailed);
  });

  it('starts nothing once it has expired, even if no timer ran meanwhile', async () => {
    const { session, getState } = mountPage();
    await performStep();
    await performStep(() => session.start('voice', Date.now() - 20_000));
    expect(getState().status).toBe('idle');
    expect(world.mediaRequests).toEqual([]);
  });
});

it('ends, mutes and unblocks nothing without a call', async () => {
  const { session, getState } = mountPage();
  await performStep();
  const before = getState();
  session.end();
  session.toggleMute();
  expect(session.type('Hello')).toBe(false);
  expect(getState()).toBe(before);
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
  expect(session.record).not.toEqual([]);
  expect(session.transcript.get().entries).toMatchObject([
    { text: 'Hello' },
    { who: 'visitor', text: 'And then', status: 'cut' },
    { tool: 'create_ticket', done: true },
  ]);
  session.start();
  expect(session.record).toEqual([]);
  expect(session.transcript.get().entries).toEqual([]);
  for (const answer of world.answers) await performStep(answer);
  expect(getState()).toMatchObject({ status: 'live', activity: 'listening' });
});
