import { noDevices, watchDevices } from '@/lib/call/audio/browser';
import { createStore } from '@/lib/call/store';
import { setUpLoudspeakers } from '../session/call-fixture';

beforeEach(() => jest.useFakeTimers());

async function watch(mediaDevices: unknown) {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
  const list = createStore(noDevices);
  const over = new AbortController();
  watchDevices(list, over.signal);
  await jest.advanceTimersByTimeAsync(0);
  return { list, over };
}
const readList = async (mediaDevices: unknown) => (await watch(mediaDevices)).list.get();
const listing = {
  enumerateDevices: async () => [
    { kind: 'audioinput', deviceId: 'desk', label: 'Desk', groupId: 'g' },
    { kind: 'audioinput', deviceId: '', label: '' },
    { kind: 'audiooutput', deviceId: 'speaker', label: 'Speaker' },
    { kind: 'audiooutput', deviceId: '', label: '' },
    { kind: 'videoinput', deviceId: 'camera', label: 'Camera' },
  ],
};
const microphones = [{ deviceId: 'desk', label: 'Desk' }];

it.each([
  ['cannot switch loudspeakers', listing, { microphones, loudspeakers: [] }],
  ['has no devices', undefined, noDevices],
  ['does not list them', {}, noDevices],
  ['refuses', { enumerateDevices: () => Promise.reject(new DOMException()) }, noDevices],
])('lists what has an id in a browser that %s', async (_, mediaDevices, listed) => {
  expect(await readList(mediaDevices)).toEqual(listed);
});

describe('a browser that can switch loudspeakers', () => {
  setUpLoudspeakers();

  it('lists those, too', async () => {
    const loudspeakers = [{ deviceId: 'speaker', label: 'Speaker' }];
    expect(await readList(listing)).toEqual({ microphones, loudspeakers });
  });
});

it('keeps the list until the call is over', async () => {
  const mediaDevices = Object.assign(new EventTarget(), listing);
  const { list, over } = await watch(mediaDevices);
  mediaDevices.enumerateDevices = async () => [];
  mediaDevices.dispatchEvent(new Event('devicechange'));
  await jest.advanceTimersByTimeAsync(0);
  expect(list.get()).toEqual(noDevices);
  over.abort();
  const enumerate = jest.spyOn(mediaDevices, 'enumerateDevices');
  mediaDevices.dispatchEvent(new Event('devicechange'));
  expect(enumerate).not.toHaveBeenCalled();
});
