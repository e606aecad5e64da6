import { act } from '@testing-library/react';
import { setUpCalls } from '@/lib/call/session/call-setup';
import {
  createClient,
  mountCallAt,
  outcomes,
  config,
  mountHook,
  playUntil,
  reports,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';
import { defer } from '../audio/fake-devices';

setUpFakeWorld();

/** Makes fetch wait for the returned function. */
function holdFetch() {
  const originalFetch = globalThis.fetch;
  const gate = defer<void>();
  globalThis.fetch = async (...args) => {
    await gate.promise;
    return originalFetch(...args);
  };
  return () => gate.resolve();
}

const failure = { kind: 'not-configured', phase: 'setup' };

describe('the set-up', () => {
  it('has no effect when it ends after the unmount', async () => {
    const release = holdFetch();
    const widget = mountHook();
    const session = widget.getSession();
    widget.unmount();
    await performStep(release);
    expect(session.state.get()).toEqual({ status: 'initialising', startRequested: false });
  });

  it('reports no failure after the unmount', async () => {
    const sdk = defer<typeof world.Sdk>();
    const widget = mountHook({ sdk: sdk.promise });
    await performStep();
    widget.unmount();
    await performStep(() => sdk.reject(new Error('offline')));
    expect(outcomes.errors).toEqual([]);
    expect(reports).toEqual([]);
  });

  it('runs once, even on a remount', async () => {
    const widget = mountHook();
    await performStep(() => widget.getSession().reload());
    act(() => void widget.getSession().mount());
    await performStep(() => widget.getSession().reload());
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(widget.getState()).toEqual({ status: 'idle', failure: null, ended: null });
  });

  it('shows that it runs again after a failure', async () => {
    config.configured = false;
    const widget = mountHook();
    await performStep();
    expect(widget.getState().status).toBe('unusable');
    holdFetch();
    await performStep(() => widget.getSession().reload());
    expect(widget.getState()).toEqual({ status: 'initialising', startRequested: false });
  });

  it('reports a failure to the page and to the server', async () => {
    config.configured = false;
    mountHook();
    await performStep();
    expect(outcomes.errors).toEqual([failure]);
    expect(reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
    expect(world.tickets).toEqual([]);
  });
});

describe('a browser or network that never answers', () => {
  const initFailed = { kind: 'init-failed', phase: 'setup' };
  const never = new Promise<never>(() => undefined);

  it.each([
    ['the configuration', 10_000, () => void holdFetch(), undefined],
    ['the SDK', 60_000, () => undefined, never],
  ])('is given up while it holds back %s, and can be tried again', async (_, ms, hold, sdk) => {
    const originalFetch = globalThis.fetch;
    hold();
    const widget = mountHook({ sdk });
    await performStep(undefined, ms - 1);
    expect(widget.getState()).toEqual({ status: 'initialising', startRequested: false });
    await performStep(undefined, 1);
    expect(widget.getState()).toEqual({ status: 'unusable', failure: initFailed });
    globalThis.fetch = originalFetch;
    await performStep(() => widget.getSession().reload());
    expect(widget.getState().status).toBe(sdk ? 'initialising' : 'idle');
    await performStep(undefined, 60_000);
    expect(widget.getState().status).toBe(sdk ? 'unusable' : 'idle');
  });
});

describe('the assistant', () => {
  it.each([
    ['of the page comes before that of the server', 'prospect', 'default-assistant', 'prospect'],
    ['may be set on the server only', undefined, 'default-assistant', 'default-assistant'],
    ['may be set on the page only', 'prospect', null, 'prospect'],
  ])('%s', async (_, assistantId, server, dialled) => {
    config.assistantId = server;
    const start = jest.spyOn(world.Sdk.prototype, 'start');
    await mountCallAt('microphone', 'voice', { assistantId });
    expect(start.mock.calls).toEqual([[dialled]]);
  });

  it('must be set on one of them', async () => {
    config.assistantId = null;
    const widget = mountHook();
    await performStep();
    expect(widget.getState()).toEqual({ status: 'unusable', failure });
  });

  it('removed by the page needs no ticket and no microphone', async () => {
    config.assistantId = null;
    const widget = mountHook({ assistantId: 'prospect' });
    await performStep();
    widget.rerender({ assistantId: undefined });
    await playUntil(widget, 'microphone');
    expect(widget.getState()).toEqual({
      status: 'idle',
      failure: { kind: 'not-configured', phase: 'ticket' },
      ended: null,
    });
    expect(world.ticketBodies).toEqual([]);
    expect(world.tracks).toEqual([]);
    expect(world.sdks).toEqual([]);
  });

  it('is the same for ticket and call, even if the page changes it in between', async () => {
    const start = jest.spyOn(world.Sdk.prototype, 'start');
    const widget = mountHook({ assistantId: 'prospect' });
    await playUntil(widget, 'ticket');
    widget.rerender({ assistantId: 'another' });
    await performStep(() => world.answerPrompt());
    expect(world.ticketBodies).toEqual([{ assistantId: 'prospect' }]);
    expect(start.mock.calls).toEqual([['prospect']]);
  });
});

describe('the configuration', () => {
  const setUp = (assistantId: string | null = 'prospect') => {
    const client = createClient();
    return setUpCalls(client, () => assistantId);
  };
  const callMachineUrl = 'https://machine.example/call.js';
  const whole = { assistantId: 'assistant', callMachineUrl, maxSeconds: 120 };
  const init = { cache: 'no-store', headers: { 'x-requested-with': 'call-widget' } };

  // No other origin can send this header.
  it.each([
    ['without an assistant', null, '/api/call-config'],
    ['for the assistant of the page', 'a&b', '/api/call-config?assistant=a%26b'],
  ])('is requested from our server, uncached, %s', async (_, assistantId, url) => {
    Object.assign(config, whole);
    expect(await setUp(assistantId)).toEqual({ ok: true, config: whole });
    expect(jest.mocked(fetch).mock.calls).toEqual([[url, init]]);
  });

  it.each<object>([
    ...[{ configured: false }, { configured: 'yes' }],
    ...[{ maxSeconds: '300' }, { maxSeconds: undefined }],
  ])('is missing with %p', async (change) => {
    Object.assign(config, change);
    const detail = 'no settings or no assistant';
    expect(await setUp()).toEqual({ ok: false, kind: 'not-configured', detail });
  });

  it.each(['', null, undefined, 7])(
    'may have %p instead of assistant and call machine',
    async (value) => {
      Object.assign(config, { assistantId: value, callMachineUrl: value });
      const nothing = { assistantId: null, callMachineUrl: null, maxSeconds: 300 };
      expect(await setUp()).toEqual({ ok: true, config: nothing });
    },
  );

  it.each([
    ['calls_off', 'calls-off'],
    ['calls_spent', 'calls-spent'],
    ['of a newer server', 'start-failed'],
  ])('refused with %s fails with %s', async (refusal, kind) => {
    config.refusal = refusal;
    expect(await setUp()).toEqual({ ok: false, kind, detail: `refused: ${refusal}` });
  });

  it('that refuses calls is never shown as ready and drops an early press', async () => {
    config.refusal = 'calls_spent';
    const widget = mountHook();
    const seen: string[] = [];
    widget.getSession().state.subscribe(() => seen.push(widget.getSession().state.get().status));
    act(() => widget.getSession().start());
    await performStep();
    expect(seen).toEqual(['initialising', 'unusable']);
    expect(widget.getState()).toMatchObject({ failure: { kind: 'calls-spent', phase: 'setup' } });
    expect(world.ticketBodies).toEqual([]);
    config.refusal = null;
    await performStep(() => widget.getSession().reload());
    expect(widget.getState()).toEqual({ status: 'idle', failure: null, ended: null });
  });

  it('fails with the error of the server', async () => {
    jest.mocked(fetch).mockResolvedValue({ ok: false, status: 503 } as Response);
    const detail = 'Error: call-config answered 503';
    expect(await setUp()).toEqual({ ok: false, kind: 'init-failed', detail });
  });
});
