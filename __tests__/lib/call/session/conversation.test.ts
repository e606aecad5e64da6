import { followConversation } from '@/lib/call/session/conversation';
import { createStore } from '@/lib/call/store';
import { initialTranscript } from '@/lib/call/transcript/entries';
import type { CallEvent } from '@/lib/call/types';

beforeEach(() => jest.useFakeTimers());

/** A live call. */
function startConversation(endsAt = Infinity) {
  const activities: string[] = [];
  const hints: boolean[] = [];
  let isLastMinute = false;
  const output = {
    language: 'en',
    transcript: createStore(initialTranscript),
    levels: { assistant: 0, visitor: 0 },
    record: [],
  } as const;
  const handle = followConversation({ ...output, record: [] }, (event) => {
    if (event.type === 'activity') activities.push(event.activity);
    else if (event.type === 'unheard') hints.push(event.unheard);
    else if (event.type === 'last-minute') isLastMinute = event.lastMinute;
  });
  const send = (event: CallEvent) => handle(event);
  send({ type: 'live', startedAt: 0, endsAt });
  /** Moves the clock while both meters report, the visitor's at this level. */
  const advanceWithLevel = (ms: number, level = 0) => {
    for (let waited = 0; waited < ms; waited += 100) {
      send({ type: 'level', who: 'assistant', level: 1 });
      send({ type: 'level', who: 'visitor', level });
      jest.advanceTimersByTime(100);
    }
  };
  return {
    send,
    stop: () => send({ type: 'over', ended: null, failure: null, detail: '' }),
    activities,
    hints,
    speak: (speaking: boolean) => send({ type: 'assistant-speech', speaking }),
    stayQuiet: advanceWithLevel,
    isLastMinute: () => isLastMinute,
  };
}

it('shows an activity immediately, and the next one a second later', () => {
  const { stop, activities, speak } = startConversation();
  speak(true);
  expect(activities).toEqual(['speaking']);
  speak(false);
  jest.advanceTimersByTime(999);
  expect(activities).toEqual(['speaking']);
  jest.advanceTimersByTime(1);
  expect(activities).toEqual(['speaking', 'listening']);
  stop();
});

it('hints once after six seconds in which only the assistant was loud', () => {
  const { stop, hints, speak, stayQuiet } = startConversation();
  speak(true);
  stayQuiet(10_000);
  expect(hints).toEqual([]);
  speak(false);
  stayQuiet(5_900);
  expect(hints).toEqual([]);
  stayQuiet(600);
  expect(hints).toEqual([true]);
  stayQuiet(200, 0.5);
  expect(hints).toEqual([true, false]);
  stop();
});

it('emits nothing after it was stopped', () => {
  const { stop, hints, speak, stayQuiet } = startConversation();
  speak(false);
  stayQuiet(100);
  stop();
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(60_000);
  expect(hints).toEqual([]);
});

it('reports the last minute', () => {
  const { stop, isLastMinute } = startConversation(Date.now() + 90_000);
  jest.advanceTimersByTime(29_500);
  expect(isLastMinute()).toBe(false);
  jest.advanceTimersByTime(500);
  expect(isLastMinute()).toBe(true);
  stop();
});

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

const waitUntilSettled = () => jest.advanceTimersByTimeAsync(0);
const setVisibility = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
afterEach(() => void Reflect.deleteProperty(navigator, 'wakeLock'));

it('holds a lock until it is released', async () => {
  const locks = stubScreenLocks();
  const release = startConversation().stop;
  await waitUntilSettled();
  expect(locks.held.size).toBe(1);
  release();
  expect(locks.held.size).toBe(0);
});

it('requests it again when the page is shown, not while it is hidden', async () => {
  const locks = stubScreenLocks();
  const release = startConversation().stop;
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
  const release = startConversation().stop;
  await waitUntilSettled();
  expect(locks.countRequests()).toBe(0);
  release();
});

it('releases a lock that is granted too late', async () => {
  const locks = stubScreenLocks();
  let grant: () => void = () => undefined;
  locks.setGrant(() => new Promise((resolve) => (grant = resolve)));
  const release = startConversation().stop;
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
  const release = startConversation().stop;
  await waitUntilSettled();
  expect(locks.held.size).toBe(0);
  release();
  Reflect.deleteProperty(navigator, 'wakeLock');
  startConversation().stop();
  await waitUntilSettled();
});
