import { watchLiveCall } from '@/lib/call/session/live-watch';

beforeEach(() => jest.useFakeTimers());

function createWatch(endsAt = Infinity) {
  const activities: string[] = [];
  const hints: boolean[] = [];
  let lastMinutes = 0;
  const watch = watchLiveCall(endsAt, (event) => {
    if (event.type === 'activity') activities.push(event.activity);
    else if (event.type === 'unheard') hints.push(event.unheard);
    else if (event.type === 'last-minute') lastMinutes += 1;
    else throw new Error(event.type);
  });
  const reportSpeech = (isSpeaking: boolean) =>
    watch.handleEvent({ type: 'assistant-speech', speaking: isSpeaking });
  /** Moves the clock while both meters report, the visitor's at this level. */
  const advanceWithLevel = (ms: number, level = 0) => {
    for (let waited = 0; waited < ms; waited += 100) {
      watch.handleEvent({ type: 'level', who: 'assistant', level: 1 });
      watch.handleEvent({ type: 'level', who: 'visitor', level });
      jest.advanceTimersByTime(100);
    }
  };
  return {
    watch,
    activities,
    hints,
    speak: reportSpeech,
    stayQuiet: advanceWithLevel,
    countLastMinutes: () => lastMinutes,
  };
}

it('shows an activity immediately, and the next one a second later', () => {
  const { watch, activities, speak } = createWatch();
  speak(true);
  expect(activities).toEqual(['speaking']);
  speak(false);
  jest.advanceTimersByTime(999);
  expect(activities).toEqual(['speaking']);
  jest.advanceTimersByTime(1);
  expect(activities).toEqual(['speaking', 'listening']);
  watch.stop();
});

it('hints once after six seconds in which only the assistant was loud', () => {
  const { watch, hints, speak, stayQuiet } = createWatch();
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
  watch.stop();
});

it('ignores every other event', () => {
  const { watch, activities, hints } = createWatch();
  watch.handleEvent({ type: 'connection', connection: 'interrupted' });
  watch.handleEvent({ type: 'level', who: 'assistant', level: 0 });
  watch.handleEvent({ type: 'live', callId: null, endsAt: 1 });
  jest.advanceTimersByTime(10_000);
  expect([activities, hints]).toEqual([[], []]);
  watch.stop();
});

it('emits nothing after it was stopped', () => {
  const { watch, hints, speak, stayQuiet } = createWatch();
  speak(false);
  stayQuiet(100);
  watch.stop();
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(60_000);
  expect(hints).toEqual([]);
});

it('reports the last minute once', () => {
  const { watch, countLastMinutes } = createWatch(Date.now() + 90_000);
  jest.advanceTimersByTime(29_500);
  expect(countLastMinutes()).toBe(0);
  jest.advanceTimersByTime(500);
  expect(countLastMinutes()).toBe(1);
  jest.advanceTimersByTime(60_000);
  expect(countLastMinutes()).toBe(1);
  watch.stop();
});
