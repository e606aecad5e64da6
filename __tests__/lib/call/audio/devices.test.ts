import { listDevices } from '@/lib/call/audio/devices';
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
const stubDevices = (value: unknown) =>
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value });
const stubList = () => stubDevices({ enumerateDevices: () => Promise.resolve(devices) });

describe('the list of microphones', () => {
  it('has every microphone with an id, and no other device', async () => {
    stubList();
    expect(await listDevices('audioinput')).toEqual([{ deviceId: 'desk', label: 'Desk' }]);
  });

  it.each([
    ['has no devices', undefined],
    ['does not list them', {}],
    ['refuses', { enumerateDevices: () => Promise.reject(new DOMException()) }],
  ])('is empty when the browser %s', async (_, value) => {
    stubDevices(value);
    expect(await listDevices('audioinput')).toEqual([]);
  });
});

describe('the list of loudspeakers', () => {
  it('is empty when the browser cannot switch', async () => {
    stubList();
    expect(await listDevices('audiooutput')).toEqual([]);
  });

  describe('of a browser that can switch', () => {
    setUpLoudspeakers();

    it('has every loudspeaker with an id', async () => {
      stubList();
      expect(await listDevices('audiooutput')).toEqual([{ deviceId: 'speaker', label: 'Speaker' }]);
    });
  });
});
