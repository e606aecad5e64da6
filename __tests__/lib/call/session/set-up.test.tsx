import { CallError } from '@/lib/call/failures';
import { makeCall } from '@/lib/call/session/conversation';
import { setUpCalls } from '@/lib/call/session/set-up';
import {
  createLoader,
  mountCallAt,
  mountPage,
  performStep,
  playUntil,
  setUpFakeWorld,
  world,
} from './call-fixture';
import { defer } from '../audio/fake-devices';

setUpFakeWorld();

const ready = { status: 'idle', failure: null, ended: null };
const never = new Promise<never>(() => undefined);

describe('the set-up', () => {
  it('has no effect when it fails after the unmount', async () => {
    const sdk = defer<typeof world.Sdk>();
    const { unmount, getState } = mountPage({ sdk: sdk.promise });
    await performStep();
    unmount();
    await performStep(() => sdk.reject(new Error('offline')));
    expect(getState()).toEqual({ status: 'initialising', press: null });
    expect(world.reports).toEqual([]);
  });

  it('runs once, even on a remount', async () => {
    const { session, getState } = mountPage();
    await performStep(() => session.setUp());
    session.mount();
    await performStep(() => session.setUp());
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(session.maxSeconds).toBe(300);
    expect(getState()).toEqual(ready);
  });

  it('that refuses calls is reported, drops an early press, and can be repeated', async () => {
    world.config.refusal = 'calls_spent';
    const { session, getState } = mountPage();
    const seen: string[] = [];
    session.state.subscribe(() => seen.push(getState().status));
    session.start();
    await performStep();
    expect(seen).toEqual(['initialising', 'unusable']);
    expect(getState()).toMatchObject({ failure: { kind: 'calls-spent', phase: 'setup' } });
    expect(world.reports).toEqual([{ kind: 'calls-spent', stage: 'setup' }]);
    expect(world.mediaRequests).toEqual([]);
    world.config.refusal = null;
    session.start();
    expect(getState()).toEqual({ status: 'initialising', press: null });
    await performStep();
    expect(getState()).toEqual(ready);
  });

  const returnToPage = () => window.dispatchEvent(new Event('focus'));
  const showPage = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));

  it.each([
    ['the visitor returns to the page', returnToPage],
    ['the page is shown', showPage],
    ['the visitor presses anything', () => document.body.click()],
  ])('that found no call to spare is asked again when %s', async (_, act) => {
    world.config.refusal = 'calls_spent';
    const { getState } = mountPage();
    await performStep();
    const refused = getState();
    world.config.refusal = 'calls_off';
    await performStep(act);
    expect(getState()).toBe(refused);
    world.config.refusal = null;
    await performStep(() => (act(), act()));
    expect(getState()).toEqual(ready);
    await performStep(act);
    expect(fetch).toHaveBeenCalledTimes(4);
    expect(world.reports).toEqual([{ kind: 'calls-spent', stage: 'setup' }]);
  });

  it('that allowed a call which was refused as spent is asked again', async () => {
    const { getState } = await mountCallAt('microphone');
    await performStep(() => world.answerPost('calls_spent'));
    expect(getState()).toMatchObject({ status: 'idle', failure: { kind: 'calls-spent' } });
    world.config.refusal = 'calls_spent';
    await performStep(returnToPage);
    expect(getState()).toMatchObject({ failure: { kind: 'calls-spent' } });
    world.config.refusal = null;
    await performStep(returnToPage);
    expect(getState()).toEqual(ready);
  });

  it('is not repeated for a failure that stays', async () => {
    world.config.configured = false;
    mountPage();
    await performStep();
    await performStep(returnToPage);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the configuration', 10_000, undefined],
    ['the SDK', 60_000, never],
  ])('is given up if %s never comes, and can be tried again', async (_, ms, sdk) => {
    if (!sdk) jest.mocked(fetch).mockReturnValueOnce(never);
    const { session, getState } = mountPage({ sdk });
    await performStep(undefined, ms - 1);
    expect(getState().status).toBe('initialising');
    await performStep(undefined, 1);
    const failure = { kind: 'init-failed', phase: 'setup' };
    expect(getState()).toEqual({ status: 'unusable', failure });
    await performStep(() => session.start(), 60_000);
    expect(getState().status).toBe(sdk ? 'unusable' : 'idle');
  });
});

