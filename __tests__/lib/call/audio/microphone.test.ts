import { createSilence, openMicrophone } from '@/lib/call/audio/microphone';
import { isInAppBrowser, watchMicrophonePermission } from '@/lib/call/audio/browser';
import { advance } from '../session/fake-browser';
import { setUpFakeWorld, world } from '../session/call-fixture';
import type { CallError } from '@/lib/call/failures';
import { browsers, inAppBrowsers } from './user-agents';

setUpFakeWorld();

/** The kind of the failure; null if the microphone opens. */
const readFailure = () =>
  openMicrophone().then(
    () => null,
    ({ kind }: CallError) => kind,
  );

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/22A3354';
const chrome = 'AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile Safari/537.36';
const android = `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`;
const webview = `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${chrome}`;
const safari = `${iphone.replace('/22A3354', '/15E148')} Version/18.0 Safari/604.1`;

function stubBrowser(userAgent: string, isSecure: boolean, mediaDevices?: Record<string, unknown>) {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: isSecure });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
}

const refuseWith = (error: unknown) => ({ getUserMedia: () => Promise.reject(error) });
const createRefusal = (name = 'NotAllowedError') => refuseWith(new DOMException('', name));
const stubPermissions = (value: unknown) =>
  Object.defineProperty(navigator, 'permissions', { configurable: true, value });
afterEach(() => void Reflect.deleteProperty(navigator, 'permissions'));

it.each([
  webview,
  ...['[FBAN/FBIOS;FBAV/480.0]', '[FBAV/480.0]', 'Instagram 350.0.0', 'Safari Line/14.0'],
  ...['[LinkedInApp]/9.30', 'Snapchat/13.0', 'musical_ly_35.0', 'GSA/300.0 Safari/604.1'],
  ...['[Pinterest/iOS]', '[FB_IAB/FB4A]', 'MicroMessenger/8.0', 'TikTok 35.0'],
  'BytedanceWebview/d8a21c6',
])('detects the sign of another app: %s', async (app) => {
  stubBrowser(app === webview ? webview : `${iphone} ${app}`, true);
  expect(await readFailure()).toBe('in-app-browser');
});

it.each(inAppBrowsers)('detects the browser inside another app: %s', async (_, userAgent) => {
  stubBrowser(userAgent, true);
  expect(await readFailure()).toBe('in-app-browser');
});

it.each(browsers)('takes %s for a browser', async (_, userAgent) => {
  stubBrowser(userAgent, true);
  expect(await readFailure()).toBe('unsupported-browser');
});

describe('an app on the home screen', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'standalone'));

  it.each([
    ['iOS', () => Object.assign(navigator, { standalone: true })],
    [
      'a manifest',
      () =>
        jest
          .spyOn(window, 'matchMedia')
          .mockImplementation((query) => ({ matches: query.includes('standalone') }) as never),
    ],
  ])('is a browser, as %s says', async (_, install) => {
    stubBrowser(iphone, true, createRefusal());
    expect(isInAppBrowser()).toBe(true);
    install();
    expect(isInAppBrowser()).toBe(false);
    expect(await readFailure()).toBe('microphone-denied');
  });
});

it.each<[string, string, Record<string, unknown> | undefined, string, boolean?]>([
  ['an insecure page', safari, undefined, 'insecure-context', false],
  ['a browser without devices', safari, undefined, 'unsupported-browser'],
  ['a browser without microphones', safari, {}, 'unsupported-browser'],
  ['a refusal on Android', android, createRefusal(), 'microphone-denied'],
  ['a name like that of an app', `${android} Online/1.0`, createRefusal(), 'microphone-denied'],
  ['NotAllowedError', safari, createRefusal(), 'microphone-denied'],
  ['SecurityError', safari, createRefusal('SecurityError'), 'microphone-denied'],
  ['NotFoundError', safari, createRefusal('NotFoundError'), 'microphone-missing'],
  ['OverconstrainedError', safari, createRefusal('OverconstrainedError'), 'microphone-missing'],
  ['NotReadableError', safari, createRefusal('NotReadableError'), 'microphone-busy'],
  ['AbortError', safari, createRefusal('AbortError'), 'microphone-busy'],
  ['null', safari, refuseWith(null), 'microphone-busy'],
  ['no reason', webview, refuseWith(undefined), 'microphone-busy'],
  ['a text', webview, refuseWith('denied'), 'microphone-busy'],
])('reads %s', async (_, userAgent, devices, kind, isSecure = true) => {
  stubBrowser(userAgent, isSecure, devices);
  expect(await readFailure()).toBe(kind);
});

