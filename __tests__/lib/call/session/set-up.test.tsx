import { act } from '@testing-library/react';
import type { CallError } from '@/lib/call/failures';
import { makeCall } from '@/lib/call/session/conversation';
import { setUpCalls } from '@/lib/call/session/set-up';
import {
  createLoader,
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
    expect(world.requested).toEqual([]);
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
    await mountCallAt('microphone', 'voice', { assistantId });
    expect(world.requested).toMatchObject([{ assistantId: dialled }]);
  });

  it('must be set on one of them', async () => {
    config.assistantId = null;
    const widget = mountHook();
    await performStep();
    expect(widget.getState()).toEqual({ status: 'unusable', failure });
  });
});

describe('the configuration', () => {
  const setUp = (assistantId?: string) =>
    setUpCalls(createLoader(), assistantId).then(
      ({ config }) => config,
      ({ kind, message }: CallError) => ({ kind, detail: message }),
    );
  const callMachineUrl = 'https://machine.example/call.js';
  const whole = { assistantId: 'assistant', callMachineUrl, maxSeconds: 120 };
  const init = { cache: 'no-store', headers: { 'x-requested-with': 'call-widget' } };

  // No other origin can send this header.
  it.each([
    ['without an assistant', undefined, '/api/call'],
    ['for the assistant of the page', 'a&b', '/api/call?assistant=a%26b'],
  ])('is requested from our server, uncached, %s', async (_, assistantId, url) => {
    Object.assign(config, whole);
    expect(await setUp(assistantId)).toEqual({ ...whole, assistantId: assistantId ?? 'assistant' });
    expect(jest.mocked(fetch).mock.calls).toEqual([[url, init]]);
  });

  it.each<object>([
    ...[{ configured: false }, { configured: 'yes' }],
    ...[{ maxSeconds: '300' }, { maxSeconds: undefined }],
  ])('is missing with %p', async (change) => {
    Object.assign(config, change);
    const detail = 'no settings or no assistant';
    expect(await setUp('prospect')).toEqual({ kind: 'not-configured', detail });
  });

  it.each(['', null, undefined, 7])(
    'may have %p instead of assistant and call machine',
    async (value) => {
      Object.assign(config, { assistantId: value, callMachineUrl: value });
      const nothing = { assistantId: 'prospect', callMachineUrl: null, maxSeconds: 300 };
      expect(await setUp('prospect')).toEqual(nothing);
    },
  );

  it.each([
    ['calls_off', 'calls-off'],
    ['calls_spent', 'calls-spent'],
    ['of a newer server', 'start-failed'],
  ])('refused with %s fails with %s', async (refusal, kind) => {
    config.refusal = refusal;
    expect(await setUp('prospect')).toEqual({ kind, detail: `refused: ${refusal}` });
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
    expect(world.requested).toEqual([]);
    config.refusal = null;
    await performStep(() => widget.getSession().reload());
    expect(widget.getState()).toEqual({ status: 'idle', failure: null, ended: null });
  });

  it.each([
    [429, 'rate_limited', 'service-busy'],
    [403, 'forbidden', 'start-failed'],
    [500, 'internal', 'init-failed'],
  ])('fails with the error of the server: %i %s', async (status, error, kind) => {
    const response = { ok: false, status, json: async () => ({ error }) } as Response;
    jest.mocked(fetch).mockResolvedValue(response);
    const detail = `GET /api/call answered ${status}`;
    expect(await setUp('prospect')).toEqual({ kind, detail });
  });
});

describe('the SDK', () => {
  it('is run only when asked to, or by a call', async () => {
    const runSdk = jest.fn(() => world.Sdk);
    const widget = mountHook({ loadCode: async () => ({ makeCall, runSdk }) });
    await performStep();
    expect(runSdk).not.toHaveBeenCalled();
    await widget.getSession().runSdk();
    expect(runSdk).toHaveBeenCalledTimes(1);
  });

  it('that cannot run fails the call, before a call is created', async () => {
    const runSdk = () => {
      throw new Error('broken');
    };
    const widget = mountHook({ loadCode: async () => ({ makeCall, runSdk }) });
    await performStep(() => widget.getSession().runSdk());
    await playUntil(widget, 'microphone');
    const failure = { kind: 'init-failed', phase: 'microphone' };
    expect(widget.getState()).toEqual({ status: 'idle', failure, ended: null });
    expect(world.requested).toEqual([]);
    expect(world.liveTracks).toEqual([]);
  });
});

describe('a chunk that the browser cannot run', () => {
  let script: jest.SpyInstance;
  let readFailure: (loading?: Promise<never>) => Promise<unknown>;
  const fireError = (file: string) =>
    dispatchEvent(new ErrorEvent('error', { filename: `http://localhost/${file}` }));

  beforeEach(async () => {
    jest.resetModules();
    const { setUpCalls } = await import('@/lib/call/session/set-up');
    readFailure = (loading = new Promise<never>(() => undefined)) =>
      setUpCalls(() => loading, 'demo').catch(({ kind }: CallError) => kind);
    script = jest.spyOn(document, 'currentScript', 'get');
    script.mockReturnValue(document.createElement('script'));
  });

  it('is told from one that is missing, and at once from then on', async () => {
    expect(await readFailure(Promise.reject(new TypeError('offline')))).toBe('init-failed');
    const failure = readFailure();
    fireError('_next/static/chunks/call.js');
    expect(await failure).toBe('unsupported-browser');
    expect(await readFailure()).toBe('unsupported-browser');
  });

  it.each([
    ['of another file', 'extension.js', () => undefined],
    ['in a handler', '_next/static/chunks/call.js', () => script.mockReturnValue(null)],
  ])('has another error than one %s', async (_what, file, prepare) => {
    let fail: (error: Error) => void = () => {};
    const failure = readFailure(new Promise<never>((_, reject) => (fail = reject)));
    prepare();
    fireError(file);
    fail(new TypeError('offline'));
    expect(await failure).toBe('init-failed');
  });
});
