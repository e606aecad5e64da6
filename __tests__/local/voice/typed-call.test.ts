import lines from '@/local/voice/lines.json';
import { performAction } from '@/local/voice/machine/actions';
import { Call } from '@/local/voice/machine/call';
import type { AudioState } from '@/local/voice/machine/participants';
import { TrackStore } from '@/local/voice/machine/store';

jest.mock('@/local/voice/machine/sound');

let posted: Record<string, unknown>[];
let asked: jest.Mock;
let track: { enabled: boolean; stop: jest.Mock };
let call: Call;

beforeEach(() => {
  jest.useFakeTimers();
  posted = [];
  asked = jest.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: asked },
  });
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: () => true });
  jest.spyOn(window, 'postMessage').mockImplementation((message) => void posted.push(message));
  // No clips: the assistant has captions only.
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  globalThis.MediaStream = class {
    constructor(readonly tracks: unknown[]) {}
    getTracks = () => this.tracks;
    getAudioTracks = () => this.tracks;
  } as unknown as typeof MediaStream;
  track = { enabled: true, stop: jest.fn() };
});
afterEach(() => {
  call.release();
  jest.useRealTimers();
});

/** A live call whose greeting is over. */
async function live(given: object | undefined) {
  call = new Call(
    'client-1',
    new TrackStore(),
    performAction,
    () => given as MediaStreamTrack | undefined,
  );
  const query = { scenario: 'silent', language: 'en', pace: 'instant', maxSeconds: '300' };
  const url = `http://127.0.0.1:4310/rooms/call-1?${String(new URLSearchParams(query))}`;
  call.run(async () => performAction(call, { action: 'join-meeting', properties: { url } }));
  await jest.advanceTimersByTimeAsync(100);
  await send('playable');
  await jest.advanceTimersByTimeAsync(30_000);
}
const send = async (data: unknown) => {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  call.run(async () => performAction(call, { action: 'app-msg', data: text }));
  await jest.advanceTimersByTimeAsync(20_000);
};
const message = (role: string, content: string, more: object = {}) => ({
  type: 'add-message',
  message: { role, content },
  ...more,
});
const said = () =>
  posted.flatMap(({ action, data }) => {
    if (action !== 'app-message' || data === 'listening') return [];
    const { transcriptType, transcript } = JSON.parse(String(data)) as Record<string, unknown>;
    return transcriptType === 'final' ? transcript : [];
  });
const audio = () => {
  const participants = posted.flatMap(({ participant, participants: joined }) => {
    const { local } = (joined ?? {}) as { local?: unknown };
    return (local ?? participant ?? []) as { local: boolean; tracks: { audio: AudioState } };
  });
  return participants.findLast(({ local }) => local)?.tracks.audio.state;
};

test('a page’s own track takes the place of the microphone, and stays the page’s', async () => {
  await live(track);
  expect(audio()).toBe('playable');
  expect(call.store.getState().local.streams.cam?.stream.getTracks()).toEqual([track]);
  void performAction(call, { action: 'local-audio', state: false });
  expect(track.enabled).toBe(false);
  expect(audio()).toBe('off');
  call.leave();
  expect(track.stop).not.toHaveBeenCalled();
  expect(asked).not.toHaveBeenCalled();
});

test('typed words of the visitor’s are answered, and do not come back as a transcript', async () => {
  await live(track);
  await send(message('user', 'What does it cost?'));
  await send(message('user', 'And your hours?', { triggerResponseEnabled: true }));
  expect(said()).toEqual([...lines.en.greeting, ...lines.en.price, ...lines.en.hours]);
});

test('words that are not the visitor’s, or want no answer, get none', async () => {
  await live(track);
  await send(message('system', 'The price is a secret.'));
  await send(message('user', 'What does it cost?', { triggerResponseEnabled: false }));
  expect(said()).toEqual(lines.en.greeting);
});
