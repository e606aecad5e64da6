import { createSilence, openMicrophone } from '@/lib/call/audio/microphone';
import { isInAppBrowser } from '@/lib/call/audio/browser';
import { advance } from '../session/fake-world';
import { setUpFakeWorld, world } from '../session/call-fixture';
import type { CallError } from '@/lib/call/failures';

setUpFakeWorld();

const ios = 'CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iphone = `Mozilla/5.0 (iPhone; ${ios}`;
/** An iPad asks for desktop pages, with the user agent of a Mac. */
const ipad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const webview = `${android}; wv) ${blink} Version/4.0 Chrome/140.0 Mobile Safari/537.36`;
const safari = `${iphone} Version/26.0 Mobile/15E148 Safari/604.1`;
const inAppBrowsers = [`${iphone} Mobile/15E148 [LinkedInApp]/9.30.2144`, ipad, webview];
const browsers = [
  safari,
  `${ipad} Version/18.7 Safari/605.1.15`,
  `${android}) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36`,
  'Mozilla/5.0 (Macintosh; rv:143.0) Gecko/20100101 Firefox/143.0',
];

/** The kind of the failure; null if the microphone opens. */
const readFailure = () =>
  openMicrophone().then(
    () => null,
    ({ kind }: CallError) => kind,
  );

function stubBrowser(userAgent: string, mediaDevices?: Record<string, unknown>) {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
}

const refuseWith = (error: unknown) => ({ getUserMedia: () => Promise.reject(error) });
const createRefusal = (name: string, message = '') => refuseWith(new DOMException(message, name));
const stubPermissions = (query: unknown) =>
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query } });
const answer = (state: string) => () => Promise.resolve({ state });
afterEach(() => void Reflect.deleteProperty(navigator, 'permissions'));

it.each(inAppBrowsers)('detects the browser inside another app: %s', async (userAgent) => {
  stubBrowser(userAgent);
  expect(await readFailure()).toBe('in-app-browser');
});

it.each(browsers)('takes %s for a browser', async (userAgent) => {
  stubBrowser(userAgent);
  expect(await readFailure()).toBe('unsupported-browser');
});

it.each([
  ['iOS', () => Object.assign(navigator, { standalone: true })],
  [
    'a manifest',
    () =>
      jest
        .spyOn(window, 'matchMedia')
        .mockImplementation((query) => ({ matches: query.includes('standalone') }) as never),
  ],
])('takes an app on the home screen for a browser, as %s says', (_, install) => {
  stubBrowser(webview);
  expect(isInAppBrowser()).toBe(true);
  install();
  expect(isInAppBrowser()).toBe(false);
  Reflect.deleteProperty(navigator, 'standalone');
});

it.each([
  ['a browser without microphones', {}, 'unsupported-browser'],
  ['SecurityError', createRefusal('SecurityError'), 'microphone-denied'],
  ['NotFoundError', createRefusal('NotFoundError'), 'microphone-missing'],
  ['OverconstrainedError', createRefusal('OverconstrainedError'), 'microphone-missing'],
  ['NotReadableError', createRefusal('NotReadableError'), 'microphone-busy'],
  ['no error', refuseWith(null), 'microphone-busy'],
])('reads %s', async (_, devices, kind) => {
  stubBrowser(safari, devices);
  // The permission matters only after a refusal.
  stubPermissions(answer('prompt'));
  expect(await readFailure()).toBe(kind);
});

it.each<[string, unknown, string]>([
  ['dismissed', answer('prompt'), 'microphone-dismissed'],
  ['denied', answer('denied'), 'microphone-denied'],
  ['denied by the system', answer('granted'), 'microphone-denied-by-system'],
  ['denied if nobody can ask', undefined, 'microphone-denied'],
  ['denied if the name is rejected', () => Promise.reject(new TypeError('')), 'microphone-denied'],
  ['denied if the name throws', () => JSON.parse('microphone') as never, 'microphone-denied'],
  ['denied if nobody answers', () => new Promise(() => undefined), 'microphone-denied'],
])('reads from the permission that a question was %s', async (_, query, kind) => {
  stubBrowser(safari, createRefusal('NotAllowedError'));
  if (query) stubPermissions(query);
  const failure = readFailure();
  await advance(1_000);
  expect(await failure).toBe(kind);
});

it('reads Chromium’s words for a denial by the system', async () => {
  stubPermissions(answer('prompt'));
  stubBrowser(webview, createRefusal('NotAllowedError', 'Permission denied by system'));
  expect(await readFailure()).toBe('microphone-denied-by-system');
});

it('opens the microphone in an in-app browser that offers one', async () => {
  const tracks = [...world.openMicrophone().getTracks(), ...world.openMicrophone().getTracks()];
  const getUserMedia = jest.fn(() => Promise.resolve({ getTracks: () => tracks }));
  stubBrowser(webview, { getUserMedia });
  const input = await openMicrophone();
  expect(input.kind).toBe('voice');
  expect(getUserMedia.mock.calls).toEqual([[{ audio: true }]]);
  input.close();
  expect(world.liveTracks).toEqual([]);
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

  it('sends samples of zero, as a track without any would send nothing', async () => {
    const { track, output, context, source, made } = stubAudioContext();
    // Jest fails a test with an unhandled rejection.
    context.resume.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    const input = createSilence();
    expect(input).toMatchObject({ kind: 'text', track });
    expect(made.mock.calls).toEqual([[context, { offset: 0 }]]);
    expect(source.connect.mock.calls).toEqual([[output]]);
    expect(source.start).toHaveBeenCalledTimes(1);
    expect(context.resume).toHaveBeenCalledTimes(1);
    context.close.mockRejectedValue(new DOMException('', 'InvalidStateError'));
    input.close();
    expect(track.stop).toHaveBeenCalledTimes(1);
    expect(context.close).toHaveBeenCalledTimes(1);
    await advance(0);
  });

  it.each(['keydown', 'pointerup'])('goes on at the next %s after an interruption', (type) => {
    const { context } = stubAudioContext();
    const input = createSilence();
    const resumeIn = (state: string) => {
      context.resume.mockClear();
      context.state = state;
      document.body.dispatchEvent(new Event(type, { bubbles: true }));
      return context.resume.mock.calls.length;
    };
    expect(['running', 'interrupted', 'suspended'].map(resumeIn)).toEqual([0, 1, 1]);
    input.close();
    expect(resumeIn('suspended')).toBe(0);
  });
});