describe('the configuration', () => {
  const setUp = (assistantId?: string) =>
    setUpCalls(createLoader(), assistantId).then((read) =>
      read instanceof CallError ? read.kind : read.config,
    );
  const whole = {
    assistantId: 'assistant',
    callMachineUrl: 'https://machine.example/call.js',
    maxSeconds: 120,
  };

  it.each([
    ['without an assistant', undefined, '/api/call'],
    ['for the assistant of the page', 'a&b', '/api/call?assistant=a%26b'],
  ])('is requested from our server, uncached, %s', async (_, assistantId, url) => {
    Object.assign(world.config, whole);
    expect(await setUp(assistantId)).toEqual({ ...whole, assistantId: assistantId ?? 'assistant' });
    expect(jest.mocked(fetch).mock.calls).toEqual([[url, { cache: 'no-store' }]]);
  });

  const nothing = { assistantId: 'prospect', callMachineUrl: null, maxSeconds: 300 };

  it.each<[object, string | undefined, unknown]>([
    [{ assistantId: '', callMachineUrl: '' }, 'prospect', nothing],
    [{ assistantId: null, callMachineUrl: 7 }, 'prospect', nothing],
    [{ assistantId: null }, undefined, 'not-configured'],
    [{ configured: 'yes' }, 'prospect', 'not-configured'],
    [{ maxSeconds: '300' }, 'prospect', 'not-configured'],
    [{ refusal: 'calls_off' }, 'prospect', 'calls-off'],
    [{ refusal: 'of a newer server' }, 'prospect', 'start-failed'],
  ])('with %j and the assistant %s is read as %j', async (answer, assistantId, read) => {
    Object.assign(world.config, answer);
    expect(await setUp(assistantId)).toEqual(read);
  });

  it.each([
    [429, 'rate_limited', 'service-busy'],
    [500, 'internal', 'init-failed'],
  ])('fails with the error of the server: %i %s', async (status, error, kind) => {
    const response = { ok: false, status, json: async () => ({ error }) } as Response;
    jest.mocked(fetch).mockResolvedValue(response);
    expect(await setUp()).toBe(kind);
  });
});

it('runs the SDK only when asked to, and fails a call, not made yet, if it cannot', async () => {
  const runSdk = jest.fn(() => {
    throw new Error('broken');
  });
  const page = mountPage({ loadCode: async () => ({ makeCall, runSdk }) });
  await performStep();
  expect(runSdk).not.toHaveBeenCalled();
  await page.session.runSdk();
  expect(runSdk).toHaveBeenCalledTimes(1);
  await playUntil(page, 'microphone');
  const failure = { kind: 'init-failed', phase: 'microphone' };
  expect(page.getState()).toEqual({ status: 'idle', failure, ended: null });
  expect(world.requested).toEqual([]);
  expect(world.liveTracks).toEqual([]);
});

describe('a chunk that the browser cannot run', () => {
  let script: jest.SpyInstance;
  let readFailure: (loading?: Promise<never>) => Promise<unknown>;
  const fireError = (file: string) =>
    dispatchEvent(new ErrorEvent('error', { filename: `http://localhost/${file}` }));

  beforeEach(async () => {
    jest.resetModules();
    const { setUpCalls: setUp } = await import('@/lib/call/session/set-up');
    readFailure = (loading = never) =>
      setUp(() => loading, 'demo').then((failure) => (failure as CallError).kind);
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
    const loading = defer<never>();
    const failure = readFailure(loading.promise);
    prepare();
    fireError(file);
    loading.reject(new TypeError('offline'));
    expect(await failure).toBe('init-failed');
  });
});
