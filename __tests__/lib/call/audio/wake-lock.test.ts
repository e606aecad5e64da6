import { keepScreenOn } from '@/lib/call/audio/wake-lock';

/** The screen's locks: how many were requested, and which are held. */
function stubScreenLocks() {
  const held = new Set<number>();
  let requestCount = 0;
  let grant = () => Promise.resolve();
  const request = async (type: string) => {
    expect(type).toBe('screen');
    requestCount += 1;
    const id = requestCount;
    await grant();
    held.add(id);
    return {
      release: () => {
        held.delete(id);
        return Promise.reject(new Error('released already'));
      },
    };
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  return {
    held,
    countRequests: () => requestCount,
    setGrant: (newGrant: typeof grant) => (grant = newGrant),
  };
}

const waitUntilSettled = () => new Promise<void>((resolve) => void process.nextTick(resolve));
const setVisibility = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
afterEach(() => void Reflect.deleteProperty(navigator, 'wakeLock'));

it('holds a lock until it is released', async () => {
  const locks = stubScreenLocks();
  const release = keepScreenOn();
  await waitUntilSettled();
  expect(locks.held.size).toBe(1);
  release();
  expect(locks.held.size).toBe(0);
});

it('requests it again when the page is shown, not while it is hidden', async () => {
  const locks = stubScreenLocks();
  const release = keepScreenOn();
  await waitUntilSettled();
  setVisibility('hidden');
  await waitUntilSettled();
  expect(locks.countRequests()).toBe(1);
  setVisibility('visible');
  await waitUntilSettled();
  expect(locks.countRequests()).toBe(2);
  release();
  setVisibility('hidden');
  setVisibility('visible');
  await waitUntilSettled();
  expect(locks.countRequests()).toBe(2);
});

it('requests nothing on a hidden page', async () => {
  const locks = stubScreenLocks();
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const release = keepScreenOn();
  await waitUntilSettled();
  expect(locks.countRequests()).toBe(0);
  release();
});

it('releases a lock that is granted too late', async () => {
  const locks = stubScreenLocks();
  let grant: () => void = () => undefined;
  locks.setGrant(() => new Promise((resolve) => (grant = resolve)));
  const release = keepScreenOn();
  release();
  grant();
  await waitUntilSettled();
  await waitUntilSettled();
  expect(locks.countRequests()).toBe(1);
  expect(locks.held.size).toBe(0);
});

it('does nothing when the browser refuses or has no locks', async () => {
  const locks = stubScreenLocks();
  locks.setGrant(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  const release = keepScreenOn();
  await waitUntilSettled();
  expect(locks.held.size).toBe(0);
  release();
  Reflect.deleteProperty(navigator, 'wakeLock');
  keepScreenOn()();
  await waitUntilSettled();
});