it.each([
  ['a dismissed question', 'prompt', safari, 'NotAllowedError', 'microphone-dismissed'],
  ['a denial', 'denied', safari, 'NotAllowedError', 'microphone-denied'],
  ['the system’s denial', 'granted', safari, 'NotAllowedError', 'microphone-denied-by-system'],
  ['another app’s browser', 'denied', webview, 'NotAllowedError', 'microphone-denied'],
  ['another app’s policy', 'denied', webview, 'SecurityError', 'microphone-denied'],
  ['the page’s policy', 'prompt', safari, 'SecurityError', 'microphone-denied'],
  ['a missing microphone', 'prompt', safari, 'NotFoundError', 'microphone-missing'],
])('reads %s where the permission is then %s', async (_, state, userAgent, name, kind) => {
  const query = jest.fn(() => Promise.resolve({ state }));
  stubPermissions({ query });
  stubBrowser(userAgent, true, createRefusal(name));
  expect(await readFailure()).toBe(kind);
  for (const call of query.mock.calls) expect(call).toEqual([{ name: 'microphone' }]);
});

it.each(['granted', 'prompt', 'denied', undefined])(
  'reads Chromium’s words for a denial by the system where the permission is %s',
  async (state) => {
    stubPermissions(state && { query: () => Promise.resolve({ state }) });
    const error = new DOMException('Permission denied by system', 'NotAllowedError');
    stubBrowser(android, true, refuseWith(error));
    expect(await readFailure()).toBe('microphone-denied-by-system');
    stubBrowser(webview, true, refuseWith(error));
    expect(await readFailure()).toBe('microphone-denied-by-system');
  },
);

it.each([
  ['has no permissions to ask about', undefined],
  ['cannot query them', {}],
  ['rejects the name', { query: () => Promise.reject(new TypeError('microphone')) }],
  ['throws at the name', { query: () => JSON.parse('microphone') as never }],
  ['never answers', { query: () => new Promise(() => undefined) }],
])('takes a refusal for a denial when the browser %s', async (_, value) => {
  stubPermissions(value);
  stubBrowser(safari, true, createRefusal());
  const failure = readFailure();
  await advance(1_000);
  expect(await failure).toBe('microphone-denied');
});

it('opens the microphone in an in-app browser that offers one', async () => {
  const tracks = [...world.openMicrophone().getTracks(), ...world.openMicrophone().getTracks()];
  const getUserMedia = jest.fn(() => Promise.resolve({ getTracks: () => tracks }));
  stubBrowser(webview, true, { getUserMedia });
  const input = await openMicrophone();
  expect(input.kind).toBe('voice');
  expect(getUserMedia.mock.calls).toEqual([[{ audio: true }]]);
  expect(world.liveTracks).toHaveLength(2);
  input.close();
  expect(world.liveTracks).toEqual([]);
});

