import type { FakeWorld } from './fake-world';

/** Connects the browser's interfaces that jsdom lacks to a fake world. */
export function installBrowser(world: FakeWorld): void {
  globalThis.fetch = jest.fn((url: string, init?: RequestInit) => {
    const parseBody = () => JSON.parse(String(init?.body)) as never;
    if (url === '/api/call' && init?.method === 'POST')
      return world.requestCall(parseBody(), init.signal!);
    if (url === '/api/call/end') world.endReports.push(parseBody());
    if (url === '/api/call-failure') world.reports.push(parseBody());
    return Promise.resolve({ ok: true, json: () => Promise.resolve(world.config) });
  }) as unknown as typeof fetch;
  globalThis.MediaStream = class {} as unknown as typeof MediaStream;
  Object.assign(globalThis, fakeAudio(world));
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: world.devices });
  HTMLMediaElement.prototype.play = () =>
    world.shouldRefusePlayback
      ? Promise.reject(new DOMException('', 'NotAllowedError'))
      : Promise.resolve();
  jest.spyOn(window, 'postMessage').mockImplementation(((message: unknown) => {
    world.onMessage(message);
  }) as typeof window.postMessage);
}

/** Fakes the part of Web Audio that makes a silent track. */
function fakeAudio(world: FakeWorld) {
  class Context {
    state = 'suspended';
    constructor() {
      world.silentSourceCount += 1;
    }
    createMediaStreamDestination() {
      const track = world.openSilence();
      return { stream: { getAudioTracks: () => [track] } };
    }
    resume() {
      this.state = 'running';
      return Promise.resolve();
    }
    close() {
      if (this.state === 'closed') return Promise.reject(new Error('closed'));
      this.state = 'closed';
      world.silentSourceCount -= 1;
      return Promise.resolve();
    }
  }
  class Source {
    connect() {}
    start() {}
  }
  return { AudioContext: Context, ConstantSourceNode: Source };
}

/** Advances the clock, and lets promises settle. */
export async function advance(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
}
