import { performAction } from '@/local/voice/machine/actions';
import { Call } from '@/local/voice/machine/call';
import { TrackStore } from '@/local/voice/machine/store';

jest.mock('@/local/voice/machine/sound');

const room = 'http://127.0.0.1:4310/rooms/call-1';
let told: [address: string, fields: unknown][];
let posted: Record<string, unknown>[];
let call: Call;

beforeEach(() => {
  jest.useFakeTimers();
  told = [];
  posted = [];
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (address: string, body: string) => told.push([address, JSON.parse(body)]) > 0,
  });
  jest.spyOn(window, 'postMessage').mockImplementation((message) => void posted.push(message));
  // No clips: the assistant has captions only.
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  call = new Call('client-1', new TrackStore(), performAction);
  // The microphone is not under test here.
  jest.spyOn(call.audio, 'open').mockResolvedValue();
});
afterEach(() => {
  call.release();
  jest.useRealTimers();
});

/** Joins as the SDK asks for it, as far as `ms` milliseconds go. */
async function join(scenario: string, maxSeconds = 300, ms = 100) {
  const query = { scenario, language: 'en', pace: 'instant', maxSeconds: String(maxSeconds) };
  const url = `${room}?${String(new URLSearchParams(query))}`;
  const properties = { url };
  call.run(async () => performAction(call, { action: 'join-meeting', properties }));
  await jest.advanceTimersByTimeAsync(ms);
}

const joined = [`${room}/joined`, {}];
const left = (endedReason: string) => [`${room}/left`, { endedReason }];

test('the provider is told when the visitor joins and hangs up', async () => {
  await join('silent');
  expect(told).toEqual([joined]);
  void performAction(call, { action: 'leave-meeting' });
  expect(told).toEqual([joined, left('customer-ended-call')]);
  call.release();
  expect(told).toHaveLength(2);
});

test('the provider is told when the page goes away in a call, and not after it', async () => {
  await join('silent');
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toEqual([joined, left('customer-ended-call')]);
  call.leave();
  told = [];
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toEqual([]);
});

test('the provider is told why the assistant hung up', async () => {
  await join('silent');
  call.hangUp('silence-timed-out');
  expect(told).toEqual([joined, left('silence-timed-out')]);
});

test('the provider is told that the room was closed', async () => {
  await join('ejected-early');
  expect(told).toEqual([joined, left('manually-canceled')]);
});

test.each(['no-room', 'join-refused', 'join-hanging'])(
  'who never came in does not leave: %s',
  async (scenario) => {
    await join(scenario);
    window.dispatchEvent(new Event('pagehide'));
    call.leave();
    expect(told).toEqual([]);
  },
);

test('the call ends when its maximum has passed', async () => {
  await join('silent', 30, 29_900);
  expect(told).toEqual([joined]);
  await jest.advanceTimersByTimeAsync(200);
  expect(told).toEqual([joined, left('exceeded-max-duration')]);
  const said = posted.flatMap(({ action, data }) =>
    action === 'app-message' ? [JSON.parse(String(data)) as unknown] : [],
  );
  expect(said).toEqual([
    { type: 'status-update', status: 'ended', endedReason: 'exceeded-max-duration' },
  ]);
  expect(posted.map(({ action }) => action)).toContain('left-meeting');
});

test('a call that ended before is not ended again', async () => {
  await join('silent', 30);
  call.leave();
  const { length } = posted;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(posted).toHaveLength(length);
  expect(told).toHaveLength(2);
});
