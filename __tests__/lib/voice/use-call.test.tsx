import { act, renderHook } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { answerTimeoutMs } from '@/lib/voice/call-attempt';
import type { CallFailure } from '@/lib/voice/call-errors';
import type { EndedCall } from '@/lib/voice/call-state';
import { useCall } from '@/lib/voice/use-call';
import { createVoiceClient } from '@/lib/voice/voice-client';
import { installBrowser, pass } from './fake-browser';
import { FakeWorld } from './fake-transport';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

let world: FakeWorld;
let reports: unknown[];
const heard: { ends: EndedCall[]; errors: CallFailure[]; starts: number } = {
  ends: [],
  errors: [],
  starts: 0,
};

beforeEach(() => {
  jest.useFakeTimers();
  document.body.replaceChildren();
  world = new FakeWorld();
  ({ reports } = installBrowser(world));
  Object.assign(heard, { ends: [], errors: [], starts: 0 });
});
afterEach(() => jest.useRealTimers());

function mount({ strict = false, sdk = Promise.resolve(world.Sdk) } = {}) {
  const client = createVoiceClient(() => sdk);
  const listeners = {
    onCallStart: () => (heard.starts += 1),
    onCallEnd: (call: EndedCall) => heard.ends.push(call),
    onCallError: (failure: CallFailure) => heard.errors.push(failure),
  };
  const wrapper = ({ children }: { children: ReactNode }) =>
    strict ? <StrictMode>{children}</StrictMode> : children;
  const hook = renderHook(() => useCall({ client, ...listeners }), { wrapper });
  return {
    ...hook,
    state: () => hook.result.current.state,
    session: () => hook.result.current.session,
  };
}

/** One step of the world, and everything that follows from it at once. */
async function step(action: () => void = () => undefined, ms = 20) {
  await act(async () => {
    action();
    await pass(ms);
  });
}

type Widget = ReturnType<typeof mount>;
const stages: [string, (widget: Widget) => void][] = [
  ['start', ({ session }) => session().start()],
  ['microphone', () => world.answerPrompt()],
  ['room', () => world.answerPost()],
  ['script', () => world.room?.scriptLoads()],
  ['join', () => world.room?.admits()],
  ['live', () => world.room?.assistantComes()],
];

/** Plays the call up to and including a stage. */
async function reach(widget: Widget, stage: string) {
  await step();
  for (const [name, action] of stages) {
    await step(() => action(widget));
    if (name === stage) return;
  }
}

function nothingSurvives() {
  expect(world.liveTracks).toEqual([]);
  expect(world.openRooms).toEqual([]);
  expect(document.querySelector('audio')).toBeNull();
}

it('makes a whole call and gives everything back', async () => {
  const widget = mount();
  expect(widget.state().status).toBe('initialising');
  await reach(widget, 'live');
  expect(widget.state()).toMatchObject({ status: 'active', callId: 'call-1', muted: false });
  expect(world.liveTracks).toHaveLength(1);
  await step(undefined, 61_000);
  await step(() => widget.session().end());
  expect(widget.state()).toMatchObject({ status: 'idle', failure: null });
  expect(heard).toEqual({
    starts: 1,
    errors: [],
    ends: [{ callId: 'call-1', durationSeconds: 61, reason: 'visitor' }],
  });
  nothingSurvives();
});

describe('cancelled after the stage', () => {
  it.each(stages.slice(0, -1).map(([name]) => name))('%s, no call survives', async (stage) => {
    const widget = mount();
    await reach(widget, stage);
    expect(widget.state().status).toBe('connecting');
    await step(() => widget.session().end(), 2_500);
    expect(widget.state()).toEqual({ status: 'idle', failure: null, ended: null });
    nothingSurvives();
    // Whatever was under way comes to its end now.
    for (const [, action] of stages.slice(1)) await step(() => action(widget), 1_500);
    expect(widget.state().status).toBe('idle');
    expect(heard).toEqual({ starts: 0, ends: [], errors: [] });
    nothingSurvives();
  });

  it.each(stages.slice(0, -1).map(([name]) => name))('%s, the next call works', async (stage) => {
    const widget = mount();
    await reach(widget, stage);
    await step(() => widget.session().end());
    world.prompts = [];
    world.posts.forEach(({ resolve }) => resolve({ id: 'old', webCallUrl: 'x' }));
    world.posts = [];
    await step(undefined, 2_500);
    await reach(widget, 'live');
    expect(widget.state().status).toBe('active');
    expect(world.openRooms).toHaveLength(1);
    expect(world.liveTracks).toHaveLength(1);
  });
});

