import { noDevices, watchDevices } from '@/lib/call/audio/browser';
import { createStore } from '@/lib/call/store';
import { advance } from '../session/fake-browser';
import { setUpFakeWorld } from '../session/call-fixture';
import { setUpLoudspeakers } from './loudspeakers';

setUpFakeWorld();

const devices = [
  { kind: 'audioinput', deviceId: 'desk', label: 'Desk', groupId: 'g' },
  { kind: 'audioinput', deviceId: '', label: '' },
  { kind: 'audiooutput', deviceId: 'speaker', label: 'Speaker' },
  { kind: 'audiooutput', deviceId: '', label: '' },
  { kind: 'videoinput', deviceId: 'camera', label: 'Camera' },
];

async function readList(mediaDevices: unknown) {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
  const list = createStore(noDevices);
  watchDevices(list, new AbortController().signal);
  await advance(0);
  return list.get();
}
const listing = { enumerateDevices: () => Promise.resolve(devices) };

it('has microphones with an id, and no loudspeaker where the browser cannot switch', async () => {
  const microphones = [{ deviceId: 'desk', label: 'Desk' }];
  expect(await readList(listing)).toEqual({ microphones, loudspeakers: [] });
});

it.each([
  ['has no devices', undefined],
  ['does not list them', {}],
  ['refuses', { enumerateDevices: () => Promise.reject(new DOMException()) }],
])('is empty when the browser %s', async (_, value) => {
  expect(await readList(value)).toEqual({ microphones: [], loudspeakers: [] });
});

describe('in a browser that can switch loudspeakers', () => {
  setUpLoudspeakers();

  it('has every loudspeaker with an id', async () => {
    const loudspeakers = [{ deviceId: 'speaker', label: 'Speaker' }];
    expect(await readList(listing)).toMatchObject({ loudspeakers });
  });
});
