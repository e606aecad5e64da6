import { world } from '../session/call-fixture';

/** Lets the page choose between the loudspeakers of the fake world. */
export function setUpLoudspeakers(): void {
  beforeEach(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'setSinkId', {
      configurable: true,
      async value(this: HTMLMediaElement, deviceId: string) {
        const isKnown = deviceId === '' || world.devices.outputs.includes(deviceId);
        if (!isKnown) throw new DOMException('', 'NotFoundError');
        this.dataset.sink = deviceId;
      },
    });
  });
  afterEach(() => void Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId'));
}

/** Lists the loudspeaker of each element that plays; '' is the browser's default. */
export const listSinks = () =>
  [...document.querySelectorAll('audio')].map(({ dataset }) => dataset.sink ?? '');