describe('watching the permission', () => {
  let status: EventTarget & { state: string };
  let query: jest.Mock;
  const granted = jest.fn();
  const changeState = (state: string) => {
    status.state = state;
    status.dispatchEvent(new Event('change'));
  };

  beforeEach(() => {
    status = Object.assign(new EventTarget(), { state: 'denied' });
    query = jest.fn(() => Promise.resolve(status));
    stubPermissions({ query });
  });

  it('calls back when the microphone is allowed, and only then', async () => {
    watchMicrophonePermission(granted);
    expect(query.mock.calls).toEqual([[{ name: 'microphone' }]]);
    await advance(0);
    changeState('prompt');
    expect(granted).not.toHaveBeenCalled();
    changeState('granted');
    expect(granted).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['stops', () => advance(0)],
    ['does not start when it was stopped before the browser answered', () => undefined],
  ])('%s', async (_, answer) => {
    const stop = watchMicrophonePermission(granted);
    await answer();
    stop();
    await advance(0);
    changeState('granted');
    expect(granted).not.toHaveBeenCalled();
  });

  it('waits for a browser that takes long to say what is permitted', async () => {
    query.mockReturnValue(advance(60_000).then(() => status));
    watchMicrophonePermission(granted);
    await advance(60_000);
    changeState('granted');
    expect(granted).toHaveBeenCalledTimes(1);
  });

  it('does nothing in a browser without that permission', async () => {
    query.mockReturnValue(Promise.reject(new TypeError('microphone')));
    watchMicrophonePermission(granted)();
    Reflect.deleteProperty(navigator, 'permissions');
    watchMicrophonePermission(granted)();
    // Jest fails a test with an unhandled rejection.
    await advance(0);
    expect(granted).not.toHaveBeenCalled();
  });
});

describe('silence', () => {
  /** The browser's sound, as far as it is used: what was made, and how it is connected. */
  function stubAudioContext() {
    const track = { stop: jest.fn() };
    const output = { stream: { getAudioTracks: () => [track] } };
    const context = {
      state: 'suspended',
      createMediaStreamDestination: () => output,
      resume: jest.fn(() => Promise.resolve()),
      close: jest.fn(() => Promise.resolve()),
    };
    const source = { connect: jest.fn(), start: jest.fn() };
    const made = jest.fn<typeof source, unknown[]>(() => source);
    Object.assign(globalThis, { AudioContext: jest.fn(() => context), ConstantSourceNode: made });
    return { track, output, context, source, made };
  }

  it('sends samples of zero, as a track without any would send nothing', () => {
    const { track, output, context, source, made } = stubAudioContext();
    expect(createSilence()).toMatchObject({ kind: 'text', track });
    expect(made.mock.calls).toEqual([[context, { offset: 0 }]]);
    expect(source.connect.mock.calls).toEqual([[output]]);
    expect(source.start).toHaveBeenCalledTimes(1);
    expect(context.resume).toHaveBeenCalledTimes(1);
    expect(track.stop).not.toHaveBeenCalled();
  });

  it.each(['keydown', 'pointerup'])('goes on at the next %s after an interruption', (type) => {
    const { context } = stubAudioContext();
    const input = createSilence();
    const countResumes = () => context.resume.mock.calls.length - 1;
    context.state = 'running';
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    expect(countResumes()).toBe(0);
    for (const state of ['interrupted', 'suspended']) {
      context.state = state;
      document.body.dispatchEvent(new Event(type, { bubbles: true }));
    }
    expect(countResumes()).toBe(2);
    input.close();
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    expect(countResumes()).toBe(2);
  });

  it('ends with its track and source, even twice, and although the browser delays it', async () => {
    const { track, context } = stubAudioContext();
    const refusal = Promise.reject(new DOMException('', 'NotAllowedError'));
    context.resume.mockReturnValue(refusal);
    const input = createSilence();
    await expect(refusal).rejects.toThrow();
    input.close();
    expect(track.stop).toHaveBeenCalledTimes(1);
    expect(context.close).toHaveBeenCalledTimes(1);
    context.close.mockReturnValue(Promise.reject(new DOMException('', 'InvalidStateError')));
    input.close();
    await advance(0);
  });

  it('needs a browser with audio', () => {
    stubAudioContext();
    Reflect.deleteProperty(globalThis, 'AudioContext');
    expect(createSilence).toThrow(expect.objectContaining({ kind: 'unsupported-browser' }));
  });
});
