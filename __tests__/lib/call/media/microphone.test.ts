import {
  listMicrophones,
  openMicrophone,
  watchMicrophonePermission,
} from '@/lib/call/media/microphone';
import { FakeWorld } from '../state/fake-world';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/22A3354';
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile Safari/537.36';
const webview =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

function browser(userAgent: string, secure: boolean, mediaDevices?: Record<string, unknown>) {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: secure });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
}
const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));

it('tells an insecure page from an unsupported browser', async () => {
  browser(safari, false);
  expect(await openMicrophone()).toEqual({ ok: false, kind: 'insecure-context' });
  browser(safari, true);
  expect(await openMicrophone()).toEqual({ ok: false, kind: 'unsupported-browser' });
  browser(safari, true, {});
  expect(await openMicrophone()).toEqual({ ok: false, kind: 'unsupported-browser' });
});

it.each([
  webview,
  `${iphone} [FBAN/FBIOS;FBAV/480.0]`,
  `${iphone} [FBAV/480.0]`,
  `${android} [FB_IAB/FB4A]`,
  `${iphone} Instagram 350.0.0`,
  `${iphone} Safari Line/14.0`,
  `${android} MicroMessenger/8.0`,
  `${iphone} [LinkedInApp]/9.30`,
  `${iphone} Snapchat/13.0`,
  `${android} TikTok 35.0`,
  `${android} BytedanceWebview/d8a21c6`,
  `${iphone} musical_ly_35.0`,
  `${iphone} GSA/300.0 Safari/604.1`,
  `${iphone} [Pinterest/iOS]`,
])('detects the browser inside another app: %s', async (userAgent) => {
  browser(userAgent, true);
  expect(await openMicrophone()).toEqual({ ok: false, kind: 'in-app-browser' });
  browser(userAgent, true, { getUserMedia: refuse });
  expect(await openMicrophone()).toEqual({ ok: false, kind: 'in-app-browser' });
});

it.each([safari, android, `${android} Online/1.0`])(
  'detects an ordinary browser: %s',
  async (userAgent) => {
    browser(userAgent, true, { getUserMedia: refuse });
    expect(await openMicrophone()).toEqual({ ok: false, kind: 'microphone-denied' });
  },
);

it.each([
  ['NotAllowedError', 'microphone-denied'],
  ['SecurityError', 'microphone-denied'],
  ['NotFoundError', 'microphone-missing'],
  ['OverconstrainedError', 'microphone-missing'],
  ['NotReadableError', 'microphone-busy'],
  ['AbortError', 'microphone-busy'],
])('reads %s as %s', async (name, kind) => {
  const refusal = () => Promise.reject(new DOMException('', name));
  browser(safari, true, { getUserMedia: refusal });
  expect(await openMicrophone()).toEqual({ ok: false, kind });
});

describe('a refusal', () => {
  const permissions = (value: unknown) =>
    Object.defineProperty(navigator, 'permissions', { configurable: true, value });
  const answering = (state: string) => ({ query: jest.fn(() => Promise.resolve({ state })) });
  const kindOf = async (userAgent = safari, name = 'NotAllowedError') => {
    const getUserMedia = () => Promise.reject(new DOMException('', name));
    browser(userAgent, true, { getUserMedia });
    const capture = await openMicrophone();
    return capture.ok ? null : capture.kind;
  };
  afterEach(() => void Reflect.deleteProperty(navigator, 'permissions'));

  it.each([
    ['prompt', 'microphone-dismissed'],
    ['denied', 'microphone-denied'],
    ['granted', 'microphone-denied'],
  ])('that leaves the permission at %s is %s', async (state, kind) => {
    const asked = answering(state);
    permissions(asked);
    expect(await kindOf()).toBe(kind);
    expect(asked.query.mock.calls).toEqual([[{ name: 'microphone' }]]);
  });

  it.each([
    ['has no permissions to ask about', undefined],
    ['cannot query them', {}],
    ['rejects the name', { query: () => Promise.reject(new TypeError('microphone')) }],
    [
      'throws at the name',
      {
        query: () => {
          throw new TypeError('microphone');
        },
      },
    ],
  ])('is a denial where the browser %s', async (_, value) => {
    permissions(value);
    expect(await kindOf()).toBe('microphone-denied');
  });

  it('by another app’s browser, or by the page’s policy, is not a dismissed question', async () => {
    permissions(answering('prompt'));
    expect(await kindOf(webview)).toBe('in-app-browser');
    expect(await kindOf(safari, 'SecurityError')).toBe('microphone-denied');
    expect(await kindOf(safari, 'NotFoundError')).toBe('microphone-missing');
  });
});

