import { initialCallState, reduceCall, type CallState } from '@/lib/call/session/call-state';
import { followConversation } from '@/lib/call/session/conversation';
import { createStore } from '@/lib/call/store';
import type { Transcript } from '@/lib/call/transcript/entries';
import type { CallEvent, Speaker } from '@/lib/call/types';

let end: () => void;

beforeEach(() => jest.useFakeTimers());
afterEach(() => end());

/** A live call, and what it tells of itself. */
function startConversation(endsAt = Infinity) {
  const told: unknown[] = [];
  const state = createStore<CallState>(
    reduceCall(reduceCall(initialCallState, { type: 'ready' }), { type: 'start', input: 'voice' }),
  );
  const parts = { state, transcript: createStore<Transcript>([]), record: [] };
  const levels = { assistant: 0, visitor: 0 };
  const send = followConversation({ language: 'en', levels, ...parts }, (event) => {
    if (event.type === 'changed') told.push(...Object.values(event.facts));
    state.set(reduceCall(state.get(), event));
  });
  send({ type: 'live', startedAt: 0, endsAt });
  end = () => send({ type: 'over', ended: null, failure: null, detail: '' });
  return { told, send, getState: state.get };
}

type TimedEvent = [ms: number, event: CallEvent];

/** Plays events. Returns whether the hint that the visitor can't be heard shows at the end. */
function isUnheardAt(until: number, events: readonly TimedEvent[]): boolean {
  const { send, getState } = startConversation();
  for (let now = 0; now <= until; now += 500) {
    for (const [ms, event] of events) if (ms === now) send(event);
    if (now < until) jest.advanceTimersByTime(500);
  }
  const state = getState();
  end();
  return state.status === 'live' && state.unheard;
}

const level = (loud: number, who: Speaker = 'visitor'): CallEvent => ({
  type: 'level',
  who,
  level: loud,
});
const speech = (speaking: boolean): CallEvent => ({ type: 'assistant-speech', speaking });
const words = (who: Speaker): CallEvent => ({
  type: 'transcript',
  who,
  final: true,
  text: 'Yes',
});
const muted = (isMuted: boolean): CallEvent => ({ type: 'changed', facts: { muted: isMuted } });
const createTyping = (typing: boolean): CallEvent => ({ type: 'changed', facts: { typing } });
const typed: CallEvent = { type: 'typed', text: 'Yes' };
const noMeter: CallEvent = { type: 'meter-failed' };
const microphone = (became: 'open' | 'lost', paused = false): CallEvent => ({
  type: 'changed',
  facts: { microphone: became, paused },
});
const at = (ms: number, event: CallEvent): TimedEvent => [ms, event];
const spoke = [at(500, speech(true)), at(3_000, speech(false))];
/** The assistant has spoken, and the meter works. */
const quiet = [at(0, level(0.001)), ...spoke];

it('shows an activity immediately, and the next one a second later', () => {
  const { told, send } = startConversation();
  send(speech(true));
  expect(told).toEqual(['speaking']);
  send(speech(false));
  jest.advanceTimersByTime(999);
  expect(told).toEqual(['speaking']);
  jest.advanceTimersByTime(1);
  expect(told).toEqual(['speaking', 'listening']);
});

it('tells of the last minute, and nothing once it is over', () => {
  const { told } = startConversation(Date.now() + 90_000);
  jest.advanceTimersByTime(29_500);
  expect(told).toEqual([]);
  jest.advanceTimersByTime(500);
  expect(told).toEqual([true]);
  end();
  expect(jest.getTimerCount()).toBe(0);
  const { length } = told;
  jest.advanceTimersByTime(60_000);
  expect(told).toHaveLength(length);
});

it.each<[string, number, TimedEvent[]]>([
  ['six seconds after the assistant’s turn', 9_000, quiet],
  ['six seconds after the visitor was heard', 14_000, [...quiet, at(8_000, level(0.01))]],
  ['six seconds after the visitor’s words', 14_000, [...quiet, at(8_000, words('visitor'))]],
  ['despite the assistant’s words', 9_000, [...quiet, at(8_000, words('assistant'))]],
  ['despite the assistant’s sound', 9_000, [...quiet, at(8_000, level(1, 'assistant'))]],
  ['despite a sound below a voice', 9_000, [...quiet, at(8_000, level(0.0099))]],
  ['six seconds after a late first level', 11_000, [...spoke, at(5_000, level(0))]],
  ['despite the assistant’s next turn', 9_000, [...quiet, at(12_000, speech(true))]],
  ['after the unmuting', 26_000, [...quiet, at(4_000, muted(true)), at(20_000, muted(false))]],
  [
    'after the typing',
    26_000,
    [...quiet, at(4_000, createTyping(true)), at(20_000, createTyping(false))],
  ],
  [
    'six seconds after the device resumed the microphone',
    46_000,
    [...quiet, at(1_000, microphone('open', true)), at(40_000, microphone('open'))],
  ],
])('shows the hint %s', (_, ms, events) => {
  expect(isUnheardAt(ms - 500, events)).toBe(false);
  expect(isUnheardAt(ms, events)).toBe(true);
  // It stays until something removes it.
  expect(isUnheardAt(ms + 60_000, events)).toBe(true);
});

it.each<[string, TimedEvent[]]>([
  ['before the assistant has spoken', [at(0, level(0.001))]],
  ['while the assistant speaks', [at(0, level(0.001)), at(500, speech(true))]],
  ['while muted', [...quiet, at(4_000, muted(true)), at(10_000, level(1))]],
  ['while typing', [...quiet, at(4_000, createTyping(true))]],
  ['while the microphone is lost', [...quiet, at(4_000, microphone('lost'))]],
  ['while the device pauses the microphone', [...quiet, at(1_000, microphone('open', true))]],
  ['without a meter', spoke],
  ['again, after a voice', [...quiet, at(10_000, level(0.2))]],
  ['again, after another reason', [...quiet, at(10_000, muted(true)), at(11_000, muted(false))]],
  ['after typed words', [...quiet, at(4_000, typed)]],
  ['after the meter has failed', [...quiet, at(10_000, noMeter), at(11_000, level(0))]],
])('shows no hint %s', (_, events) => {
  expect(isUnheardAt(60_000, events)).toBe(false);
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
