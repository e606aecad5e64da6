import { countEvent } from '@/lib/analytics/count';
import {
  mountCallAt,
  denyMicrophone,
  leavePage,
  mountHook,
  playUntil,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';

jest.mock('@/lib/analytics/count', () => ({ countEvent: jest.fn() }));

setUpFakeWorld();

/** What was counted, in order. */
const listCounted = () => jest.mocked(countEvent).mock.calls.map((call) => call.join(':'));

test('counts nothing before a press', async () => {
  mountHook();
  await performStep(undefined, 60_000);
  expect(listCounted()).toEqual([]);
});

test('counts the press, and the microphone once it is allowed', async () => {
  await mountCallAt('start');
  expect(listCounted()).toEqual(['start_pressed']);
  await performStep(() => world.answerPrompt());
  expect(listCounted()).toEqual(['start_pressed', 'microphone_granted']);
});

test('counts no microphone in a text call', async () => {
  await mountCallAt('live', 'text');
  expect(listCounted()).toEqual(['start_pressed', 'call_active:3']);
});

test('counts a call with its start-up time, 30 seconds and the end', async () => {
  const widget = await mountCallAt('join');
  await performStep(undefined, 2_500);
  await performStep(() => world.room?.connectAssistant());
  expect(listCounted()).toEqual(['start_pressed', 'microphone_granted', 'call_active:3']);
  await performStep(undefined, 29_900);
  expect(listCounted()).not.toContain('call_30_seconds');
  await performStep(undefined, 100);
  expect(listCounted()).toContain('call_30_seconds');
  await performStep(() => widget.getSession().end());
  expect(listCounted().slice(4)).toEqual(['call_ended:visitor']);
});

test('counts no 30 seconds after a short call', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => widget.getSession().end());
  await performStep(undefined, 60_000);
  expect(listCounted().slice(2)).toEqual(['call_active:3', 'call_ended:visitor']);
});

test('measures from a press before the widget was loaded', async () => {
  const earlyWidget = mountHook({
    sdk: new Promise((resolve) => setTimeout(() => resolve(world.Sdk), 4_000)),
  });
  await performStep(() => earlyWidget.getSession().start('voice', Date.now() - 3_000));
  await performStep(undefined, 4_000);
  for (const answer of world.answers) await performStep(answer);
  expect(listCounted()).toContain('call_active:10');
});

test('measures the next call separately', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => widget.getSession().end(), 20_000);
  jest.mocked(countEvent).mockClear();
  await playUntil(widget, 'live');
  expect(listCounted()).toContain('call_active:3');
});

test('does not count a denied microphone', async () => {
  await mountCallAt('start');
  await denyMicrophone();
  expect(listCounted()).toEqual(['start_pressed']);
});

test('counts no end of a call that fails to start, but of one that breaks', async () => {
  const widget = await mountCallAt('microphone');
  await performStep(() => world.answerPost('provider_failed'));
  expect(listCounted().filter((event) => event.startsWith('call_'))).toEqual([]);
  await playUntil(widget, 'live');
  await performStep(() => world.room?.close({ type: 'connection-error', msg: 'lost' }), 600);
  expect(listCounted().at(-1)).toBe('call_ended:failed');
});

test('counts the end immediately when the page is left', async () => {
  await mountCallAt('live');
  leavePage();
  expect(listCounted().at(-1)).toBe('call_ended:left-page');
});

test('counts no end of a canceled call', async () => {
  const widget = await mountCallAt('join');
  await performStep(() => widget.getSession().end());
  expect(listCounted()).toEqual(['start_pressed', 'microphone_granted']);
});