it.each([null, undefined, 'denied'])('reads %p as a busy microphone', async (error) => {
  for (const userAgent of [safari, webview]) {
    browser(userAgent, true, { getUserMedia: () => Promise.reject(error) });
    expect(await openMicrophone()).toEqual({ ok: false, kind: 'microphone-busy' });
  }
});

it('opens the microphone, without the camera, in a browser inside another app that offers it', async () => {
  const world = new FakeWorld();
  const tracks = [...world.openMicrophone().getTracks(), ...world.openMicrophone().getTracks()];
  const getUserMedia = jest.fn(() => Promise.resolve({ getTracks: () => tracks }));
  browser(webview, true, { getUserMedia });
  const capture = await openMicrophone();
  expect(capture).toMatchObject({ ok: true, input: { kind: 'voice' } });
  expect(getUserMedia.mock.calls).toEqual([[{ audio: true }]]);
  expect(world.liveTracks).toHaveLength(2);
  if (capture.ok) capture.input.close();
  expect(world.liveTracks).toEqual([]);
});

describe('watching the permission', () => {
  const settled = () => new Promise<void>((resolve) => void process.nextTick(resolve));
  let status: EventTarget & { state: string };
  let query: jest.Mock;
  const becomes = (state: string) => {
    status.state = state;
    status.dispatchEvent(new Event('change'));
  };

  beforeEach(() => {
    status = Object.assign(new EventTarget(), { state: 'denied' });
    query = jest.fn(() => Promise.resolve(status));
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query } });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'permissions'));

  it('calls back when the microphone is allowed, and only then', async () => {
    const granted = jest.fn();
    watchMicrophonePermission(granted);
    expect(query.mock.calls).toEqual([[{ name: 'microphone' }]]);
    await settled();
    becomes('prompt');
    expect(granted).not.toHaveBeenCalled();
    becomes('granted');
    expect(granted).toHaveBeenCalledTimes(1);
  });

  it('stops', async () => {
    const granted = jest.fn();
    const stop = watchMicrophonePermission(granted);
    await settled();
    stop();
    becomes('granted');
    expect(granted).not.toHaveBeenCalled();
  });

  it('does not start when it was stopped before the browser answered', async () => {
    const granted = jest.fn();
    const stop = watchMicrophonePermission(granted);
    stop();
    await settled();
    becomes('granted');
    expect(granted).not.toHaveBeenCalled();
  });

  it('does nothing where the browser cannot tell or does not know the name', async () => {
    const unhandled = jest.fn();
    process.once('unhandledRejection', unhandled);
    query.mockReturnValue(Promise.reject(new TypeError('microphone')));
    const stop = watchMicrophonePermission(jest.fn());
    await settled();
    stop();
    Reflect.deleteProperty(navigator, 'permissions');
    watchMicrophonePermission(jest.fn())();
    await new Promise((resolve) => setTimeout(resolve));
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });
});

describe('the list of microphones', () => {
  it('has every microphone with an id, and no other device', async () => {
    const devices = [
      { kind: 'audioinput', deviceId: 'desk', label: 'Desk', groupId: 'g' },
      { kind: 'audioinput', deviceId: '', label: '' },
      { kind: 'audiooutput', deviceId: 'speaker', label: 'Speaker' },
      { kind: 'videoinput', deviceId: 'camera', label: 'Camera' },
    ];
    browser(safari, true, { enumerateDevices: () => Promise.resolve(devices) });
    expect(await listMicrophones()).toEqual([{ deviceId: 'desk', label: 'Desk' }]);
  });

  it.each([
    ['has no devices', undefined],
    ['does not list them', {}],
    ['refuses', { enumerateDevices: refuse }],
  ])('is empty where the browser %s', async (_, devices) => {
    browser(safari, true, devices);
    expect(await listMicrophones()).toEqual([]);
  });
});
