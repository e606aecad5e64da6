import { act, renderHook } from '@testing-library/react';
import { useCall } from '@/lib/voice/use-call';
import { createVoiceClient } from '@/lib/voice/voice-client';
import {
  callsInFakeWorld,
  config,
  heard,
  mount,
  nothingSurvives,
  reach,
  reports,
  step,
  world,
} from './call-bench';

callsInFakeWorld();

/** A fetch that answers when the test says so. */
function heldBack() {
  const answer = globalThis.fetch;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  globalThis.fetch = (async (...args: Parameters<typeof fetch>) => {
    await released;
    return answer(...args);
  }) as typeof fetch;
  return () => release();
}

/** The hook over a page that may change its mind about whom to call. */
function mountFor(assistantId: string | undefined) {
  const client = createVoiceClient(() => Promise.resolve(world.Sdk));
  const hook = renderHook((props: { assistantId?: string }) => useCall({ client, ...props }), {
    initialProps: assistantId ? { assistantId } : {},
  });
  return { ...hook, session: () => hook.result.current.session };
}

describe('loading', () => {
  it('that ends after the widget is gone is of no account', async () => {
    const release = heldBack();
    const widget = mount();
    const session = widget.session();
    widget.unmount();
    await step(release);
    expect(session.state.get()).toEqual({ status: 'initialising', startRequested: false });
  });

  it('that fails after the widget is gone is nobody’s failure', async () => {
    let fail: (error: Error) => void = () => undefined;
    const widget = mount({ sdk: new Promise((_, reject) => (fail = reject)) });
    await step();
    widget.unmount();
    await step(() => fail(new Error('offline')));
    expect(heard.errors).toEqual([]);
    expect(reports).toEqual([]);
  });

  it('is done once, and again only after it failed', async () => {
    const widget = mount();
    await step(() => widget.session().reload());
    await step(() => widget.session().reload());
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(widget.state()).toEqual({ status: 'idle', failure: null, ended: null });
  });

  it('is not done again when the widget comes back after it was ready', async () => {
    const widget = mount();
    await step();
    act(() => void widget.session().mount());
    await step();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('shows that it has begun again', async () => {
    config.configured = false;
    const widget = mount();
    await step();
    expect(widget.state().status).toBe('unusable');
    heldBack();
    await step(() => widget.session().reload());
    expect(widget.state()).toEqual({ status: 'initialising', startRequested: false });
  });

  it('tells the page and the server when it failed', async () => {
    config.publicKey = '';
    mount();
    await step();
    const failure = { kind: 'not-configured', stage: 'setup' };
    expect(heard.errors).toEqual([failure]);
    expect(reports).toEqual([failure]);
    expect(world.prompts).toEqual([]);
  });
});

describe('whom to call', () => {
  it('is the page’s choice before the server’s', async () => {
    const start = jest.spyOn(world.Sdk.prototype, 'start');
    const widget = mount({ assistantId: 'prospect' });
    await reach(widget, 'microphone');
    expect(start.mock.calls).toEqual([['prospect']]);
  });

  it('may be known to the server alone', async () => {
    const start = jest.spyOn(world.Sdk.prototype, 'start');
    await reach(mount(), 'microphone');
    expect(start.mock.calls).toEqual([['default-assistant']]);
  });

  it('may be known to the page alone', async () => {
    config.assistantId = null;
    const widget = mount({ assistantId: 'prospect' });
    await step();
    expect(widget.state().status).toBe('idle');
  });

  it('has to be known to one of them', async () => {
    config.assistantId = null;
    const widget = mount();
    await step();
    const failure = { kind: 'not-configured', stage: 'setup' };
    expect(widget.state()).toEqual({ status: 'unusable', failure });
  });

  it('may have been forgotten by the page: nobody is dialled, and the microphone is closed', async () => {
    config.assistantId = null;
    const widget = mountFor('prospect');
    await step();
    widget.rerender({});
    await reach(widget, 'microphone');
    expect(widget.result.current.state).toEqual({
      status: 'idle',
      failure: { kind: 'not-configured', stage: 'microphone' },
      ended: null,
    });
    expect(world.tracks).toHaveLength(1);
    expect(world.sdks).toEqual([]);
    nothingSurvives();
  });
});

describe('an early press', () => {
  it('is remembered anew by the next one', async () => {
    const widget = mount({ sdk: new Promise(() => undefined) });
    await step(() => widget.session().start());
    await step(undefined, 19_000);
    await step(() => widget.session().start());
    await step(undefined, 19_000);
    expect(widget.state()).toEqual({ status: 'initialising', startRequested: true });
    await step(undefined, 1_000);
    expect(widget.state()).toEqual({ status: 'initialising', startRequested: false });
  });

  it('leaves no clock running when the page is left', async () => {
    const widget = mount({ sdk: new Promise(() => undefined) });
    await step(() => widget.session().start());
    expect(jest.getTimerCount()).toBeGreaterThan(0);
    widget.unmount();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('starts nothing by itself where there was none', async () => {
    const widget = mount();
    await step();
    expect(widget.state().status).toBe('idle');
    expect(world.prompts).toEqual([]);
  });
});

describe('without a call', () => {
  it('there is nothing to end, mute or hear', async () => {
    const widget = mount();
    await step();
    const before = widget.state();
    await step(() => {
      widget.session().end();
      widget.session().toggleMute();
      widget.session().hear();
    });
    expect(widget.state()).toBe(before);
    expect(heard).toEqual({ starts: 0, ends: [], errors: [] });
  });

  it('volume and microphone can be chosen all the same', async () => {
    const widget = mount();
    await step();
    expect(widget.session().getVolume()).toBe(1);
    widget.session().setVolume(0.2);
    await act(() => widget.session().useMicrophone('desk'));
    expect(widget.session().getVolume()).toBe(0.2);
    await reach(widget, 'microphone');
    expect(world.sdk?.volume).toBe(0.2);
    expect(world.sdk?.devices).toEqual([]);
  });

  it('that was muted while connecting, none begins muted', async () => {
    const widget = mount();
    await reach(widget, 'join');
    await step(() => widget.session().toggleMute());
    await step(() => world.room?.assistantComes());
    expect(widget.state()).toMatchObject({ status: 'active', muted: false });
    expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([true]);
  });
});

describe('cancelled while the microphone is asked for', () => {
  it('a call is over at once', async () => {
    const widget = mount();
    await reach(widget, 'start');
    act(() => widget.session().end());
    expect(widget.state()).toEqual({ status: 'idle', failure: null, ended: null });
  });

  it('and started again, only the second is dialled', async () => {
    const widget = mount();
    await reach(widget, 'start');
    await step(() => widget.session().end());
    await step(() => widget.session().start());
    await step(() => world.answerPrompt());
    expect(world.sdks).toHaveLength(0);
    expect(world.liveTracks).toEqual([]);
    await step(() => world.answerPrompt());
    expect(world.sdks).toHaveLength(1);
    expect(world.liveTracks).toHaveLength(1);
  });

  it('a refusal that comes late is no failure', async () => {
    const widget = mount();
    await reach(widget, 'start');
    await step(() => widget.session().end());
    await step(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
    expect(widget.state()).toEqual({ status: 'idle', failure: null, ended: null });
    expect(heard.errors).toEqual([]);
  });
});

describe('a call that is over', () => {
  it('has no level, and its last half sentence is kept', async () => {
    const widget = mount();
    await reach(widget, 'live');
    await step(() => {
      world.sdk?.emit('volume-level', 0.7);
      world.sdk?.emit('local-volume-level', 0.3);
      world.sdk?.emit('message', {
        type: 'transcript',
        role: 'user',
        transcriptType: 'partial',
        transcript: 'And then',
      });
    });
    expect(widget.session().levels).toEqual({ assistant: 0.7, visitor: 0.3 });
    await step(() => widget.session().end());
    expect(widget.session().levels).toEqual({ assistant: 0, visitor: 0 });
    expect(widget.session().captions.get()).toMatchObject({
      turns: [{ who: 'visitor', text: 'And then' }],
      partial: null,
    });
  });

  it('is told as ended only if it was live', async () => {
    const widget = mount();
    await reach(widget, 'join');
    await step(() => widget.session().end(), 2_500);
    expect(heard).toEqual({ starts: 0, ends: [], errors: [] });
    await reach(widget, 'live');
    await step(() => widget.session().end('left-page'));
    expect(heard.ends).toMatchObject([{ reason: 'left-page' }]);
  });

  it('is not touched by what is set afterwards', async () => {
    const widget = mount();
    await reach(widget, 'live');
    await step(() => widget.session().end());
    const { sdk } = world;
    await step(() => widget.session().setVolume(0.1));
    expect(sdk?.volume).toBe(1);
  });

  it('has no clock running', async () => {
    const widget = mount();
    await reach(widget, 'live');
    await step(() => widget.session().end(), 2_500);
    expect(jest.getTimerCount()).toBe(0);
  });
});

it('makes do without anybody who listens', async () => {
  const widget = mountFor('prospect');
  await reach(widget, 'live');
  await step(() => widget.session().end());
  expect(widget.result.current.state).toMatchObject({ ended: { reason: 'visitor' } });
  await reach(widget, 'start');
  await step(() => world.answerPrompt());
  await step(() => world.answerPost({ statusCode: 402 }), 600);
  expect(widget.result.current.state).toMatchObject({ failure: { kind: 'quota-exhausted' } });
});

it('does not end on a page that is left when the widget is gone already', async () => {
  const widget = mount();
  const session = widget.session();
  const end = jest.spyOn(session, 'end');
  await step();
  widget.unmount();
  expect(end.mock.calls).toEqual([['left-page']]);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(end).toHaveBeenCalledTimes(1);
});

it('changes the microphone of a new call only to one that was chosen', async () => {
  await reach(mount(), 'live');
  expect(world.sdk?.devices).toEqual([]);
});

it('shows the turn of the assistant at once, and drops it with the call', async () => {
  const widget = mount();
  await reach(widget, 'live');
  await step(() => world.sdk?.emit('speech-start'));
  expect(widget.state()).toMatchObject({ turn: 'speaking' });
  await step(() => widget.session().end());
  await reach(widget, 'live');
  expect(widget.state()).toMatchObject({ turn: 'listening' });
});
