import { leaveRoom } from '@/lib/call/sdk/voice-sdk';
import { advance } from '../session/fake-world';

beforeEach(() => jest.useFakeTimers());

const never = () => new Promise<void>(() => undefined);
const STAYS = Infinity;

/** Leaves a room that is gone after a while. Returns what was done, and after how many ms. */
async function leave(closedBy: 'us' | 'sdk', goneAfterMs: number, stop: () => Promise<void>) {
  const from = Date.now();
  const done: string[] = [];
  const note = (what: string) => void done.push(`${what} ${Date.now() - from}`);
  const sdk = {
    getDailyCallObject: () => (Date.now() - from < goneAfterMs ? ({} as never) : null),
    stop() {
      note('stop');
      return stop();
    },
  };
  jest.spyOn(window, 'postMessage').mockImplementation((report: unknown, origin) => {
    const { action } = report as { action: string };
    note(`${action} to ${origin as string}`);
  });
  void leaveRoom(sdk, closedBy).then(() => note('left'));
  await advance(5_000);
  return done.join(', ');
}

const settle = () => Promise.resolve();
const fail = () => Promise.reject(new Error('gone'));

it.each<[string, 'us' | 'sdk', number, () => Promise<void>, string]>([
  ['stop() settles', 'us', STAYS, settle, 'stop 0, left 10'],
  ['stop() fails', 'us', STAYS, fail, 'stop 0, left 10'],
  ['the room is gone, though stop() never settles', 'us', 200, never, 'stop 0, left 200'],
  ['the SDK has cleaned up by itself', 'sdk', 450, never, 'left 450'],
  ['stop() settles, half a second after the SDK', 'sdk', STAYS, settle, 'stop 500, left 510'],
  [
    'it has forged the report of a hung machine and waited for two seconds',
    'us',
    STAYS,
    never,
    'stop 0, left-meeting to http://localhost 400, left 1900',
  ],
])('settles when %s', async (_, closedBy, goneAfterMs, stop, done) => {
  expect(await leave(closedBy, goneAfterMs, stop)).toBe(done);
});