it('shows no late microphone when the prompt is answered after cancelling', async () => {
  const widget = mount();
  await reach(widget, 'start');
  await step(() => widget.session().end());
  await step(() => world.answerPrompt());
  nothingSurvives();
  expect(world.sdks).toEqual([]);
});

it('frees a room that was never asked to join (mobile browsers wait a second first)', async () => {
  world.mobile = true;
  const widget = mount();
  await reach(widget, 'room');
  expect(world.openRooms).toHaveLength(1);
  await step(() => widget.session().end(), 3_000);
  expect(widget.state().status).toBe('idle');
  nothingSurvives();
});

it('frees a room whose machine has hung', async () => {
  const widget = mount();
  await reach(widget, 'script');
  if (world.room) world.room.hung = true;
  await step(() => widget.session().end(), 3_000);
  expect(widget.state().status).toBe('idle');
  nothingSurvives();
});

it('ignores a second start', async () => {
  const widget = mount();
  await step();
  await step(() => {
    widget.session().start();
    widget.session().start();
  });
  await step(() => world.answerPrompt());
  widget.session().start();
  await step();
  expect(world.sdks).toHaveLength(1);
});

it('keeps a start that was pressed while loading', async () => {
  const widget = mount();
  act(() => widget.session().start());
  expect(widget.state()).toEqual({ status: 'initialising', startRequested: true });
  await step();
  expect(widget.state().status).toBe('connecting');
});

it.each([
  ['nothing answers for twenty seconds', () => step(undefined, 20_000)],
  ['the page is left', () => step(() => void window.dispatchEvent(new Event('pagehide')))],
])('forgets a start that was pressed while loading when %s', async (_why, happens) => {
  let load: (sdk: typeof world.Sdk) => void = () => undefined;
  const widget = mount({ sdk: new Promise((done) => (load = done)) });
  await step(() => widget.session().start());
  expect(widget.state()).toEqual({ status: 'initialising', startRequested: true });
  await happens();
  expect(widget.state()).toEqual({ status: 'initialising', startRequested: false });
  await step(() => load(world.Sdk));
  expect(widget.state().status).toBe('idle');
  expect(world.liveTracks).toEqual([]);
});

it('starts one call under StrictMode’s double mount', async () => {
  const widget = mount({ strict: true });
  await reach(widget, 'live');
  expect(widget.state().status).toBe('active');
  expect(world.sdks).toHaveLength(1);
  await step(() => widget.unmount(), 1_000);
  nothingSurvives();
});

describe.each(stages.map(([name]) => name))('after the stage %s', (stage) => {
  it('leaves nothing behind on unmount', async () => {
    const widget = mount();
    await reach(widget, stage);
    await step(() => widget.unmount(), 2_500);
    for (const [, action] of stages.slice(1)) await step(() => action(widget), 1_500);
    nothingSurvives();
  });

  it('switches the microphone off within pagehide itself', async () => {
    const widget = mount();
    await reach(widget, stage);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(world.liveTracks).toEqual([]);
    await step(undefined, 2_500);
    expect(widget.state().status).toBe('idle');
    nothingSurvives();
  });
});

it('waits with the next widget’s call until the last one’s room is free', async () => {
  const client = createVoiceClient(() => Promise.resolve(world.Sdk));
  const first = renderHook(() => useCall({ client }));
  const play = async (session: { start(): void }) => {
    await step(() => session.start());
    for (const [, action] of stages.slice(1)) await step(() => action(undefined as never));
  };
  await step();
  await play(first.result.current.session);
  expect(first.result.current.state.status).toBe('active');
  first.unmount();
  const second = renderHook(() => useCall({ client }));
  await step();
  await play(second.result.current.session);
  expect(second.result.current.state.status).toBe('active');
  expect(world.openRooms).toHaveLength(1);
});

