import { act, renderHook } from '@testing-library/react';
import { setUpCalls } from '@/lib/call/state/call-setup';
import { useCall } from '@/lib/call/use-call';
import { createVoiceClient } from '@/lib/call/sdk/voice-client';
import {
  callAt,
  callbacks,
  config,
  mount,
  reach,
  reports,
  setUpFakeWorld,
  step,
  world,
} from './call-bench';
import { sdkErrors } from '../sdk/sdk-error-fixtures';

setUpFakeWorld();

/** Makes fetch wait for the returned function. */
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

/** The hook of a page that may change its assistant. */
function mountFor(assistantId: string | undefined) {
  const client = createVoiceClient(() => Promise.resolve(world.Sdk));
  const hook = renderHook(
    (props: { assistantId?: string }) => useCall({ client, language: 'en', ...props }),
    {
      initialProps: assistantId ? { assistantId } : {},
    },
  );
  return { ...hook, session: () => hook.result.current.session };
}

describe('the set-up', () => {
  it('has no effect when it ends after the unmount', async () => {
    const release = heldBack();
    const widget = mount();
    const session = widget.session();
    widget.unmount();
    await step(release);
    expect(session.state.get()).toEqual({ status: 'initialising', startRequested: false });
  });

  it('reports no failure after the unmount', async () => {
    let fail: (error: Error) => void = () => undefined;
    const widget = mount({ sdk: new Promise((_, reject) => (fail = reject)) });
    await step();
    widget.unmount();
    await step(() => fail(new Error('offline')));
    expect(callbacks.errors).toEqual([]);
    expect(reports).toEqual([]);
  });

  it('runs once, also on a remount, and again only after a failure', async () => {
    const widget = mount();
    await step(() => widget.session().reload());
    act(() => void widget.session().mount());
    await step(() => widget.session().reload());
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(widget.state()).toEqual({ status: 'idle', failure: null, ended: null });
  });

  it('shows that it runs again', async () => {
    config.configured = false;
    const widget = mount();
    await step();
    expect(widget.state().status).toBe('unusable');
    heldBack();
    await step(() => widget.session().reload());
    expect(widget.state()).toEqual({ status: 'initialising', startRequested: false });
  });

  it('reports a failure to the page and to the server', async () => {
    config.configured = false;
    mount();
    await step();
    const failure = { kind: 'not-configured', phase: 'setup' };
    expect(callbacks.errors).toEqual([failure]);
    expect(reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
    expect(world.tickets).toEqual([]);
  });
});

describe('the assistant', () => {
  it.each([
    ['is the page’s, before the server’s', 'prospect', 'default-assistant', 'prospect'],
    ['may be known to the server only', undefined, 'default-assistant', 'default-assistant'],
    ['may be known to the page only', 'prospect', null, 'prospect'],
  ])('%s', async (_, assistantId, server, dialled) => {
    config.assistantId = server;
    const start = jest.spyOn(world.Sdk.prototype, 'start');
    await callAt('microphone', 'voice', { assistantId });
    expect(start.mock.calls).toEqual([[dialled]]);
  });

  it('must be known to one of them', async () => {
    config.assistantId = null;
    const widget = mount();
    await step();
    const failure = { kind: 'not-configured', phase: 'setup' };
    expect(widget.state()).toEqual({ status: 'unusable', failure });
  });

  it('may be removed by the page: then no ticket is asked for, and no microphone', async () => {
    config.assistantId = null;
    const widget = mountFor('prospect');
    await step();
    widget.rerender({});
    await reach(widget, 'microphone');
    expect(widget.result.current.state).toEqual({
      status: 'idle',
      failure: { kind: 'not-configured', phase: 'ticket' },
      ended: null,
    });
    expect(world.wanted).toEqual([]);
    expect(world.tracks).toEqual([]);
    expect(world.sdks).toEqual([]);
  });

  it('is the same for ticket and call, though the page changes it in between', async () => {
    const start = jest.spyOn(world.Sdk.prototype, 'start');
    const widget = mountFor('prospect');
    await reach(widget, 'ticket');
    widget.rerender({ assistantId: 'another' });
    await step(() => world.answerPrompt());
    expect(world.wanted).toEqual([{ assistantId: 'prospect' }]);
    expect(start.mock.calls).toEqual([['prospect']]);
  });
});

it('works without callbacks', async () => {
  const widget = mountFor('prospect');
  await reach(widget, 'live');
  await step(() => widget.session().end());
  expect(widget.result.current.state).toMatchObject({ ended: { reason: 'visitor' } });
  await reach(widget, 'microphone');
  await step(() => world.answerPost(sdkErrors.noCredit.error), 600);
  expect(widget.result.current.state).toMatchObject({ failure: { kind: 'quota-exhausted' } });
});

describe('the configuration', () => {
  const setUp = (assistantId: string | null = 'prospect') => {
    const client = createVoiceClient(() => Promise.resolve(world.Sdk));
    return setUpCalls(client, () => assistantId);
  };
  const whole = {
    assistantId: 'assistant',
    callMachineUrl: 'https://machine.example/call.js',
    maxSeconds: 120,
  };
  const init = { cache: 'no-store', headers: { 'x-requested-with': 'call-widget' } };

  it(
    'is requested from our own server, uncached and with a header that no other origin ' +
      'can send',
    async () => {
      Object.assign(config, whole);
      expect(await setUp(null)).toEqual({ ok: true, config: whole });
      expect(jest.mocked(fetch).mock.calls).toEqual([['/api/call-config', init]]);
    },
  );

  it('is requested for the page’s own assistant, where it has one', async () => {
    await setUp('a&b');
    expect(jest.mocked(fetch).mock.calls).toEqual([['/api/call-config?assistant=a%26b', init]]);
  });

  it.each([
    [{ configured: false }],
    [{ configured: 'yes' }],
    [{ maxSeconds: '300' }],
    [{ maxSeconds: undefined }],
  ])('with %p is none', async (change) => {
    Object.assign(config, change);
    const detail = 'no settings or no assistant';
    expect(await setUp()).toEqual({ ok: false, kind: 'not-configured', detail });
  });

  it.each(['', null, undefined, 7])('may have %p for every address', async (value) => {
    Object.assign(config, { assistantId: value, callMachineUrl: value });
    const nothing = { assistantId: null, callMachineUrl: null, maxSeconds: 300 };
    expect(await setUp()).toEqual({ ok: true, config: nothing });
  });

  it.each([
    ['calls_off', 'calls-off'],
    ['calls_spent', 'calls-spent'],
    ['of a newer server', 'start-failed'],
  ])('that says %s ends as %s', async (refusal, kind) => {
    config.refusal = refusal;
    expect(await setUp()).toEqual({ ok: false, kind, detail: `refused: ${refusal}` });
  });

  it('that refuses calls is never shown as ready, and drops an early press', async () => {
    config.refusal = 'calls_spent';
    const widget = mount();
    const seen: string[] = [];
    widget.session().state.subscribe(() => seen.push(widget.session().state.get().status));
    act(() => widget.session().start());
    await step();
    expect(seen).toEqual(['initialising', 'unusable']);
    expect(widget.state()).toMatchObject({ failure: { kind: 'calls-spent', phase: 'setup' } });
    expect(world.wanted).toEqual([]);
    config.refusal = null;
    await step(() => widget.session().reload());
    expect(widget.state()).toEqual({ status: 'idle', failure: null, ended: null });
  });

  describe('that came before React', () => {
    const early = (url: string, age = 0) => {
      window.callConfig = { url, answer: { ...config, maxSeconds: 77 }, at: Date.now() - age };
    };
    const path = '/api/call-config?assistant=prospect';
    const early77 = { ok: true, config: { maxSeconds: 77 } };

    it('is used, once', async () => {
      early(path, 59_999);
      expect(await setUp()).toMatchObject(early77);
      expect(fetch).not.toHaveBeenCalled();
      expect(await setUp()).toMatchObject({ config: { maxSeconds: 300 } });
    });

    it.each([
      ['is for another assistant', '/api/call-config?assistant=another', 0],
      ['is a minute old', path, 60_000],
    ])('and %s is not used', async (_, url, age) => {
      early(url, age);
      expect(await setUp()).toMatchObject({ config: { maxSeconds: 300 } });
      expect(window.callConfig).toBeUndefined();
    });
  });

  it('fails with the server’s error', async () => {
    jest.mocked(fetch).mockResolvedValue({ ok: false, status: 503 } as Response);
    const detail = 'Error: call-config answered 503';
    expect(await setUp()).toEqual({ ok: false, kind: 'init-failed', detail });
  });
});
