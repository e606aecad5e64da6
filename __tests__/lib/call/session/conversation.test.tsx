import { followConversation, type Conversation } from '@/lib/call/session/conversation';
import { createStore } from '@/lib/call/store';
import { initialTranscript } from '@/lib/call/transcript/entries';

let end: () => void;

beforeEach(() => jest.useFakeTimers());
afterEach(() => end());

/** A live call, and what it tells of itself. */
function startConversation(endsAt = Infinity) {
  const told: unknown[] = [];
  const conversation: Conversation = {
    language: 'en',
    transcript: createStore(initialTranscript),
    levels: { assistant: 0, visitor: 0 },
    record: [],
  };
  const send = followConversation(conversation, (event) => {
    if (event.type === 'activity') told.push(event.activity);
    if (event.type === 'unheard') told.push(event.unheard);
    if (event.type === 'last-minute') told.push('last minute');
  });
  send({ type: 'live', startedAt: 0, endsAt });
  end = () => send({ type: 'over', ended: null, failure: null, detail: '' });
  return {
    told,
    hear: (level: number) => send({ type: 'level', who: 'visitor', level }),
    speak: (speaking: boolean) => send({ type: 'assistant-speech', speaking }),
  };
}

it('shows an activity immediately, and the next one a second later', () => {
  const { told, speak } = startConversation();
  speak(true);
  expect(told).toEqual(['speaking']);
  speak(false);
  jest.advanceTimersByTime(999);
  expect(told).toEqual(['speaking']);
  jest.advanceTimersByTime(1);
  expect(told).toEqual(['speaking', 'listening']);
});

it('hints once after six seconds without a voice, until there is one', () => {
  const { told, speak, hear } = startConversation();
  hear(0);
  speak(false);
  jest.advanceTimersByTime(5_900);
  expect(told).toEqual([]);
  jest.advanceTimersByTime(600);
  expect(told).toEqual([true]);
  hear(0.5);
  expect(told).toEqual([true, false]);
});

it('tells of the last minute, and nothing once it is over', () => {
  const { told } = startConversation(Date.now() + 90_000);
  jest.advanceTimersByTime(29_500);
  expect(told).toEqual([]);
  jest.advanceTimersByTime(500);
  expect(told).toEqual(['last minute']);
  end();
  expect(jest.getTimerCount()).toBe(0);
  const { length } = told;
  jest.advanceTimersByTime(60_000);
  expect(told).toHaveLength(length);
});

describe('the screen', () => {
  let requestCount: number;
  let held: Set<number>;
  let grant: () => Promise<void>;
  const waitUntilSettled = () => jest.advanceTimersByTimeAsync(0);
  const setVisibility = (state: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
    return waitUntilSettled();
  };

  beforeEach(() => {
    requestCount = 0;
    held = new Set();
    grant = () => Promise.resolve();
    const request = async (type: string) => {
      expect(type).toBe('screen');
      const id = (requestCount += 1);
      await grant();
      held.add(id);
      return {
        release() {
          held.delete(id);
          return Promise.reject(new Error('released already'));
        },
      };
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'wakeLock'));

  it('stays on until the call is over, while the page is shown', async () => {
    await setVisibility('hidden');
    startConversation();
    await waitUntilSettled();
    expect(requestCount).toBe(0);
    await setVisibility('visible');
    expect(held.size).toBe(1);
    // A hidden page loses it.
    await setVisibility('hidden');
    await setVisibility('visible');
    expect(requestCount).toBe(2);
    end();
    expect(held.size).toBe(0);
    await setVisibility('visible');
    expect(requestCount).toBe(2);
  });

  it('may go off if the lock is granted too late', async () => {
    let grantNow: () => void = () => undefined;
    grant = () => new Promise((resolve) => (grantNow = resolve));
    startConversation();
    end();
    grantNow();
    await waitUntilSettled();
    await waitUntilSettled();
    expect([requestCount, held.size]).toEqual([1, 0]);
  });

  it('may go off if the browser refuses or has no locks', async () => {
    grant = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    startConversation();
    end();
    await waitUntilSettled();
    Reflect.deleteProperty(navigator, 'wakeLock');
    startConversation();
    end();
    // Jest fails a test with an unhandled rejection.
    await waitUntilSettled();
    expect(held.size).toBe(0);
  });
});