describe('failures', () => {
  it.each<[keyof typeof sdkErrors, string]>([
    ['wrongKey', 'key-rejected'],
    ['unknownAssistant', 'assistant-unknown'],
    ['noCredit', 'quota-exhausted'],
    ['offline', 'service-unreachable'],
    ['htmlAnswer', 'service-failed'],
  ])('%s: one failure, reported without the vendor’s words', async (name, kind) => {
    const widget = mount();
    await reach(widget, 'microphone');
    await step(() => world.answerPost((sdkErrors[name] as { error: unknown }).error), 600);
    const failure = { kind, stage: 'dialling' };
    expect(widget.state()).toEqual({ status: 'idle', failure, ended: null });
    expect(heard.errors).toEqual([failure]);
    expect(reports).toEqual([failure]);
    nothingSurvives();
  });

  it('a refused join, announced three times, is one failure', async () => {
    const widget = mount();
    await reach(widget, 'script');
    await step(() => world.room?.refuses({ type: 'no-room', msg: 'gone' }), 600);
    expect(heard.errors).toEqual([{ kind: 'call-refused', stage: 'joining' }]);
    nothingSurvives();
  });

  it.each(['microphone', 'room', 'script', 'join'])(
    'gives up 25 s after dialling when nothing follows %s',
    async (stage) => {
      const widget = mount();
      await reach(widget, stage);
      await step(undefined, answerTimeoutMs - 1_000);
      expect(widget.state().status).toBe('connecting');
      await step(undefined, 3_500);
      expect(widget.state()).toMatchObject({ status: 'idle', failure: { kind: 'no-answer' } });
      nothingSurvives();
    },
  );

  it('ends the deaf call that the SDK would go on with when its microphone fails', async () => {
    const widget = mount();
    await reach(widget, 'script');
    await step(() => {
      world.sdk?.emit('camera-error', cameraErrors.denied);
      world.room?.admits();
    }, 100);
    expect(widget.state()).toMatchObject({
      status: 'idle',
      failure: { kind: 'microphone-denied' },
    });
    nothingSurvives();
  });

  it('keeps a live call up through what does not end it', async () => {
    const widget = mount();
    await reach(widget, 'live');
    await step(() => world.sdk?.emit('error', sdkErrors.noiseFilter));
    await step(() => world.sdk?.emit('error', sdkErrors.neverSeen));
    expect(widget.state().status).toBe('active');
    expect(heard.errors).toEqual([]);
  });

  it('takes "Meeting has ended" for the end of the call', async () => {
    const widget = mount();
    await reach(widget, 'live');
    await step(() => world.room?.closes({ type: 'ejected', msg: 'Meeting has ended' }), 600);
    expect(widget.state()).toMatchObject({ failure: null, ended: { reason: 'assistant' } });
    expect(heard.errors).toEqual([]);
    nothingSurvives();
  });

  it('tells a lost connection from an end', async () => {
    const widget = mount();
    await reach(widget, 'live');
    await step(() => world.room?.closes({ type: 'connection-error', msg: 'lost' }), 600);
    expect(heard.errors).toEqual([{ kind: 'connection-lost', stage: 'live' }]);
    expect(heard.ends).toMatchObject([{ reason: 'failed' }]);
    nothingSurvives();
  });

  it('reads why the provider ended the call', async () => {
    const widget = mount();
    await reach(widget, 'live');
    const message = { type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' };
    await step(() => world.sdk?.emit('message', message));
    await step(() => world.room?.closes(), 600);
    expect(heard.ends).toMatchObject([{ reason: 'silence' }]);
  });

  it('can be retried after it could not load', async () => {
    const answer = globalThis.fetch;
    globalThis.fetch = (() => Promise.reject(new TypeError('offline'))) as typeof fetch;
    const widget = mount();
    await step();
    const failure = { kind: 'init-failed', stage: 'setup' };
    expect(widget.state()).toEqual({ status: 'unusable', failure });
    globalThis.fetch = answer;
    await step(() => widget.session().reload());
    expect(widget.state().status).toBe('idle');
  });

  it('says so when the server has no configuration', async () => {
    globalThis.fetch = (() =>
      Promise.resolve({ ok: true, json: () => Promise.resolve({ configured: false }) })) as never;
    const widget = mount();
    await step();
    expect(widget.state()).toMatchObject({ failure: { kind: 'not-configured' } });
  });
});

describe('the microphone', () => {
  it.each([
    ['NotAllowedError', 'microphone-denied'],
    ['NotFoundError', 'microphone-missing'],
    ['NotReadableError', 'microphone-busy'],
  ])('%s stops before anybody is dialled', async (name, kind) => {
    const widget = mount();
    await reach(widget, 'start');
    await step(() => world.answerPrompt(new DOMException('', name)));
    expect(widget.state()).toMatchObject({ failure: { kind, stage: 'microphone' } });
    expect(world.sdks).toEqual([]);
  });

  it('starts again by itself once it is allowed', async () => {
    const status = Object.assign(new EventTarget(), { state: 'denied' });
    Object.defineProperty(navigator, 'permissions', {
      configurable: true,
      value: { query: () => Promise.resolve(status) },
    });
    const widget = mount();
    await reach(widget, 'start');
    await step(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
    expect(widget.state().status).toBe('idle');
    status.state = 'granted';
    await step(() => void status.dispatchEvent(new Event('change')));
    expect(widget.state().status).toBe('connecting');
    Reflect.deleteProperty(navigator, 'permissions');
  });

  it('holds one stream only, once joined', async () => {
    const widget = mount();
    await reach(widget, 'script');
    expect(world.liveTracks).toHaveLength(2);
    await step(() => world.room?.admits());
    expect(world.liveTracks).toHaveLength(1);
    expect(widget.state().status).toBe('connecting');
  });

  it('stays muted when the noise filter’s recovery switches it on', async () => {
    const widget = mount();
    await reach(widget, 'live');
    await step(() => widget.session().toggleMute());
    expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([false]);
    await step(() => world.room?.filterDrops());
    expect(world.room?.micOpen).toBe(false);
    expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([false]);
    await step(() => widget.session().toggleMute());
    expect(widget.state()).toMatchObject({ muted: false });
    expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([true]);
  });

  it('mutes a track that the machine has exchanged behind our back', async () => {
    const widget = mount();
    await reach(widget, 'live');
    await step(() => widget.session().toggleMute());
    const track = world.liveTracks[0];
    if (!world.room || !track) throw new Error('no call');
    world.room.micOpen = true;
    track.enabled = true;
    await step(() => world.sdk?.emit('daily-participant-updated', {} as never));
    expect(world.room.micOpen).toBe(false);
    expect(track.enabled).toBe(false);
  });
});

it('lets a tap through when the browser holds back the sound, and the call goes on', async () => {
  world.refusesPlayback = true;
  const widget = mount();
  await reach(widget, 'live');
  expect(widget.state()).toMatchObject({ status: 'connecting', playback: 'blocked' });
  world.refusesPlayback = false;
  await step(() => widget.session().hear());
  expect(widget.state()).toMatchObject({ status: 'active', playback: 'playing' });
  expect(world.room?.sent).toContain('playable');
  expect(document.querySelectorAll('audio')).toHaveLength(1);
  await step(() => widget.session().end());
  nothingSurvives();
});

it('shows that the connection is interrupted until every part of it is back', async () => {
  const widget = mount();
  await reach(widget, 'live');
  const network = (type: string, event: string) =>
    step(() => world.sdk?.emit('network-connection', { type, event }));
  await network('signaling', 'interrupted');
  await network('sfu', 'interrupted');
  await network('signaling', 'connected');
  expect(widget.state()).toMatchObject({ connection: 'interrupted' });
  await network('sfu', 'connected');
  expect(widget.state()).toMatchObject({ connection: 'steady' });
});

it('wonders whether it can hear a visitor who stays silent', async () => {
  const widget = mount();
  await reach(widget, 'live');
  await step(() => world.sdk?.emit('speech-start'));
  await step(() => world.sdk?.emit('speech-end'));
  for (let tenth = 0; tenth < 70; tenth += 1) {
    await step(() => world.sdk?.emit('local-volume-level', 0.001), 100);
  }
  expect(widget.state()).toMatchObject({ unheard: true });
  await step(() => world.sdk?.emit('local-volume-level', 0.2));
  expect(widget.state()).toMatchObject({ unheard: false });
});

it('drops everything an older call says after the next one has begun', async () => {
  const widget = mount();
  await reach(widget, 'live');
  const old = world.sdk;
  await step(() => widget.session().end());
  await reach(widget, 'live');
  const before = widget.state();
  await step(() => {
    old?.emit('speech-start');
    old?.emit('error', sdkErrors.connectionLost);
    old?.emit('call-end');
    old?.emit('message', { type: 'transcript', role: 'user', transcript: 'late' });
  });
  expect(widget.state()).toBe(before);
  expect(widget.session().captions.get().turns).toEqual([]);
});

it('keeps the captions after the call and clears them for the next', async () => {
  const widget = mount();
  await reach(widget, 'live');
  const transcript = { type: 'transcript', role: 'assistant', transcriptType: 'final' };
  await step(() => world.sdk?.emit('message', { ...transcript, transcript: 'Hello' }));
  await step(() => widget.session().end());
  expect(widget.session().captions.get().turns).toMatchObject([{ text: 'Hello' }]);
  await step(() => widget.session().start());
  expect(widget.session().captions.get().turns).toEqual([]);
});

it('keeps the volume and the microphone that were chosen for the next call', async () => {
  const widget = mount();
  await reach(widget, 'live');
  await step(() => widget.session().setVolume(0.4));
  await step(() => void widget.session().useMicrophone('desk'));
  await step(() => widget.session().end());
  await reach(widget, 'live');
  expect(world.sdk?.volume).toBe(0.4);
  expect(world.sdk?.devices).toEqual(['desk']);
});
