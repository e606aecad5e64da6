import { act } from '@testing-library/react';
import { countEvent } from '@/lib/analytics/count';
import { callAt, mount, reach, setUpFakeWorld, step, world } from './call-bench';

jest.mock('@/lib/analytics/count', () => ({ countEvent: jest.fn() }));

setUpFakeWorld();

/** What was counted, in order. */
const counted = () => jest.mocked(countEvent).mock.calls.map((call: string[]) => call.join(':'));
beforeEach(() => jest.mocked(countEvent).mockClear());

test('nothing is counted before a press', async () => {
  mount();
  await step(undefined, 60_000);
  expect(counted()).toEqual([]);
});

test('a press counts at once, the microphone when it is given', async () => {
  await callAt('ticket');
  expect(counted()).toEqual(['start_pressed']);
  await step(() => world.answerPrompt());
  expect(counted()).toEqual(['start_pressed', 'microphone_granted']);
});

test('a call in typed words counts no microphone', async () => {
  await callAt('live', 'text');
  expect(counted()).toEqual(['start_pressed', 'call_active:1']);
});

test('a call that lasts is counted, with the time that it took to begin', async () => {
  const widget = await callAt('join');
  await step(undefined, 2_500);
  await step(() => world.room?.connectAssistant());
  expect(counted()).toEqual(['start_pressed', 'microphone_granted', 'call_active:3']);
  await step(undefined, 29_900);
  expect(counted()).not.toContain('call_30_seconds');
  await step(undefined, 100);
  expect(counted()).toContain('call_30_seconds');
  await step(() => widget.session().end());
  expect(counted().slice(4)).toEqual(['call_ended:visitor:30']);
});

test('a short call has no 30 seconds, however long the page stays open', async () => {
  const widget = await callAt('live');
  await step(() => widget.session().end());
  await step(undefined, 60_000);
  expect(counted().slice(2)).toEqual(['call_active:1', 'call_ended:visitor:10']);
});

test('the time of an early press counts, also one that was before the widget came', async () => {
  const early = mount({ sdk: new Promise((come) => setTimeout(() => come(world.Sdk), 4_000)) });
  await step(() => early.session().start('voice', performance.now() - 3_000));
  await step(undefined, 4_000);
  for (const answer of world.answers) await step(answer);
  expect(counted()).toContain('call_active:10');
});

test('the next call has a time of its own', async () => {
  const widget = await callAt('live');
  await step(() => widget.session().end(), 20_000);
  jest.mocked(countEvent).mockClear();
  await reach(widget, 'live');
  expect(counted()).toContain('call_active:1');
});

test('a refused microphone is no step', async () => {
  await callAt('ticket');
  await step(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
  expect(counted()).toEqual(['start_pressed']);
});

test('a call that fails before it begins has no end; one that breaks has', async () => {
  const widget = await callAt('microphone');
  await step(() => world.answerPost(new Error('refused')));
  expect(counted().filter((event) => event.startsWith('call_'))).toEqual([]);
  await reach(widget, 'live');
  await step(() => world.room?.close({ type: 'connection-error', msg: 'lost' }), 600);
  expect(counted().at(-1)).toBe('call_ended:failed:10');
});

test('the end is counted at once when the page is left', async () => {
  await callAt('live');
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(counted().at(-1)).toBe('call_ended:left-page:10');
});

test('a cancelled call has no end', async () => {
  const widget = await callAt('join');
  await step(() => widget.session().end());
  expect(counted()).toEqual(['start_pressed', 'microphone_granted']);
});
