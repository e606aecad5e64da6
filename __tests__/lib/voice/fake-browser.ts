import type { FakeWorld } from './fake-world';

/** Connects the browser's interfaces that jsdom lacks to a fake world. `config`: the server's answer. */
export function installBrowser(world: FakeWorld): {
  reports: unknown[];
  config: Record<string, unknown>;
} {
  const reports: unknown[] = [];
  const config: Record<string, unknown> = {
    configured: true,
    publicKey: 'key',
    assistantId: 'default-assistant',
    apiUrl: null,
    callMachineUrl: null,
  };
  globalThis.fetch = jest.fn((url: string, init?: RequestInit) => {
    if (url === '/api/call-failure') reports.push(JSON.parse(String(init?.body)));
    return Promise.resolve({ ok: true, json: () => Promise.resolve(config) });
  }) as unknown as typeof fetch;
  globalThis.MediaStream = class {} as unknown as typeof MediaStream;
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: world.getUserMedia, enumerateDevices: () => Promise.resolve([]) },
  });
  HTMLMediaElement.prototype.play = () =>
    world.refusesPlayback
      ? Promise.reject(new DOMException('', 'NotAllowedError'))
      : Promise.resolve();
  jest.spyOn(window, 'postMessage').mockImplementation(((message: unknown) => {
    world.onMessage(message);
  }) as typeof window.postMessage);
  return { reports, config };
}

/** Advances the clock, and lets promises settle. */
export async function pass(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
}
