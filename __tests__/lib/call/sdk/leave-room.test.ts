import { leaveRoom } from '@/lib/call/sdk/voice-sdk';
import { advance } from '../session/fake-browser';

beforeEach(() => jest.useFakeTimers());

function createSdk() {
  const room = {} as never;
  const sdk = {
    getDailyCallObject: jest.fn<null, []>(() => room),
    stop: jest.fn(() => Promise.resolve()),
  };
  const loseRoomAfter = (ms: number) =>
    setTimeout(() => sdk.getDailyCallObject.mockReturnValue(null), ms);
  return { sdk, loseRoomAfter };
}

/** How long a promise takes to settle, in ms; at most five seconds. */
async function measureSettleMs(promise: Promise<unknown>): Promise<number> {
  const from = Date.now();
  let settledAt = Number.NaN;
  void promise.then(() => (settledAt = Date.now()));
  for (let waited = 0; waited < 5_000 && Number.isNaN(settledAt); waited += 10) await advance(10);
  return settledAt - from;
}
const createPending = () => new Promise<void>(() => undefined);

it.each([
  ['stop() settles', () => Promise.resolve()],
  ['stop() fails', () => Promise.reject(new Error('gone'))],
])('settles as soon as %s', async (_, stop) => {
  const posted = jest.spyOn(window, 'postMessage');
  const { sdk } = createSdk();
  sdk.stop.mockImplementation(stop);
  expect(await measureSettleMs(leaveRoom(sdk, 'us'))).toBeLessThan(50);
  expect(posted).not.toHaveBeenCalled();
});

it('settles as soon as the room is gone, even if stop() never settles', async () => {
  const { sdk, loseRoomAfter } = createSdk();
  sdk.stop.mockImplementation(createPending);
  loseRoomAfter(200);
  expect(await measureSettleMs(leaveRoom(sdk, 'us'))).toBeLessThan(250);
});

it('gives the SDK half a second for its own clean-up', async () => {
  const { sdk, loseRoomAfter } = createSdk();
  loseRoomAfter(450);
  const after = await measureSettleMs(leaveRoom(sdk, 'sdk'));
  expect(after).toBeGreaterThanOrEqual(450);
  expect(after).toBeLessThan(500);
  expect(sdk.stop).not.toHaveBeenCalled();
});

it('stops the SDK when it has not cleaned up by then', async () => {
  const { sdk } = createSdk();
  const leaving = leaveRoom(sdk, 'sdk');
  await advance(495);
  expect(sdk.stop).not.toHaveBeenCalled();
  await advance(10);
  expect(sdk.stop).toHaveBeenCalledTimes(1);
  await measureSettleMs(leaving);
});

it('reports that a hung machine has left, and gives up after two seconds', async () => {
  const posted = jest.spyOn(window, 'postMessage').mockReturnValue(undefined);
  const { sdk } = createSdk();
  sdk.stop.mockImplementation(createPending);
  const leaving = leaveRoom(sdk, 'us');
  await advance(380);
  expect(posted).not.toHaveBeenCalled();
  await advance(40);
  expect(posted.mock.calls).toEqual([
    [{ what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' }, 'http://localhost'],
  ]);
  const rest = await measureSettleMs(leaving);
  expect(rest).toBeGreaterThan(1_400);
  expect(rest).toBeLessThan(1_600);
});
